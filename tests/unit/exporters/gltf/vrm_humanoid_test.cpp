#include "exporters/gltf/vrm_humanoid.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

constexpr const char* kLicense = "https://vrm.dev/licenses/1.0/";

std::size_t add(Scene& scene, const std::string& name, std::size_t parent, glm::vec3 place) {
    Joint& joint = scene.joints.emplace_back();
    joint.name = name;
    joint.parent = IndexOf<Joint>(parent);
    joint.rest.translation = place;
    return scene.joints.size() - 1;
}

/// A human in a T-pose, with a neck, shoulders, toes and two joints of a finger, but no chest.
Scene tPose() {
    Scene scene;
    scene.name = "human";
    scene.joints.emplace_back().name = "root";
    const std::size_t hips = add(scene, "Bip01 Pelvis", 0, {0, 1, 0});
    const std::size_t spine = add(scene, "Bip01 Spine", hips, {0, 0.2F, 0});
    const std::size_t neck = add(scene, "Bip01 Neck", spine, {0, 0.4F, 0});
    add(scene, "Bip01 Head", neck, {0, 0.1F, 0});
    for (const std::string side : {"L", "R"}) {
        const float out = side == "L" ? 1.0F : -1.0F;
        const std::size_t shoulder = add(scene, "Bip01 " + side + " Clavicle", neck, {0.05F * out, 0, 0});
        const std::size_t upper = add(scene, "Bip01 " + side + " UpperArm", shoulder, {0.1F * out, 0, 0});
        const std::size_t lower = add(scene, "Bip01 " + side + " Forearm", upper, {0.3F * out, 0, 0});
        const std::size_t hand = add(scene, "Bip01 " + side + " Hand", lower, {0.3F * out, 0, 0});
        const std::size_t finger = add(scene, "Bip01 " + side + " Finger1", hand, {0.1F * out, 0, 0});
        add(scene, "Bip01 " + side + " Finger11", finger, {0.05F * out, 0, 0});
        const std::size_t thigh = add(scene, "Bip01 " + side + " Thigh", hips, {0.1F * out, 0, 0});
        const std::size_t calf = add(scene, "Bip01 " + side + " Calf", thigh, {0, -0.45F, 0});
        const std::size_t foot = add(scene, "Bip01 " + side + " Foot", calf, {0, -0.45F, 0});
        add(scene, "Bip01 " + side + " Toe0", foot, {0, -0.05F, 0.1F});
    }
    addSkinnedTriangle(scene, "body");
    return scene;
}

std::size_t numberOf(const Scene& scene, const std::string& name) {
    const auto found = std::ranges::find(scene.joints, name, &Joint::name);
    EXPECT_NE(found, scene.joints.end()) << name;
    return static_cast<std::size_t>(found - scene.joints.begin());
}

ExportSettings asVrm() {
    return {.humanoid = "vrm", .vrmAuthors = {"A. Nonymous"}, .vrmLicenseUrl = kLicense};
}

struct WrittenVrm {
    Json json{};
    std::vector<std::string> reasons{};  ///< details of the issue that it was not written
};

WrittenVrm written(const Scene& scene, const ExportSettings& settings) {
    Diagnostics diagnostics;
    const Result<OutputSet> files = exportScene(scene, settings, diagnostics);
    EXPECT_TRUE(files) << (files ? "" : files.error().text());
    WrittenVrm result{.json = jsonOf(*files, "model.glb")};
    for (const Issue& issue : diagnostics.issues()) {
        if (issue.kind->id == kVrmNotWritten.id) result.reasons.push_back(issue.details);
    }
    return result;
}

/// Expects what the schema of VRMC_vrm 1.0 requires: specVersion, meta, humanoid; name, authors and
/// licenseUrl of meta; the required bones, each with a node of its own.
void expectSatisfiesTheSchema(const Json& document) {
    EXPECT_THAT(document.at("extensionsUsed").get<std::vector<std::string>>(), testing::Contains("VRMC_vrm"));
    EXPECT_FALSE(document.contains("extensionsRequired"));
    const Json& vrm = document.at("extensions").at("VRMC_vrm");
    EXPECT_EQ(vrm.at("specVersion"), "1.0");
    EXPECT_FALSE(vrm.at("meta").at("name").get<std::string>().empty());
    const auto authors = vrm.at("meta").at("authors").get<std::vector<std::string>>();
    ASSERT_FALSE(authors.empty());
    EXPECT_FALSE(authors.front().empty());
    EXPECT_EQ(vrm.at("meta").at("licenseUrl"), kLicense);
    const Json& bones = vrm.at("humanoid").at("humanBones");
    for (const char* bone : {"hips", "spine", "head", "leftUpperLeg", "leftLowerLeg", "leftFoot",
                             "rightUpperLeg", "rightLowerLeg", "rightFoot", "leftUpperArm", "leftLowerArm",
                             "leftHand", "rightUpperArm", "rightLowerArm", "rightHand"})
        EXPECT_TRUE(bones.contains(bone)) << bone;
    std::set<std::size_t> nodes;
    for (const auto& [bone, value] : bones.items()) {
        const auto node = value.at("node").get<std::size_t>();
        EXPECT_LT(node, document.at("nodes").size()) << bone;
        EXPECT_TRUE(nodes.insert(node).second) << bone;
    }
}

