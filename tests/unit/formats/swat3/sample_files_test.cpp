#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/swat3/swat3_port.hpp"
#include "pipeline/base/text.hpp"
#include "tests/support/real_files.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"

namespace rigkiln::swat3 {
namespace {

// Sample files are not part of the project. RIGKILN_SAMPLES_FOLDER names a folder of them, searched with all
// its subfolders.

Bytes readFile(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    Bytes bytes(std::filesystem::file_size(path));
    // The stream's char is the file's byte.
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream) throw std::runtime_error("cannot read " + path.string());
    return bytes;
}

std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder,
                                              std::string_view extension) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && equalIgnoringCase(entry.path().extension().string(), extension))
            paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    return paths;
}

template <class File>
void tryFile(const std::filesystem::path& path, const Result<Probe>& probe, const Result<std::string>& dump,
             const std::vector<std::string>& findings) {
    const Bytes bytes = readFile(path);
    const Result<File> file = decode<File>(bytes);
    ASSERT_TRUE(file) << path << ": " << file.error().text();
    EXPECT_EQ(encoded(*file), bytes) << path;
    EXPECT_TRUE(probe) << path;
    EXPECT_TRUE(dump) << path;
    std::cout << path.filename().string() << ": byte-identical\n";
    for (const std::string& finding : findings)
        std::cout << "    " << finding << '\n';
}

TEST(SampleSwat3Files, EncodeToTheSameBytes) {
    const char* folder = test::samplesFolder();
    if (folder == nullptr) GTEST_SKIP() << test::kNoSamples;
    const auto models = filesBelow(folder, kGsmExtension);
    const auto clips = filesBelow(folder, kGsaExtension);
    for (const auto& path : models) {
        const Bytes bytes = readFile(path);
        tryFile<GsmFile>(path, probeGsm(bytes), dumpGsmText(bytes),
                         textsOf(checkGsm(decoded<GsmFile>(bytes))));
    }
    for (const auto& path : clips) {
        const Bytes bytes = readFile(path);
        tryFile<GsaFile>(path, probeGsa(bytes), dumpGsaText(bytes),
                         textsOf(checkGsa(decoded<GsaFile>(bytes))));
    }
    EXPECT_FALSE(models.empty() && clips.empty()) << "no .gsm or .gsa below " << folder;
}

}  // namespace
}  // namespace rigkiln::swat3
