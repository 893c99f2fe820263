#include "tests/support/real_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/alamo/alamo_format.hpp"
#include "pipeline/base/text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln::alamo {
namespace {

// Real files are not part of the project. RIGKILN_REAL_FILES names a folder of them, searched with all its
// subfolders.

std::vector<std::filesystem::path> alamoFilesBelow(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string extension = foldCase(entry.path().extension().string());
        if (entry.is_regular_file() && (extension == ".alo" || extension == ".ala"))
            paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    return paths;
}

const FormatModule* moduleFor(std::span<const std::byte> bytes, const std::string& extension,
                              Recognition& recognition) {
    const auto head = bytes.first(std::min(bytes.size(), kHeadSize));
    for (const FormatModule* module : {&kAloFormat, &kAlaFormat}) {
        if (auto recognised = module->recognise(head, extension)) {
            recognition = *recognised;
            return module;
        }
    }
    return nullptr;
}

// Returns the outcome for the statistics: "byte-identical", or why the file was ignored. Failures fail the
// test.
std::string tryFile(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = test::readBytes(path);
    if (bytes.empty()) return "empty";
    Recognition recognition;
    const FormatModule* module = moduleFor(bytes, path.extension().string(), recognition);
    if (module == nullptr) {
        ADD_FAILURE() << path << ": not recognised";
        return "not recognised";
    }
    if (recognition.kind == AssetKind::Ignored) return "ignored: " + recognition.description;
    const auto again = module->reencode(bytes);
    if (!again) {
        ADD_FAILURE() << path << ": " << again.error().text();
        return "refused: " + recognition.description;
    }
    if (*again != bytes) {
        const auto [left, right] = std::ranges::mismatch(*again, bytes);
        ADD_FAILURE() << path << ": differs from offset " << (right - bytes.begin());
        return "different: " + recognition.description;
    }
    if (const auto probe = module->probe(bytes, {}); !probe)
        ADD_FAILURE() << path << ": " << probe.error().text();
    if (const auto text = module->dump(bytes); !text) ADD_FAILURE() << path << ": " << text.error().text();
    return "byte-identical: " + recognition.description;
}

TEST(RealAlamoFiles, AreIgnoredOrReencodeToTheSameBytes) {
    const char* folder = test::realFilesFolder();
    if (folder == nullptr) GTEST_SKIP() << test::kNoRealFiles;
    std::map<std::string, std::size_t> counts;
    for (const std::filesystem::path& path : alamoFilesBelow(folder))
        ++counts[tryFile(path)];
    for (const auto& [outcome, count] : counts)
        std::cout << fmt::format("{:6} {}\n", count, outcome);
    EXPECT_FALSE(counts.empty()) << "no .alo or .ala below " << folder;
}

}  // namespace
}  // namespace rigkiln::alamo
