#include "tools/corpus/sprites.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/blender.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Sprite animations to glTF and back by the files on disk.
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

    [[nodiscard]] Finished run(std::vector<std::string> arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    /// The generated animations under the names that `convert` gives them.
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
    const Finished there =
        run({"run", RIGKILN_CONFIGS_FOLDER "/ctsa.yaml", "-D", "input=" + (folder.path() / "art").string(),
             "-D", "output=" + (folder.path() / "glb").string()});
    ASSERT_EQ(there.exitCode, cli::kDone) << there.text();
    // The sheets are found, the padded one too.
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