TEST(VrmHumanoid, SatisfiesTheSchema) {
    const Scene scene = tPose();
    const WrittenVrm file = written(scene, asVrm());
    EXPECT_TRUE(file.reasons.empty());
    expectSatisfiesTheSchema(file.json);
    const Json& bones = file.json.at("extensions").at("VRMC_vrm").at("humanoid").at("humanBones");
    EXPECT_EQ(bones.at("leftLowerArm").at("node"), numberOf(scene, "Bip01 L Forearm"));
    EXPECT_EQ(bones.at("rightIndexIntermediate").at("node"), numberOf(scene, "Bip01 R Finger11"));
    EXPECT_EQ(bones.at("leftToes").at("node"), numberOf(scene, "Bip01 L Toe0"));
    EXPECT_FALSE(bones.contains("chest"));
    EXPECT_EQ(bones.size(), 4U + 2 * 10U);
}

TEST(VrmHumanoid, IsNotWrittenByDefault) {
    EXPECT_FALSE(written(tPose(), {}).json.contains("extensions"));
}

TEST(VrmHumanoid, LeavesOutOptionalBonesThatVrmDoesNotAllow) {
    Scene scene = tPose();
    // An intermediate joint of a finger without the proximal one, and a toe that hangs on the calf.
    scene.joints[numberOf(scene, "Bip01 L Finger1")].name = "other";
    scene.joints[numberOf(scene, "Bip01 R Toe0")].parent = IndexOf<Joint>(numberOf(scene, "Bip01 R Calf"));
    const WrittenVrm file = written(scene, asVrm());
    expectSatisfiesTheSchema(file.json);
    const Json& bones = file.json.at("extensions").at("VRMC_vrm").at("humanoid").at("humanBones");
    EXPECT_FALSE(bones.contains("leftIndexIntermediate"));
    EXPECT_TRUE(bones.contains("rightIndexIntermediate"));
    EXPECT_FALSE(bones.contains("rightToes"));
    EXPECT_TRUE(bones.contains("leftToes"));
}

/// Expects that a scene is written without the extension, for a reason that has this text.
void expectRefused(const Scene& scene, const ExportSettings& settings, const std::string& reason) {
    const WrittenVrm file = written(scene, settings);
    EXPECT_FALSE(file.json.contains("extensions"));
    ASSERT_EQ(file.reasons.size(), 1U);
    EXPECT_EQ(file.reasons.front(), reason);
}

TEST(VrmHumanoid, NeedsAnAuthorAndALicence) {
    expectRefused(
        tPose(), {.humanoid = "vrm"},
        "vrm_authors names nobody; vrm_license_url is '', VRM 1.0 accepts https://vrm.dev/licenses/1.0/");
}

TEST(VrmHumanoid, NeedsAllRequiredBones) {
    Scene scene = tPose();
    scene.joints[numberOf(scene, "Bip01 Head")].name = "other";
    scene.joints[numberOf(scene, "Bip01 L Foot")].name = "other";
    expectRefused(scene, asVrm(), "bones not found: head, leftFoot");
    scene.joints[numberOf(scene, "Bip01 Pelvis")].name = "other";
    expectRefused(scene, asVrm(), "0 humanoids found, expected one");
}

TEST(VrmHumanoid, NeedsBonesThatHangOnEachOther) {
    Scene scene = tPose();
    scene.joints[numberOf(scene, "Bip01 L Calf")].parent = IndexOf<Joint>(1);
    expectRefused(scene, asVrm(), "joint 'Bip01 L Calf' does not hang on joint 'Bip01 L Thigh'");
}

TEST(VrmHumanoid, NeedsATPoseThatLooksForward) {
    Scene scene = tPose();
    scene.joints[numberOf(scene, "Bip01 R Hand")].rest.translation = {-0.3F, -0.3F, 0};
    expectRefused(
        scene, asVrm(),
        "rightLowerArm points along (-0.71, -0.71, 0.00), expected (-1, 0, 0): rest_pose: t makes a T-pose");
    scene = tPose();
    scene.joints[0].rest.rotation = {0, 0, 1, 0};
    const WrittenVrm file = written(scene, asVrm());
    ASSERT_EQ(file.reasons.size(), 1U);
    EXPECT_THAT(file.reasons.front(), HasSubstr("leftUpperArm points along (-1.00, 0.00, "));
}

TEST(VrmHumanoid, NeedsPositiveUniformScales) {
    for (const glm::vec3& scale : {glm::vec3(1, 2, 1), glm::vec3(0), glm::vec3(-1)}) {
        Scene scene = tPose();
        scene.joints[numberOf(scene, "Bip01 R Toe0")].rest.scale = scale;
        const WrittenVrm file = written(scene, asVrm());
        ASSERT_EQ(file.reasons.size(), 1U);
        EXPECT_THAT(file.reasons.front(), HasSubstr("node 'Bip01 R Toe0' has a scale of ("));
    }
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
