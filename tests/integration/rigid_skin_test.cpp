#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/blender.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Converts models with `rigid`, and looks at the files from outside.
namespace rigkiln::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Gives every test a folder with a model and two clips.
class RigidSkin : public testing::Test {
protected:
    RigidSkin() {
        for (const char* name : {"SHIP.ALO", "SHIP_IDLE_00.ala", "SHIP_DEPLOY_00.ALA"})
            folder.write(name, artFile(std::string("Models/") + name));
    }

    Finished convert(const std::string& output, const std::vector<std::string>& options) const {
        std::vector<std::string> arguments = {"convert", "SHIP.ALO", "SHIP_IDLE_00.ala", "SHIP_DEPLOY_00.ALA",
                                              "-o",      output};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run(arguments);
    }

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    [[nodiscard]] nlohmann::json jsonOf(const std::string& name) const {
        return jsonOfGlb(readBytes(folder.path() / name));
    }

    TemporaryFolder folder;
};

TEST_F(RigidSkin, IsAnOptionOfConvert) {
    ASSERT_EQ(convert("nodes.glb", {}).exitCode, cli::kDone);
    ASSERT_EQ(convert("skin.glb", {"--rigid", "skin"}).exitCode, cli::kDone);
    ASSERT_EQ(convert("auto.glb", {"--rigid", "auto"}).exitCode, cli::kDone);
    const auto skinnedMeshes = [&](const std::string& name) {
        const nlohmann::json json = jsonOf(name);
        return std::ranges::count_if(json.at("nodes"), [](const nlohmann::json& node) {
            return node.contains("mesh") && node.contains("skin");
        });
    };
    const auto meshes = [&](const std::string& name) {
        const nlohmann::json json = jsonOf(name);
        return std::ranges::count_if(json.at("nodes"),
                                     [](const nlohmann::json& node) { return node.contains("mesh"); });
    };
    EXPECT_LT(skinnedMeshes("nodes.glb"), meshes("nodes.glb"));
    EXPECT_EQ(skinnedMeshes("skin.glb"), meshes("skin.glb"));
    EXPECT_EQ(readBytes(folder.path() / "auto.glb"), readBytes(folder.path() / "skin.glb"));
}

TEST_F(RigidSkin, IsUndoneByReading) {
    ASSERT_EQ(convert("nodes.glb", {}).exitCode, cli::kDone);
    ASSERT_EQ(convert("skin.glb", {"--rigid", "skin"}).exitCode, cli::kDone);
    const Finished compared = run({"diff", "nodes.glb", "skin.glb", "--tolerance", "0.01mm"});
    EXPECT_EQ(compared.exitCode, cli::kDone) << compared.text();
}

TEST_F(RigidSkin, IsOneArmatureWithOneActionForEachClipInBlender) {
    if (blenderProgram().empty()) GTEST_SKIP() << kNoBlender;
    ASSERT_EQ(convert("nodes.glb", {}).exitCode, cli::kDone);
    ASSERT_EQ(convert("skin.glb", {"--rigid", "skin"}).exitCode, cli::kDone);
    Finished finished = countInBlender(folder.path(), "skin.glb", "counts.json");
    ASSERT_EQ(finished.exitCode, 0) << finished.text();
    const nlohmann::json counts = nlohmann::json::parse(textOf(folder.path() / "counts.json"));
    EXPECT_EQ(counts.at("ARMATURE"), 1) << counts;
    EXPECT_THAT(counts.at("actions"), SizeIs(2)) << counts;
    EXPECT_FALSE(counts.contains("EMPTY")) << counts;

    finished = comparePosesInBlender(folder.path(), "nodes.glb", "skin.glb", "differences.json");
    ASSERT_EQ(finished.exitCode, 0) << finished.text();
    const nlohmann::json clips = nlohmann::json::parse(textOf(folder.path() / "differences.json"));
    ASSERT_THAT(clips, SizeIs(2));
    for (const auto& [name, difference] : clips.items())
        EXPECT_LE(difference.at("largest"), 1e-4) << name << ": " << difference;
}

TEST_F(RigidSkin, OfThePresetHasKeysOnFramesInBlender) {
    if (blenderProgram().empty()) GTEST_SKIP() << kNoBlender;
    const auto counts = [&](const std::string& name, const std::vector<std::string>& options) {
        EXPECT_EQ(convert(name, options).exitCode, cli::kDone);
        const Finished finished = countInBlender(folder.path(), name, name + ".json");
        EXPECT_EQ(finished.exitCode, 0) << finished.text();
        return nlohmann::json::parse(textOf(folder.path() / (name + ".json")));
    };
    const nlohmann::json preset = counts("preset.glb", {"--preset", "blender"});
    EXPECT_EQ(preset.at("ARMATURE"), 1);
    EXPECT_THAT(preset.at("actions"), SizeIs(2));
    EXPECT_EQ(preset.at("keys_between_frames"), 0);
    EXPECT_GT(counts("usual.glb", {}).at("keys_between_frames"), 0);
}

TEST_F(RigidSkin, ComesBackAsPartsFromBlender) {
    if (blenderProgram().empty()) GTEST_SKIP() << kNoBlender;
    ASSERT_EQ(convert("skin.glb", {"--rigid", "skin"}).exitCode, cli::kDone);
    const Finished blender = roundTripThroughBlender(folder.path(), "skin.glb", "again.glb");
    ASSERT_EQ(blender.exitCode, 0) << blender.text();
    const Finished back = run({"convert", "again.glb", "-o", "back.glb"});
    ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
    EXPECT_THAT(back.text(), testing::Not(HasSubstr("rigid-skin-kept")));
    const nlohmann::json json = jsonOf("back.glb");
    for (const nlohmann::json& node : json.at("nodes")) {
        const std::string extras = node.value("extras", nlohmann::json::object()).dump();
        EXPECT_THAT(extras, testing::Not(HasSubstr("rigid_part"))) << node;
        EXPECT_THAT(extras, testing::Not(HasSubstr("added_joint"))) << node;
    }
}

}  // namespace
}  // namespace rigkiln::test
