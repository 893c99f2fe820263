#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
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

/// Converts models with `height`, `feet_on_ground`, `rest_pose` and `joint_table`, and looks at the files
/// from outside.
namespace rigkiln::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Gives every test a folder with a character and two clips.
class SizeAndPose : public testing::Test {
protected:
    SizeAndPose() {
        const auto rig = corpus::planSwt();
        const auto sense = swat3::QuaternionSense::Conjugated;
        folder.write("guy.gsm", *encodeGsm(corpus::makeCharacter(rig, {swat3::Space::Model, sense})));
        folder.write("walk.gsa", *encodeGsa(corpus::makeGsa(rig, sense, {.versionMinor = 2, .frames = 11})));
        folder.write("stand.gsa", *encodeGsa(corpus::makeGsa(rig, sense, {.versionMinor = 2, .frames = 7})));
    }

    Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    Finished convert(const std::string& output, const std::vector<std::string>& options) const {
        std::vector<std::string> arguments = {"convert", "guy.gsm", "walk.gsa", "stand.gsa", "-o", output};
        arguments.insert(arguments.end(), options.begin(), options.end());
        Finished finished = run(arguments);
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        return finished;
    }

    [[nodiscard]] ReadGltf fileOf(const std::string& name) const {
        return readGlb((folder.path() / name).string());
    }

    void expectAlike(const std::string& leftName, const std::string& rightName,
                     double tolerance = 1e-6) const {
        const ReadGltf left = fileOf(leftName);
        const ReadGltf right = fileOf(rightName);
        const FileComparison comparison(left, right);
        ASSERT_EQ(left.animations.size(), right.animations.size());
        for (std::size_t a = 0; a < left.animations.size(); ++a) {
            for (int step = 0; step <= 50; ++step) {
                const float time = durationOf(left.animations[a]) * static_cast<float>(step) / 50.0F;
                EXPECT_LE(comparison.worst(&left.animations[a], &right.animations[a], time), tolerance)
                    << left.animations[a].name << " at " << time;
            }
        }
    }

    TemporaryFolder folder;
};

TEST_F(SizeAndPose, IsTheSameAsScaleWithTheFactorOfTheExtras) {
    convert("tall.glb", {"--height", "1.8m"});
    const nlohmann::json extras =
        jsonOfGlb(readBytes(folder.path() / "tall.glb")).at("asset").at("extras").at("rigkiln");
    convert("scaled.glb", {"--scale", extras.at("metres_per_unit").dump()});
    EXPECT_EQ(readBytes(folder.path() / "tall.glb"), readBytes(folder.path() / "scaled.glb"));
}

TEST_F(SizeAndPose, GivesTheFileBackToTheByte) {
    convert("tall.glb", {"--height", "1.8m"});
    for (const char* target : {"gsm", "gsa"}) {
        const Finished finished = run({"convert", "tall.glb", "--to", target, "-o", "back/"});
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    }
    EXPECT_EQ(readBytes(folder.path() / "back/tall.gsm"), readBytes(folder.path() / "guy.gsm"));
    EXPECT_EQ(readBytes(folder.path() / "back/walk.gsa"), readBytes(folder.path() / "walk.gsa"));
}

TEST_F(SizeAndPose, TellsWhichJointsThereAre) {
    const Finished finished =
        run({"convert", "guy.gsm", "-o", "guy.glb", "--height", "1.8m", "--height-of", "Foot,Head"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.text(), HasSubstr("guy.gsm: height_of: no joint 'Foot'"));
    EXPECT_THAT(finished.text(), HasSubstr("the joints are '"));
}

TEST_F(SizeAndPose, RefusesAClipAlone) {
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{"--height", "1.8m"}, std::vector<std::string>{"--feet-on-ground"}}) {
        std::vector<std::string> arguments = {"convert", "walk.gsa", "-o", "walk.glb"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
        EXPECT_THAT(finished.text(), HasSubstr("a clip without its model has no size"));
    }
}

TEST_F(SizeAndPose, RefusesOptionsThatContradictEachOther) {
    const Finished both = run({"convert", "guy.gsm", "-o", "guy.glb", "--height", "1.8m", "--scale", "2"});
    EXPECT_EQ(both.exitCode, cli::kBadUsage);
    EXPECT_THAT(both.text(),
                HasSubstr("--height: height decides the scale, so scale has to be left out; it is 2"));
    const Finished one =
        run({"convert", "guy.gsm", "-o", "guy.glb", "--height", "1.8m", "--height-of", "Head"});
    EXPECT_EQ(one.exitCode, cli::kBadUsage);
    EXPECT_THAT(one.text(),
                HasSubstr("--height-of: height_of has 1 names, expected the names of two different"));
}

