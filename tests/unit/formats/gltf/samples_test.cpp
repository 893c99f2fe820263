#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "exporters/gltf/gltf_exporter.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/images/folder_files.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/real_files.hpp"

namespace rigkiln::gltf {
namespace {

// Models of other authors are not part of the project. RIGKILN_SAMPLES_FOLDER names a folder of them,
// searched with all its subfolders. Files that are broken on purpose lie below folders called
// "validator-fixtures".
constexpr std::string_view kBrokenFolder = "validator-fixtures";

std::vector<std::string> filesBelow(const std::filesystem::path& folder) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string extension = foldCase(entry.path().extension().string());
        if (entry.is_regular_file() && (extension == ".gltf" || extension == ".glb"))
            paths.push_back(entry.path().string());
    }
    std::ranges::sort(paths);
    return paths;
}

/// Reads, checks and writes one file. Returns why it was refused; empty when it was read.
std::string tryFile(const std::string& path) {
    const Result<std::vector<std::byte>> bytes = rigkiln::readFile(path);
    if (!bytes) return bytes.error().text();
    ImageFolders folders;
    ImageStore images({}, 0);
    FolderFiles companions(folders, images, path, {});
    Diagnostics diagnostics;
    const OptionValues none(kGltfFormat.options);
    Result<Scene> scene = kGltfFormat.read(
        {.path = path, .name = "sample", .bytes = *bytes, .options = none, .companions = companions},
        diagnostics);
    if (!scene) {
        EXPECT_NE(scene.error().problem, "") << path;
        return scene.error().text();
    }
    for (const SceneProblem& problem : validateScene(*scene))
        ADD_FAILURE() << path << ": " << problem.where << ": " << problem.problem;
    const auto probe = kGltfFormat.probe(*bytes, {});
    EXPECT_TRUE(probe && probe->jointCount == scene->joints.size()) << path;
    alignRotationSigns(*scene);
    const OptionValues options(gltf_export::kGltfExporter.options);
    const auto written =
        gltf_export::kGltfExporter.write(*scene, {.fileName = "sample.glb", .options = options}, diagnostics);
    EXPECT_TRUE(written) << path << ": " << (written ? "" : written.error().text());
    return {};
}

TEST(GltfSamples, AreReadOrRefusedWithAReason) {
    const char* folder = rigkiln::test::samplesFolder();
    if (folder == nullptr) GTEST_SKIP() << rigkiln::test::kNoSamples;
    std::size_t read = 0;
    std::size_t refused = 0;
    for (const std::string& path : filesBelow(folder)) {
        const std::string problem = tryFile(path);
        ++(problem.empty() ? read : refused);
        if (path.find(kBrokenFolder) == std::string::npos) {
            EXPECT_EQ(problem, "") << path;
        }
    }
    std::cout << fmt::format("{} read, {} refused\n", read, refused);
    EXPECT_GT(read, 0U) << "no .gltf or .glb below " << folder;
}

}  // namespace
}  // namespace rigkiln::gltf
