#include "pipeline/process/resample_clips.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "tests/support/pose_at.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

TEST(ResampleClips, LeavesTheSourceKeysAtRateZero) {
    Scene scene = test::randomScene(4);
    const Scene before = scene;
    Diagnostics diagnostics;
    resampleClips(scene, 0.0, diagnostics);
    EXPECT_EQ(scene, before);
}

TEST(ResampleClips, PutsAKeyAtEveryStepAndAtTheExactEnd) {
    Scene scene = test::smallScene();
    scene.clips[0].duration = 0.7F;
    scene.clips[0].joints[0].rotation.times = {0.0F, 0.7F};
    scene.clips[0].joints[1].visibility.times = {0.0F, 0.7F};
    Diagnostics diagnostics;
    resampleClips(scene, 4.0, diagnostics);
    EXPECT_THAT(scene.clips[0].joints[0].rotation.times, testing::ElementsAre(0.0F, 0.25F, 0.5F, 0.7F));
}

TEST(ResampleClips, KeepsThePoseAtTheSamples) {
    Scene scene = test::smallScene();
    const Scene before = scene;
    Diagnostics diagnostics;
    resampleClips(scene, 8.0, diagnostics);
    for (int step = 0; step <= 8; ++step) {
        const float time = static_cast<float>(step) / 8;
        const Pose old = test::poseAt(before, before.clips[0], time);
        const Pose now = test::poseAt(scene, scene.clips[0], time);
        EXPECT_NEAR(glm::dot(old[1].rotation, now[1].rotation), 1, 1e-6);
    }
}

TEST(ResampleClips, NeverMovesAStep) {
    Scene scene = test::smallScene();
    scene.clips[0].joints[1].visibility.times = {0.0F, 0.33F};
    Diagnostics diagnostics;
    resampleClips(scene, 10.0, diagnostics);
    EXPECT_THAT(scene.clips[0].joints[1].visibility.times, testing::ElementsAre(0.0F, 0.33F));
}

TEST(ResampleClips, KeepsTheSourceWhereTheLengthWouldFillTheMemory) {
    Scene scene = test::smallScene();
    scene.clips[0].duration = 1e9F;
    Diagnostics diagnostics;
    resampleClips(scene, 1000.0, diagnostics);
    EXPECT_EQ(scene.clips[0].joints[0].rotation.times.size(), 2U);
    EXPECT_TRUE(diagnostics.has(kTooManySamples));
}

}  // namespace
}  // namespace rigkiln