TEST_F(SizeAndPose, StandsOnTheGroundAndIsLoweredAgain) {
    convert("plain.glb", {});
    convert("ground.glb", {"--feet-on-ground"});
    const ReadGltf left = fileOf("plain.glb");
    const ReadGltf right = fileOf("ground.glb");
    ASSERT_EQ(left.nodes.size(), right.nodes.size());
    // Every node of the source's joints is as much higher as every other, at rest and in clips.
    for (std::size_t a = 0; a < left.animations.size(); ++a) {
        const float time = durationOf(left.animations[a]) * 0.4F;
        const auto low = nodeWorlds(left, &left.animations[a], time);
        const auto high = nodeWorlds(right, &right.animations[a], time);
        const double up = high[0][3].y - low[0][3].y;
        EXPECT_GT(std::abs(up), 1e-3);
        for (std::size_t i = 0; i < low.size(); ++i) {
            if (right.nodes[i].skin >= 0) continue;
            EXPECT_NEAR(high[i][3].y - low[i][3].y, up, 1e-5) << left.nodes[i].name;
            EXPECT_NEAR(high[i][3].x, low[i][3].x, 1e-5) << left.nodes[i].name;
        }
    }
    const Finished compared = run({"diff", "plain.glb", "ground.glb", "--tolerance", "0.1mm"});
    EXPECT_EQ(compared.exitCode, cli::kDone) << compared.text();
}

TEST_F(SizeAndPose, MovesAsBeforeFromATPose) {
    for (const std::vector<std::string>& options : {std::vector<std::string>{},
                                                    {"--align", "24fps"},
                                                    {"--rigid", "skin"},
                                                    {"--root-motion", "extract"},
                                                    {"--complete-clips", "false"}}) {
        SCOPED_TRACE(options.empty() ? "" : options.front());
        convert("source.glb", options);
        std::vector<std::string> more = options;
        more.insert(more.end(), {"--rest-pose", "t"});
        convert("t.glb", more);
        expectAlike("source.glb", "t.glb");
        EXPECT_NE(readBytes(folder.path() / "source.glb"), readBytes(folder.path() / "t.glb"));
    }
}

TEST_F(SizeAndPose, HasArmsAlongXInATPose) {
    convert("t.glb", {"--rest-pose", "t", "--joint-names", "vrm"});
    const ReadGltf file = fileOf("t.glb");
    const auto worlds = nodeWorlds(file, nullptr, 0);
    const auto placeOf = [&](const std::string& name) {
        const auto node = std::ranges::find(file.nodes, name, &ReadNode::name);
        EXPECT_NE(node, file.nodes.end()) << name;
        return glm::dvec3(worlds[static_cast<std::size_t>(node - file.nodes.begin())][3]);
    };
    for (const std::string side : {"left", "right"}) {
        const glm::dvec3 arm = glm::normalize(placeOf(side + "LowerArm") - placeOf(side + "UpperArm"));
        EXPECT_NEAR(std::abs(arm.x), 1, 1e-5) << side;
        const glm::dvec3 leg = glm::normalize(placeOf(side + "LowerLeg") - placeOf(side + "UpperLeg"));
        EXPECT_NEAR(leg.y, -1, 1e-5) << side;
    }
}

TEST_F(SizeAndPose, SaysWhichNodesAreTheBonesOfAVrmHumanoid) {
    const std::vector<std::string> options = {"--humanoid",        "vrm",
                                              "--vrm-authors",     "A. Nonymous,B",
                                              "--vrm-license-url", "https://vrm.dev/licenses/1.0/"};
    std::vector<std::string> posed = options;
    posed.insert(posed.end(), {"--rest-pose", "t"});
    convert("vrm.glb", posed);
    const nlohmann::json file = jsonOfGlb(readBytes(folder.path() / "vrm.glb"));
    const nlohmann::json& vrm = file.at("extensions").at("VRMC_vrm");
    EXPECT_EQ(vrm.at("meta").at("authors"), nlohmann::json({"A. Nonymous", "B"}));
    const std::size_t hand = vrm.at("humanoid").at("humanBones").at("leftHand").at("node");
    EXPECT_THAT(file.at("nodes").at(hand).at("name").get<std::string>(), HasSubstr("L Hand"));
    convert("t.glb", {"--rest-pose", "t"});
    expectAlike("t.glb", "vrm.glb");
    // Without a T-pose it is no VRM.
    const Finished refused = convert("source.glb", options);
    EXPECT_THAT(refused.text(), HasSubstr("gltf.vrm-not-written"));
    EXPECT_FALSE(jsonOfGlb(readBytes(folder.path() / "source.glb")).contains("extensions"));
}

