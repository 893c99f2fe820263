#include "pipeline/animation/pose_error.hpp"

#include <gtest/gtest.h>

#include "tests/unit/pipeline/animation/arm_scene.hpp"

namespace rigkiln {
namespace {

/// A clip that moves the arm along X by what is given at one second.
Clip moved(float distance) {
    Clip clip;
    clip.duration = 2;
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(0);
    tracks.translation = {.times = {0, 1, 2}, .values = {{0, 0, 0}, {distance, 0, 0}, {0, 0, 0}}};
    clip.joints.push_back(tracks);
    return clip;
}

TEST(MeasurePoseError, FindsTheLargestDisplacementAndWhereItIs) {
    const Scene scene = armScene();
    const PoseError error = measurePoseError(scene, moved(0.5F), moved(0.25F), probePoints(scene, {}));
    EXPECT_NEAR(error.maximum, 0.25, 1e-7);
    EXPECT_EQ(error.time, 1.0F);
    EXPECT_LE(error.p99, error.maximum);
}

TEST(MeasurePoseError, SeesWhatAParentsTurnDoesToItsChildren) {
    const Scene scene = armScene();
    Clip turned = moved(0);
    turned.joints.front().rotation = {.times = {0}, .values = {test::turn(90, {0, 0, 1})}};
    const PoseError error = measurePoseError(scene, moved(0), turned, probePoints(scene, {.shell = 0.01}));
    EXPECT_EQ(error.joint, IndexOf<Joint>(1));
    EXPECT_NEAR(error.maximum, 1.4142 * 1.01, 1e-3);
}

TEST(MeasurePoseError, LooksBetweenTheKeys) {
    const Scene scene = armScene();
    Clip late = moved(0);
    late.joints.front().translation = {.times = {0, 0.5F, 2}, .values = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    Clip early = late;
    early.joints.front().translation.times[1] = 1.5F;
    early.joints.front().translation.values[1] = {3, 0, 0};
    const PoseError error = measurePoseError(scene, late, early, probePoints(scene, {}));
    EXPECT_NEAR(error.maximum, 3, 1e-6);
    EXPECT_EQ(error.time, 1.5F);
}

TEST(MeasurePoseError, FindsTheTopBetweenWhatItLooksAt) {
    const Scene scene = armScene();
    Clip still = moved(0);
    still.duration = 1;
    still.joints.front().translation = {.times = {0, 1}, .values = {{0, 0, 0}, {0, 0, 0}}};
    Clip swung = still;
    // t (1 - t)^2, which is largest at a third.
    swung.joints.front().translation = {
        .interpolation = Interpolation::CubicSpline,
        .times = {0, 1},
        .values = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    const PoseError error = measurePoseError(scene, still, swung, probePoints(scene, {}));
    EXPECT_GE(error.maximum, 4.0 / 27);
    EXPECT_LT(error.maximum, 0.16);
    EXPECT_EQ(error.time, 0.25F);
}

TEST(MeasurePoseError, SeesTheLastMomentBeforeAStep) {
    const Scene scene = armScene();
    Clip step = moved(1);
    step.joints.front().translation.interpolation = Interpolation::Step;
    const PoseError error = measurePoseError(scene, moved(1), step, probePoints(scene, {}));
    EXPECT_NEAR(error.maximum, 1, 1e-6);
}

TEST(MeasurePoseError, IsNothingForTheSameClip) {
    const Scene scene = armScene();
    EXPECT_EQ(measurePoseError(scene, moved(1), moved(1), probePoints(scene, {})).maximum, 0);
}

}  // namespace
}  // namespace rigkiln
