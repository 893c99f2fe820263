#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/file_comparison.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/integration/pose_check.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// Converts models with `root_motion`, and compares the files from outside.
namespace rigkiln::test {
namespace {

/// Gives every test a folder with a character that walks forward and one clip in which it stands.
class RootMotionOption : public testing::Test {
protected:
    RootMotionOption() {
        const auto rig = corpus::planSwt();
        const auto sense = swat3::QuaternionSense::Conjugated;
        swat3::GsaFile walk = corpus::makeGsa(rig, sense, {.versionMinor = 2, .frames = 11});
        float way = 0;
        for (swat3::GsaFrame& frame : walk.frames) {
            frame.rootPosition[0] += 1.5F * way;
            frame.rootPosition[2] += 4.0F * way;
            way += 1;
        }
        folder.write("guy.gsm", *encodeGsm(corpus::makeCharacter(rig, {swat3::Space::Model, sense})));
        folder.write("walk.gsa", *encodeGsa(walk));
        folder.write("stand.gsa", *encodeGsa(corpus::makeGsa(rig, sense, {.versionMinor = 2, .frames = 7})));
    }

    Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    void convert(const std::string& output, const std::vector<std::string>& options) const {
        std::vector<std::string> arguments = {"convert", "guy.gsm", "walk.gsa", "stand.gsa", "-o", output};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Finished finished = run(arguments);
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    }

    [[nodiscard]] ReadGltf fileOf(const std::string& name) const {
        return readGlb((folder.path() / name).string());
    }

    /// The record of a clip.
    [[nodiscard]] nlohmann::json recordOf(const std::string& name, const std::string& clip) const {
        const nlohmann::json json = jsonOfGlb(readBytes(folder.path() / name));
        for (const nlohmann::json& animation : json.at("animations")) {
            if (animation.at("name") == clip) return animation.at("extras").at("rigkiln");
        }
        return nullptr;
    }

    /// Expects the same vertices in both files at times of all clips.
    void expectAlike(const std::string& leftName, const std::string& rightName) const {
        const ReadGltf left = fileOf(leftName);
        const ReadGltf right = fileOf(rightName);
        const FileComparison comparison(left, right);
        ASSERT_EQ(left.animations.size(), right.animations.size());
        for (std::size_t a = 0; a < left.animations.size(); ++a) {
            for (int step = 0; step <= 50; ++step) {
                const float time = durationOf(left.animations[a]) * static_cast<float>(step) / 50.0F;
                EXPECT_LE(comparison.worst(&left.animations[a], &right.animations[a], time), 1e-6)
                    << left.animations[a].name << " at " << time;
            }
        }
    }

