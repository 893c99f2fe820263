#include "pipeline/animation/pose.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/pose_at.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

TEST(Pose, TakesJointsThroughTheirParents) {
    const Scene scene = test::smallScene();
    const auto world = worldMatrices(scene, restPose(scene));
    EXPECT_EQ(glm::dvec3(world[2][3]), glm::dvec3(1, 1, 0));
}

TEST(Pose, MovesWhatHangsOnAnAnimatedJoint) {
    const Scene scene = test::smallScene();
    const auto world = worldMatricesAt(scene, scene.clips[0], 1.0F);
    EXPECT_NEAR(world[2][3].x, 0, 1e-6);
    EXPECT_NEAR(world[2][3].y, 2, 1e-6);
}

TEST(Pose, IsTheSameInDoubleBeforeItIsRounded) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const Scene scene = test::randomScene(seed);
        for (const Clip& clip : scene.clips) {
            const float time = clip.duration * 0.37F;
            const auto rounded = worldMatrices(scene, test::poseAt(scene, clip, time));
            const auto world = worldMatricesAt(scene, clip, time);
            for (std::size_t j = 0; j < world.size(); ++j) {
                for (int column = 0; column < 4; ++column) {
                    const glm::dvec4 off = glm::abs(world[j][column] - rounded[j][column]);
                    EXPECT_LT(std::max({off.x, off.y, off.z}), 1e-4) << "seed " << seed << " joint " << j;
                }
            }
        }
    }
}

TEST(Pose, KeepsTheRestWhereAClipSaysNothing) {
    Scene scene = test::smallScene();
    scene.joints[2].rest.scale = {2, 3, 4};
    const auto world = worldMatricesAt(scene, scene.clips[0], 0.5F);
    ASSERT_TRUE(scene.joints[2].parent);
    EXPECT_EQ(world[2], world[scene.joints[2].parent->value] * toMatrix(scene.joints[2].rest));
}

TEST(Pose, StandsAtTheBindPoseWhereInverseBindMatricesCancelTheRest) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const Scene scene = test::randomScene(seed);
        const auto world = worldMatrices(scene, restPose(scene));
        for (std::size_t j = 0; j < scene.skins[0].joints.size(); ++j) {
            const glm::dmat4 product =
                world[scene.skins[0].joints[j].value] * glm::dmat4(scene.skins[0].inverseBindMatrices[j]);
            for (int column = 0; column < 4; ++column) {
                for (int row = 0; row < 4; ++row) {
                    ASSERT_NEAR(product[column][row], column == row ? 1 : 0, 1e-5)
                        << "seed " << seed << " joint " << j;
                }
            }
        }
    }
}

}  // namespace
}  // namespace rigkiln
