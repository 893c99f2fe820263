#include "pipeline/inspect/clip_facts.hpp"

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln::test {
namespace {

TEST(ClipFacts, CountKeysBytesAndMovingTracks) {
    const ClipFacts facts = clipFacts(smallScene().clips[0]);
    EXPECT_EQ(facts.joints, 2U);
    EXPECT_EQ(facts.keys, 4U);
    EXPECT_EQ(facts.bytes, 2 * (4 + 16) + 2 * (4 + 1));
    EXPECT_EQ(facts.rotations, 1U);
    EXPECT_EQ(facts.translations, 0U);
    EXPECT_EQ(facts.visibilities, 1U);
}

TEST(PoseAt, FollowsTheClip) {
    const Scene scene = smallScene();
    const std::vector<PosedJoint> joints = poseAt(scene, &scene.clips[0], 1);
    ASSERT_EQ(joints.size(), 3U);
    EXPECT_EQ(joints[2].name, "hand");
    EXPECT_EQ(joints[2].local.translation, glm::vec3(1, 0, 0));
    // The arm at (0 1 0) turns by 90 degrees, so that the hand is above it.
    EXPECT_NEAR(joints[2].world.translation.x, 0, 1e-6);
    EXPECT_NEAR(joints[2].world.translation.y, 2, 1e-6);
    EXPECT_NEAR(joints[1].local.rotation.z, 0.70710678, 1e-6);
    EXPECT_FALSE(joints[2].isVisible);
    EXPECT_TRUE(joints[1].isVisible);
}

TEST(PoseAt, IsTheRestPoseWithoutAClip) {
    const std::vector<PosedJoint> joints = poseAt(smallScene(), nullptr, 0);
    EXPECT_EQ(joints[2].world.translation, glm::vec3(1, 1, 0));
    EXPECT_TRUE(joints[2].isVisible);
}

}  // namespace
}  // namespace rigkiln::test