/// Names of all nodes of a GLB.
std::vector<std::string> nodeNames(const std::filesystem::path& path) {
    std::vector<std::string> names;
    const nlohmann::json file = jsonOfGlb(readBytes(path));
    for (const nlohmann::json& node : file.at("nodes"))
        names.push_back(node.at("name"));
    return names;
}

TEST_F(SizeAndPose, NamesJointsByATableAndTakesItBack) {
    folder.write("names.yaml", "joints: {'Biped L *': 'left *'}\nrequired: [left Hand]\n");
    convert("source.glb", {});
    EXPECT_THAT(nodeNames(folder.path() / "source.glb"), Not(Contains(HasSubstr("left "))));
    const Finished named = convert("named.glb", {"--joint-table", "names.yaml"});
    EXPECT_THAT(nodeNames(folder.path() / "named.glb"), Contains(HasSubstr("left ")));
    EXPECT_THAT(named.text(), HasSubstr("gltf.joints-named"));
    expectAlike("source.glb", "named.glb");
    for (const char* target : {"gsm", "gsa"}) {
        const Finished finished = run({"convert", "named.glb", "--to", target, "-o", "back/"});
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    }
    EXPECT_EQ(readBytes(folder.path() / "back/named.gsm"), readBytes(folder.path() / "guy.gsm"));
    EXPECT_EQ(readBytes(folder.path() / "back/walk.gsa"), readBytes(folder.path() / "walk.gsa"));
}

TEST_F(SizeAndPose, ConvertsAgainWhenTheTableOfNamesChanges) {
    const std::filesystem::path output = folder.path() / "guy.glb";
    const std::vector<std::string> options = {"--joint-table", "names.yaml", "--state", "state"};
    folder.write("names.yaml", "joints: {'*L Hand': one}\n");
    convert("guy.glb", options);
    EXPECT_THAT(nodeNames(output), Contains("one"));
    const auto made = std::filesystem::last_write_time(output);
    convert("guy.glb", options);
    EXPECT_EQ(std::filesystem::last_write_time(output), made);
    folder.write("names.yaml", "joints: {'*L Hand': other}\n");
    convert("guy.glb", options);
    EXPECT_THAT(nodeNames(output), Contains("other"));
}

TEST_F(SizeAndPose, TellsWhatIsWrongWithATableOfNames) {
    const std::vector<std::string> arguments = {"convert", "guy.gsm",       "-o",
                                                "guy.glb", "--joint-table", "names.yaml"};
    EXPECT_THAT(run(arguments).text(), HasSubstr("names.yaml"));
    folder.write("names.yaml", "joints:\n  'B*': '*_*'\n");
    const Finished wrong = run(arguments);
    EXPECT_NE(wrong.exitCode, cli::kDone);
    EXPECT_THAT(wrong.text(), HasSubstr("names.yaml: line 2: entry 'B*': the new name '*_*' has 2 *"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "guy.glb"));
}

TEST_F(SizeAndPose, GivesTheRestPoseOfTheSourceBack) {
    convert("source.glb", {});
    convert("t.glb", {"--rest-pose", "t"});
    const Finished compared = run({"diff", "source.glb", "t.glb", "--tolerance", "0.001mm"});
    EXPECT_EQ(compared.exitCode, cli::kDone) << compared.text();
    for (const char* target : {"gsm", "gsa"}) {
        const Finished finished = run({"convert", "t.glb", "--to", target, "-o", "back/"});
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    }
    EXPECT_EQ(readBytes(folder.path() / "back/t.gsm"), readBytes(folder.path() / "guy.gsm"));
    EXPECT_EQ(readBytes(folder.path() / "back/walk.gsa"), readBytes(folder.path() / "walk.gsa"));
}

TEST_F(SizeAndPose, IsTheSourcesByDefault) {
    convert("usual.glb", {});
    convert("source.glb", {"--rest-pose", "source"});
    EXPECT_EQ(readBytes(folder.path() / "usual.glb"), readBytes(folder.path() / "source.glb"));
}

}  // namespace
}  // namespace rigkiln::test
