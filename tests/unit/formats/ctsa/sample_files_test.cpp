#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "formats/ctsa/ctsa_checks.hpp"
#include "formats/ctsa/ctsa_dump.hpp"
#include "formats/ctsa/ctsa_name.hpp"
#include "pipeline/base/text.hpp"
#include "tests/support/real_files.hpp"
#include "tests/unit/formats/ctsa/codec_calls.hpp"

namespace rigkiln::ctsa {
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

std::vector<std::filesystem::path> filesBelow(const char* folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && equalIgnoringCase(entry.path().extension().string(), ".ctsa"))
            paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    return paths;
}

void tryFile(const std::filesystem::path& path) {
    const Bytes bytes = readFile(path);
    const std::string baseName = path.stem().string();
    const Result<CtsaFile> file = decodeCtsa(bytes, {.baseName = baseName, .refusesTrailing = true});
    ASSERT_TRUE(file) << path << ": " << file.error().text();
    EXPECT_EQ(encoded(*file), bytes) << path;
    EXPECT_EQ(file->prefixSize, shortestPrefix(file->name.size())) << path;
    EXPECT_TRUE(dumpCtsa(bytes)) << path;
    std::cout << path.filename().string() << ": byte-identical\n";
    Diagnostics diagnostics;
    checkCtsa(*file, diagnostics);
    for (const Issue& issue : diagnostics.issues())
        std::cout << "    " << issue.kind->id << ' ' << issue.where << ": " << issue.details << '\n';
}

TEST(SampleCtsaFiles, EncodeToTheSameBytes) {
    const char* folder = test::samplesFolder();
    if (folder == nullptr) GTEST_SKIP() << test::kNoSamples;
    const auto paths = filesBelow(folder);
    for (const auto& path : paths)
        tryFile(path);
    EXPECT_FALSE(paths.empty()) << "no .ctsa below " << folder;
}

/// Known content of the reference samples, which the library of the format's author wrote.
struct KnownFile {
    std::string_view fileName;
    std::size_t size;
    std::string name;
    std::vector<CtsaFrame> frames;
    std::array<float, 4> row;  ///< leftU, bottomV, topV, frameWidth
};

std::vector<KnownFile> knownFiles() {
    const std::vector<CtsaFrame> mixed = {{.time = 100},
                                          {.time = 0, .updates = 6, .swapType = kSwapByUpdates},
                                          {.time = 33.5F, .updates = 12, .swapType = kSwapByUpdates}};
    const std::vector<CtsaFrame> twoFrames = {{.time = 50, .updates = 1}, {.time = 75, .updates = 2}};
    return {{"Axe Spin 2.ctsa",
             113,
             "Axe Spin 2",
             std::vector<CtsaFrame>(8, {.time = 62.78998F}),
             {0, 0, 1, 0.125F}},
            {"Axe Spin.ctsa", 37, "Axe Spin", {}, {-1, -1, -1, -1}},
            {"mixed.ctsa", 68, "mixed swap", mixed, {0.25F, 0.5F, 0.75F, 0.0625F}},
            {"utf16.ctsa", 51, "歩く é\U0001F600", twoFrames, {0, 0, 1, 0.5F}},
            {"name63.ctsa", 156, std::string(63, 'n'), {{.time = 10, .updates = 1}}, {0, 0, 1, 1}},
            {"name64.ctsa", 159, std::string(64, 'n'), {{.time = 10, .updates = 1}}, {0, 0, 1, 1}},
            {"name16384.ctsa", 32800, std::string(16384, 'q'), {{.time = 10, .updates = 1}}, {0, 0, 1, 1}}};
}

TEST(SampleCtsaFiles, HoldWhatIsKnownOfThem) {
    const char* folder = test::samplesFolder();
    if (folder == nullptr) GTEST_SKIP() << test::kNoSamples;
    std::size_t found = 0;
    for (const auto& path : filesBelow(folder)) {
        for (const KnownFile& known : knownFiles()) {
            if (path.filename() != known.fileName) continue;
            ++found;
            const Bytes bytes = readFile(path);
            const CtsaFile file = decoded(bytes);
            EXPECT_EQ(bytes.size(), known.size) << path;
            EXPECT_EQ(nameText(file.name).utf8, known.name) << path;
            EXPECT_EQ(file.frames, known.frames) << path;
            EXPECT_EQ((std::array{file.leftU, file.bottomV, file.topV, file.frameWidth}), known.row) << path;
        }
    }
    if (found == 0) GTEST_SKIP() << test::kNotAmongSamples;
}

}  // namespace
}  // namespace rigkiln::ctsa
