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

#include "formats/image/bmp.hpp"
#include "formats/image/tga.hpp"
#include "pipeline/base/text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln::images {
namespace {

// Real files are not part of the project. RIGKILN_REAL_FILES names a folder of them, searched with all its
// subfolders.

const ImageModule* moduleFor(const std::filesystem::path& path) {
    const std::string extension = foldCase(path.extension().string());
    for (const ImageModule* module : {&kTgaFormat, &kBmpFormat}) {
        if (std::ranges::find(module->extensions, extension) != module->extensions.end()) return module;
    }
    return nullptr;
}

std::vector<std::filesystem::path> imagesBelow(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && moduleFor(entry.path()) != nullptr) paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    return paths;
}

// Reads a file and counts its issues. Failures fail the test.
void tryFile(const std::filesystem::path& path, std::map<std::string, std::size_t>& counts) {
    const std::vector<std::byte> bytes = test::readBytes(path);
    const ImageModule& module = *moduleFor(path);
    EXPECT_TRUE(module.recognise(bytes, module.extensions.front())) << path << ": not recognised";
    Diagnostics diagnostics;
    const Result<Image> image = module.read(bytes, diagnostics);
    if (!image) {
        ADD_FAILURE() << path << ": " << image.error().text();
        return;
    }
    ++counts[std::string(module.id) + " files read"];
    for (const auto& [id, count] : diagnostics.counts())
        counts[std::string(id)] += count;
}

TEST(RealImages, AreAllRead) {
    const char* folder = test::realFilesFolder();
    if (folder == nullptr) GTEST_SKIP() << test::kNoRealFiles;
    std::map<std::string, std::size_t> counts;
    for (const std::filesystem::path& path : imagesBelow(folder))
        tryFile(path, counts);
    for (const auto& [outcome, count] : counts)
        std::cout << fmt::format("{:6} {}\n", count, outcome);
    EXPECT_FALSE(counts.empty()) << "no .tga or .bmp below " << folder;
}

}  // namespace
}  // namespace rigkiln::images
