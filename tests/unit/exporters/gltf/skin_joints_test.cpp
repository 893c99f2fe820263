#include "exporters/gltf/skin_joints.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/matrix.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using testing::ElementsAre;

/// Root 0 with joint 1, below which two arms stand: 2 with 3, and 4. A triangle follows 3 and 4, bound one
/// metre above the places of the joints at rest.
Scene twoArms() {
    Scene scene = chainOfJoints(4);
    scene.joints.push_back({.name = "other",
                            .parent = IndexOf<Joint>(1),
                            .rest = {.translation = {0.25F, 0.0F, 0.0F}},
                            .sourceIndex = {},
                            .extras = {}});
    addSkinnedTriangle(scene, "arms");
    Skin& skin = scene.skins[0];
    skin.joints = {IndexOf<Joint>(3), IndexOf<Joint>(4)};
    skin.inverseBindMatrices = {glm::translate(glm::mat4(1.0F), {0.0F, -2.5F, 0.0F}),
                                glm::translate(glm::mat4(1.0F), {-0.25F, -1.5F, 0.0F})};
    for (auto& joints : scene.meshes[0].primitives[0].influenceSets[0].joints)
        joints[0] = joints[0] % 2;
    return scene;
}

/// A skin of that many leaves below a root that is in no skin.
Scene leaves(std::size_t count) {
    Scene scene = chainOfJoints(1);
    for (std::size_t i = 0; i < count; ++i)
        scene.joints.push_back({.name = "leaf" + std::to_string(i),
                                .parent = IndexOf<Joint>(0),
                                .rest = {},
                                .sourceIndex = {},
                                .extras = {}});
    addSkinnedTriangle(scene, "bush");
    scene.skins[0].joints.erase(scene.skins[0].joints.begin());
    scene.skins[0].inverseBindMatrices.pop_back();
    return scene;
}

TEST(SkinJoints, OfATreeIncludeTheClosestCommonRootAndTheJointsBetween) {
    const ReadGltf file = readBack(twoArms(), {.skinJoints = "tree"});
    EXPECT_THAT(file.skins[0].joints, ElementsAre(3, 4, 1, 2)) << "those of the source first";
    EXPECT_EQ(file.json.at("skins").at(0).at("skeleton"), 1);
    EXPECT_EQ(record(file.json.at("skins").at(0), "rigkiln_skin").at("added_joints"), 2);
    const ReadGltf source = readBack(twoArms());
    EXPECT_THAT(source.skins[0].joints, ElementsAre(3, 4));
    EXPECT_FALSE(source.json.at("skins").at(0).contains("skeleton"));
    EXPECT_FALSE(source.json.at("skins").at(0).contains("extras"));
}

TEST(SkinJoints, OfATreeStandAtBindWhereThoseBelowThemStood) {
    const ReadGltf file = readBack(twoArms(), {.skinJoints = "tree"});
    const ReadValues& binds = file.skins[0].inverseBindMatrices;
    ASSERT_EQ(binds.size(), 4U);
    EXPECT_EQ(binds.at(0)[13], -2.5F);
    EXPECT_EQ(binds.at(1)[13], -1.5F);
    EXPECT_EQ(binds.at(2)[13], -1.5F) << "joint 1 is at 0.5 at rest, and was bound a metre above";
    EXPECT_EQ(binds.at(3)[13], -2.0F);
}

TEST(SkinJoints, OfATreeHaveAnInverseWhereAJointHasAScaleOfZero) {
    Scene scene = twoArms();
    scene.joints[3].rest.scale = glm::vec3(0.0F);
    const ReadGltf file = readBack(scene, {.skinJoints = "tree"});
    EXPECT_EQ(file.skins[0].inverseBindMatrices.at(3)[0], 1.0F);
}

TEST(SkinJoints, ThatAreATreeAlreadyStay) {
    Scene scene = chainOfJoints(3);
    addSkinnedTriangle(scene, "rope");
    const ReadGltf file = readBack(scene, {.skinJoints = "tree"});
    EXPECT_THAT(file.skins[0].joints, ElementsAre(0, 1, 2));
    EXPECT_EQ(file.json.at("skins").at(0).at("skeleton"), 0);
    EXPECT_FALSE(file.json.at("skins").at(0).contains("extras"));
}

TEST(SkinJoints, StayWhereThereIsNoRoom) {
    for (const std::size_t count : {255U, 256U, 300U}) {
        Diagnostics diagnostics;
        const std::vector<SkinJoints> skins = listSkinJoints(leaves(count), true, diagnostics);
        EXPECT_EQ(skins[0].joints.size(), count == 255 ? 256U : count);
        EXPECT_EQ(skins[0].addedJoints, count == 255 ? 1U : 0U);
        EXPECT_EQ(skins[0].skeleton.has_value(), count == 255);
        EXPECT_EQ(diagnostics.has(kSkinNotOneTree), count != 255);
        if (count == 255) continue;
        EXPECT_EQ(diagnostics.issues().at(0).details,
                  "has " + std::to_string(count) + " joints and room for 0 more");
    }
}

TEST(SkinJoints, AreTheSameInTheFilesOfClips) {
    Scene scene = twoArms();
    Clip clip = clipNamed("wave", 1.0F);
    tracksOf(clip, 3).translation = {
        .interpolation = Interpolation::Linear, .times = {0.0F, 1.0F}, .values = {{0, 0, 0}, {0, 1, 0}}};
    scene.clips.push_back(clip);
    const OutputSet files = exported(scene, {.skinJoints = "tree", .clips = "separate"});
    EXPECT_EQ(jsonOf(files, "model@wave.glb").at("skins"), jsonOf(files, "model.glb").at("skins"));
}

/// A chain with many skins that have its last two joints: none may look at the whole chain.
TEST(SkinJoints, OfManySkinsOnADeepSkeletonAreFoundFromBelow) {
    constexpr std::size_t kDepth = 20000;
    Scene scene = chainOfJoints(kDepth);
    const Skin skin{.name = "pair",
                    .joints = {IndexOf<Joint>(kDepth - 3), IndexOf<Joint>(kDepth - 1)},
                    .inverseBindMatrices = {glm::mat4(1.0F), glm::mat4(1.0F)}};
    scene.skins.assign(kDepth, skin);
    Diagnostics diagnostics;
    const std::vector<SkinJoints> skins = listSkinJoints(scene, true, diagnostics);
    EXPECT_THAT(skins.back().joints, ElementsAre(kDepth - 3, kDepth - 1, kDepth - 2));
    EXPECT_EQ(skins.back().skeleton, kDepth - 3);
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
