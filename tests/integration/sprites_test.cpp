#include "tools/corpus/sprites.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/blender.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Converts sprite animations to glTF and back through files on the disk.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Sprites : public testing::Test {
protected:
    Sprites() {
        for (const corpus::ArtFile& file : corpus::makeSpriteFiles(1)) {
            folder.write("art/" + file.path, file.bytes);
            if (file.path.ends_with(".ctsa")) animations.push_back(file);
        }
    }

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    /// Expects every generated animation, byte for byte, under its file name.
    void expectTheSameBytes(const std::string& output) const {
        const Tree tree = treeBelow(folder.path() / output);
        for (const corpus::ArtFile& file : animations) {
            const fs::path path = file.path;
            const std::string there = path.filename().string();
            bool found = false;
            for (const auto& [written, bytes] : tree) {
                if (fs::path(written).filename() != there) continue;
                found = true;
                EXPECT_TRUE(bytes == file.bytes) << written;
            }
            EXPECT_TRUE(found) << there;
        }
    }

    TemporaryFolder folder;
    std::vector<corpus::ArtFile> animations;
};

TEST_F(Sprites, ComeBackToTheByteThroughTheReadyConfiguration) {
    const Finished there = run({"run", std::string(RIGKILN_CONFIGS_FOLDER) + "/ctsa.yaml", "-D",
                                "input=" + (folder.path() / "art").string(), "-D",
                                "output=" + (folder.path() / "glb").string()});
    ASSERT_EQ(there.exitCode, cli::kDone) << there.text();
    // All sheets are found, including the padded one.
    EXPECT_THAT(there.text(), Not(HasSubstr("ctsa.no-image")));
    EXPECT_THAT(there.text(), Not(HasSubstr("ctsa.sheet-size")));
    EXPECT_THAT(there.text(), HasSubstr("ctsa.padded-image"));
    const Finished back = run({"convert", "glb", "-o", "back/", "--to", "ctsa"});
    ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
    expectTheSameBytes("back");
}

TEST_F(Sprites, ComeBackToTheByteAsMovedTextures) {
    const Finished there =
        run({"convert", "art", "-o", "glb/", "--ctsa-mode", "pointer", "--profile", "full"});
    ASSERT_EQ(there.exitCode, cli::kDone) << there.text();
    const Finished back = run({"convert", "glb", "-o", "back/", "--to", "ctsa"});
    ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
    expectTheSameBytes("back");
}

TEST_F(Sprites, AreOneFileEachOnTheWayBack) {
    ASSERT_EQ(run({"convert", "art/Sprites/Torch/Torch.ctsa", "-o", "torch.glb"}).exitCode, cli::kDone);
    ASSERT_EQ(run({"convert", "torch.glb", "-o", "Torch.ctsa"}).exitCode, cli::kDone);
    EXPECT_TRUE(textOf(folder.path() / "Torch.ctsa") ==
                textOf(folder.path() / "art/Sprites/Torch/Torch.ctsa"));
}

TEST_F(Sprites, ComeBackToTheByteThroughBlender) {
    if (blenderProgram().empty()) GTEST_SKIP() << kNoBlender;
    for (const std::string name : {"Hopper/Hop", "Hopper/Nothing", "Torch/Torch"}) {
        const std::string source = "art/Sprites/" + name + ".ctsa";
        ASSERT_EQ(run({"convert", source, "-o", "there.glb"}).exitCode, cli::kDone);
        const Finished blender = roundTripThroughBlender(folder.path(), "there.glb", "again.glb");
        ASSERT_EQ(blender.exitCode, 0) << blender.text();
        const Finished back = run({"convert", "again.glb", "-o", "back.ctsa"});
        ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
        EXPECT_TRUE(textOf(folder.path() / "back.ctsa") == textOf(folder.path() / source)) << name;
    }
}

/// Options for all ways to show frames. Animations must come back from each.
std::vector<std::vector<std::string>> showingOptions() {
    return {{},
            {"--complete-clips", "false"},
            {"--ctsa-mode", "pointer"},
            {"--ctsa-mode", "pointer", "--profile", "full"},
            {"--profile", "full", "--visibility", "extension"},
            {"--profile", "full", "--visibility", "both"}};
}