    TemporaryFolder folder;
};

TEST_F(RootMotionOption, MovesTheCharacterAsBefore) {
    convert("keep.glb", {});
    convert("extract.glb", {"--root-motion", "extract"});
    expectAlike("keep.glb", "extract.glb");
    const nlohmann::json record = recordOf("extract.glb", "walk").at("root_motion");
    EXPECT_GT(record.at("distance").get<double>(), 0.5) << record;
    EXPECT_FALSE(recordOf("extract.glb", "stand").contains("root_motion"));
    const ReadGltf file = fileOf("extract.glb");
    const auto root = std::ranges::find(file.nodes, "root_motion", &ReadNode::name);
    ASSERT_NE(root, file.nodes.end());
    const auto worlds = nodeWorlds(file, &file.animations[0], durationOf(file.animations[0]));
    const auto& place = worlds[static_cast<std::size_t>(root - file.nodes.begin())][3];
    EXPECT_EQ(file.animations[0].name, "walk");
    EXPECT_NEAR(place.x, record.at("travel").at(0).get<double>(), 1e-6);
    EXPECT_NEAR(place.z, record.at("travel").at(1).get<double>(), 1e-6);
    EXPECT_EQ(place.y, 0);
    ASSERT_FALSE(file.skins.empty());
}

TEST_F(RootMotionOption, GoesWithOtherSteps) {
    const std::vector<std::vector<std::string>> others = {
        {"--align", "24fps"}, {"--rate", "30fps"}, {"--rigid", "skin"}, {"--preset", "unreal"}};
    for (const std::vector<std::string>& options : others) {
        SCOPED_TRACE(options.back());
        convert("keep.glb", options);
        std::vector<std::string> more = options;
        more.insert(more.end(), {"--root-motion", "extract"});
        convert("extract.glb", more);
        expectAlike("keep.glb", "extract.glb");
    }
}

TEST_F(RootMotionOption, IsTheSameEveryTime) {
    convert("one.glb", {"--root-motion", "extract", "--max-error", "1mm"});
    convert("two.glb", {"--root-motion", "extract", "--max-error", "1mm"});
    EXPECT_EQ(readBytes(folder.path() / "one.glb"), readBytes(folder.path() / "two.glb"));
    convert("keep.glb", {"--root-motion", "keep"});
    convert("usual.glb", {});
    EXPECT_EQ(readBytes(folder.path() / "keep.glb"), readBytes(folder.path() / "usual.glb"));
}

TEST_F(RootMotionOption, IsUndoneByReading) {
    convert("keep.glb", {});
    convert("extract.glb", {"--root-motion", "extract"});
    const Finished compared = run({"diff", "keep.glb", "extract.glb", "--tolerance", "0.01mm"});
    EXPECT_EQ(compared.exitCode, cli::kDone) << compared.text();
}

TEST_F(RootMotionOption, GoesBackToTheGame) {
    for (const std::string mode : {"keep", "extract"}) {
        convert("guy.glb", {"--root-motion", mode, "--keep-source", "false"});
        for (const char* target : {"gsm", "gsa"}) {
            const Finished finished = run({"convert", "guy.glb", "--to", target, "-o", mode + "/"});
            ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
        }
        const Finished again = run({"convert", mode + "/guy.gsm", mode + "/walk.gsa", mode + "/stand.gsa",
                                    "-o", mode + "-again.glb"});
        ASSERT_EQ(again.exitCode, cli::kDone) << again.text();
    }
    expectAlike("keep-again.glb", "extract-again.glb");
}

TEST_F(RootMotionOption, RemovesTheTravel) {
    convert("remove.glb", {"--root-motion", "remove"});
    const nlohmann::json record = recordOf("remove.glb", "walk").at("root_motion");
    EXPECT_GT(record.at("distance").get<double>(), 0.5) << record;
    const ReadGltf file = fileOf("remove.glb");
    const auto carrier =
        std::ranges::find(file.nodes, record.at("joint").get<std::string>(), &ReadNode::name);
    ASSERT_NE(carrier, file.nodes.end());
    const auto number = static_cast<std::size_t>(carrier - file.nodes.begin());
    const auto start = nodeWorlds(file, &file.animations[0], 0)[number][3];
    for (int step = 0; step <= 50; ++step) {
        const float time = durationOf(file.animations[0]) * static_cast<float>(step) / 50.0F;
        const auto place = nodeWorlds(file, &file.animations[0], time)[number][3];
        EXPECT_NEAR(place.x, start.x, 1e-6);
        EXPECT_NEAR(place.z, start.z, 1e-6);
    }
}

TEST(RootMotionOfAll, MovesGeneratedModelsAsBefore) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    for (const char* mode : {"keep", "extract"}) {
        const Finished finished =
            runRigkiln({"convert", "art", "-o", std::string(mode) + "/", "--root-motion", mode},
                       {.folder = folder.path(), .environment = {}, .program = {}});
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    }
    std::size_t travelled = 0;
    for (const auto& [path, bytes] : treeBelow(folder.path() / "keep")) {
        if (!path.ends_with(".glb")) continue;
        const std::string other = (folder.path() / "extract" / path).string();
        if (readBytes(other) == bytes) continue;
        SCOPED_TRACE(path);
        ++travelled;
        const ReadGltf left = readGlb((folder.path() / "keep" / path).string());
        const ReadGltf right = readGlb(other);
        const FileComparison comparison(left, right);
        for (std::size_t a = 0; a < left.animations.size(); ++a) {
            for (int step = 0; step <= 50; ++step) {
                const float time = durationOf(left.animations[a]) * static_cast<float>(step) / 50.0F;
                EXPECT_LE(comparison.worst(&left.animations[a], &right.animations[a], time), 1e-6);
            }
        }
    }
    EXPECT_GT(travelled, 0U);
}

}  // namespace
}  // namespace rigkiln::test
