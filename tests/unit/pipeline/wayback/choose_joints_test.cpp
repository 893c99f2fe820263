#include "pipeline/wayback/choose_joints.hpp"

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

TEST(JointsWithIds, AreTheFirstOfEachIdInTheOrderOfTheIds) {
    EXPECT_EQ(jointsWithIds({5, std::nullopt, 2, 5}),
              (std::vector<IndexOf<Joint>>{IndexOf<Joint>(2), IndexOf<Joint>(0)}));
    EXPECT_TRUE(jointsWithIds({std::nullopt}).empty());
}

/// root - hip - (leg - foot, tail); the skin has the leg and the tail.
Scene creature() {
    Scene scene;
    scene.joints = {test::joint("root"), test::joint("hip", 0), test::joint("leg", 1), test::joint("foot", 2),
                    test::joint("tail", 1)};
    Skin& skin = scene.skins.emplace_back();
    skin.joints = {IndexOf<Joint>(2), IndexOf<Joint>(4)};
    skin.inverseBindMatrices.resize(2, glm::mat4(1.0F));
    return scene;
}

TEST(JointsOfSkins, ReachUpToTheLowestThatHasAllBelowIt) {
    EXPECT_EQ(jointsOfSkins(creature(), std::vector<bool>(5, false)),
              (std::vector<IndexOf<Joint>>{IndexOf<Joint>(1), IndexOf<Joint>(2), IndexOf<Joint>(4)}));
}

TEST(JointsOfSkins, AreAllJointsBelowTheRootsWithoutSkins) {
    Scene scene = creature();
    scene.skins.clear();
    EXPECT_EQ(jointsOfSkins(scene, {true, false, false, false, false}).size(), 4U);
}

TEST(JointsWithWeight, AreThoseThatVerticesFollowAndThatAreRendered) {
    Scene scene = creature();
    Primitive primitive = test::triangle();
    primitive.influenceSets.push_back({.joints = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}},
                                       .weights = std::vector<glm::vec4>(3, {1, 0, 0, 0})});
    scene.meshes.push_back({.name = "skin", .primitives = {primitive}, .extras = {}});
    MeshInstance& instance = scene.instances.emplace_back();
    instance.skin = IndexOf<Skin>(0);
    EXPECT_EQ(jointsWithWeight(scene), (std::vector<bool>{false, false, false, false, true}));
    instance.role = MeshRole::Collision;
    EXPECT_EQ(jointsWithWeight(scene), std::vector<bool>(5, false));
}

TEST(NearestBone, IsTheJointsOwnOrOneAbove) {
    const Scene scene = creature();
    const std::vector<std::optional<std::size_t>> bones = {std::nullopt, 0, 1, std::nullopt, std::nullopt};
    EXPECT_EQ(nearestBone(scene, bones, IndexOf<Joint>(2)), 1U);
    EXPECT_EQ(nearestBone(scene, bones, IndexOf<Joint>(3)), 1U);
    EXPECT_EQ(nearestBone(scene, bones, IndexOf<Joint>(4)), 0U);
    EXPECT_EQ(nearestBone(scene, bones, IndexOf<Joint>(0)), std::nullopt);
    EXPECT_EQ(nearestBone(scene, bones, std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace rigkiln