TEST_F(Sprites, ComeBackToTheByteWhenTheyAreMerged) {
    for (const std::vector<std::string>& options : showingOptions()) {
        SCOPED_TRACE(testing::PrintToString(options));
        std::vector<std::string> arguments = {"convert", "art", "-o", "all.glb", "--merge"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Finished there = run(arguments);
        ASSERT_EQ(there.exitCode, cli::kDone) << there.text();
        const Finished back = run({"convert", "all.glb", "-o", "back/", "--to", "ctsa"});
        ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
        EXPECT_THAT(
            back.text(),
            HasSubstr(
                "4 times: the animation was not edited and came back to the byte [ctsa-output.unchanged]"));
        expectTheSameBytes("back");
    }
}

TEST_F(Sprites, AreMergedToOneMaterialAndOneImage) {
    const std::string folderOfStrips = "art/Sprites/Hopper/";
    const Finished finished = run({"convert", folderOfStrips + "Land.ctsa", folderOfStrips + "Hop.ctsa",
                                   folderOfStrips + "Nothing.ctsa", "-o", "sheet.glb", "--merge"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const nlohmann::json gltf = jsonOfGlb(readBytes(folder.path() / "sheet.glb"));
    EXPECT_EQ(gltf.at("materials").size(), 1U);
    EXPECT_EQ(gltf.at("textures").size(), 1U);
    EXPECT_EQ(gltf.at("images").size(), 1U);
    EXPECT_EQ(gltf.at("animations").size(), 2U);
    const nlohmann::json& roots = gltf.at("scenes")[0].at("nodes");
    ASSERT_EQ(roots.size(), 3U);
    // Roots are in the order of the arguments, beside each other.
    EXPECT_EQ(gltf.at("nodes")[roots[0].get<std::size_t>()].at("name"), "Land");
    const nlohmann::json& second = gltf.at("nodes")[roots[1].get<std::size_t>()];
    EXPECT_EQ(second.at("name"), "Hop");
    EXPECT_GT(second.at("translation")[0].get<double>(), 0.0);
}

TEST_F(Sprites, ShareTheImageButNoMaterialThatMoves) {
    ASSERT_EQ(run({"convert", "art/Sprites/Hopper", "-o", "sheet.glb", "--merge", "--ctsa-mode", "pointer"})
                  .exitCode,
              cli::kDone);
    const nlohmann::json gltf = jsonOfGlb(readBytes(folder.path() / "sheet.glb"));
    EXPECT_EQ(gltf.at("materials").size(), 2U);
    EXPECT_EQ(gltf.at("images").size(), 1U);
}

TEST_F(Sprites, ThatAreAlikeComeBackFromAMergedFileEach) {
    const std::vector<std::byte> hop = readBytes(folder.path() / "art/Sprites/Hopper/Hop.ctsa");
    const std::vector<std::byte> sheet = readBytes(folder.path() / "art/Sprites/Hopper/Sheet.png");
    for (const char* name : {"twins/a/", "twins/b/"}) {
        folder.write(std::string(name) + "Hop.ctsa", hop);
        folder.write(std::string(name) + "Sheet.png", sheet);
    }
    for (const std::vector<std::string>& options : showingOptions()) {
        SCOPED_TRACE(testing::PrintToString(options));
        std::vector<std::string> arguments = {"convert", "twins", "-o", "twins.glb", "--merge"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        ASSERT_EQ(run(arguments).exitCode, cli::kDone);
        const Finished back = run({"convert", "twins.glb", "-o", "back/", "--to", "ctsa"});
        ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
        EXPECT_TRUE(readBytes(folder.path() / "back/Hop.ctsa") == hop);
        EXPECT_TRUE(readBytes(folder.path() / "back/Hop_2.ctsa") == hop);
    }
}

TEST_F(Sprites, AreMergedByFolderInAJob) {
    folder.write("merge.yaml",
                 std::string_view("rigkiln: 1\n"
                                  "jobs:\n"
                                  "  found: { uses: scan, root: art, include: ['**/*.ctsa'] }\n"
                                  "  sheets: { uses: merge, from: found }\n"
                                  "  glb: { uses: export, from: sheets, path: 'glb/{folder}.glb' }\n"));
    const Finished plan = run({"plan", "merge.yaml"});
    EXPECT_THAT(plan.text(), HasSubstr("  model Sprites/Hopper/Hop.ctsa (STEEL Sprite Studio animation)\n"
                                       "  model Sprites/Hopper/Land.ctsa"));
    const Finished there = run({"run", "merge.yaml"});
    ASSERT_EQ(there.exitCode, cli::kDone) << there.text();
    EXPECT_EQ(treeBelow(folder.path() / "glb").size(), 2U);
    ASSERT_EQ(run({"convert", "glb", "-o", "back/", "--to", "ctsa"}).exitCode, cli::kDone);
    expectTheSameBytes("back");
}

TEST_F(Sprites, MergedComeBackToTheByteThroughBlender) {
    if (blenderProgram().empty()) GTEST_SKIP() << kNoBlender;
    // These also come back from Blender unmerged.
    const std::vector<std::string> names = {"Hopper/Hop", "Hopper/Nothing", "Torch/Torch"};
    std::vector<std::string> arguments = {"convert", "-o", "there.glb", "--merge"};
    for (const std::string& name : names)
        arguments.push_back("art/Sprites/" + name + ".ctsa");
    ASSERT_EQ(run(arguments).exitCode, cli::kDone);
    const Finished blender = roundTripThroughBlender(folder.path(), "there.glb", "again.glb");
    ASSERT_EQ(blender.exitCode, 0) << blender.text();
    const Finished back = run({"convert", "again.glb", "-o", "back/", "--to", "ctsa"});
    ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
    for (const std::string& name : names) {
        const std::string file = fs::path(name).filename().string() + ".ctsa";
        EXPECT_TRUE(readBytes(folder.path() / "back" / file) ==
                    readBytes(folder.path() / ("art/Sprites/" + name + ".ctsa")))
            << name;
    }
}

TEST_F(Sprites, SayWhichOptionIsWrong) {
    const Finished wrong =
        run({"convert", "art/Sprites/Torch/Torch.ctsa", "-o", "x.glb", "--ctsa-sheet", "149"});
    EXPECT_EQ(wrong.exitCode, cli::kSomeFailed);
    EXPECT_THAT(wrong.text(),
                HasSubstr("option sheet: is '149', expected pixels as 600x75, each 1 to 1000000"));
    const Finished large =
        run({"convert", "art/Sprites/Torch/Torch.ctsa", "-o", "x.glb", "--ctsa-sheet", "512x23"});
    EXPECT_THAT(large.text(), HasSubstr("is 512x23, larger than the image 'Torch.png' of 256x32"));
}

}  // namespace
}  // namespace rigkiln::test
