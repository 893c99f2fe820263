#include "pipeline/reduction/sample_curves.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>

#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/pipeline/reduction/reducing.hpp"

namespace rigkiln {
namespace {

using testing::AllOf;
using testing::Gt;
using testing::IsSupersetOf;
using testing::Lt;
using testing::SizeIs;

ClipReduction reduceCurves(const Scene& scene, Clip& clip, double maxError, Diagnostics& diagnostics) {
    return reduceClip(scene, clip, probePoints(scene, {}), maxError, diagnostics, {.samplesCurves = true});
}

/// A bone of one metre that a spline of three keys turns there and back within two seconds.
Scene bend(float angle) {
    Scene scene;
    scene.joints.resize(2);
    scene.joints[1].parent = IndexOf<Joint>(0);
    scene.joints[1].rest.translation = {1.0F, 0.0F, 0.0F};
    Clip& clip = scene.clips.emplace_back();
    clip.duration = 2.0F;
    JointTracks& tracks = clip.joints.emplace_back();
    tracks.joint = IndexOf<Joint>(0);
    const glm::quat none(0, 0, 0, 0);
    const glm::quat straight(1, 0, 0, 0);
    const glm::quat bent = glm::angleAxis(angle, glm::vec3(0, 0, 1));
    tracks.rotation = {.interpolation = Interpolation::CubicSpline,
                       .times = {0.0F, 0.7F, 2.0F},
                       .values = {none, straight, none, none, bent, none, none, straight, none}};
    return scene;
}

TEST(SampleCurves, StaysWithinTheToleranceBetweenTheSamples) {
    for (const double tolerance : {0.01, 0.001, 0.00001}) {
        Scene scene = bend(1.5F);
        const Clip source = scene.clips.front();
        const auto samples =
            sampleCurves(scene, scene.clips.front(), probePoints(scene, {}), {tolerance, tolerance});
        ASSERT_TRUE(samples);
        EXPECT_EQ(rotation(scene).interpolation, Interpolation::Linear);
        const double measured =
            largestDisplacement(scene, source, scene.clips.front(), probePoints(scene, {}), 2000);
        EXPECT_LE(measured, tolerance);
        EXPECT_LE(measured, samples->error * 1.01 + 1e-7);
        EXPECT_GT(samples->error, tolerance / 20) << "far more samples than it takes";
    }
}

TEST(SampleCurves, KeepsTheTimesOfTheKeys) {
    Scene scene = bend(1.5F);
    const std::vector<float> times = rotation(scene).times;
    ASSERT_TRUE(sampleCurves(scene, scene.clips.front(), probePoints(scene, {}), {0.01, 0.01}));
    EXPECT_THAT(rotation(scene).times, IsSupersetOf(times));
    EXPECT_EQ(rotation(scene).times.front(), times.front());
    EXPECT_EQ(rotation(scene).times.back(), times.back());
}

TEST(SampleCurves, SamplesNoTrackOutsideItsKeys) {
    Scene scene = bend(1.5F);
    JointTracks second;
    second.joint = IndexOf<Joint>(1);
    second.scale = {.interpolation = Interpolation::CubicSpline,
                    .times = {0.5F, 1.0F},
                    .values = {{0, 0, 0}, {1, 1, 1}, {3, 0, 0}, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}}};
    scene.clips.front().joints.push_back(second);
    ASSERT_TRUE(sampleCurves(scene, scene.clips.front(), probePoints(scene, {}), {0.01, 0.01}));
    const std::vector<float>& times = scene.clips.front().joints[1].scale.times;
    EXPECT_THAT(times, SizeIs(Gt(4U)));
    EXPECT_EQ(times.front(), 0.5F);
    EXPECT_EQ(times.back(), 1.0F);
}

TEST(SampleCurves, LeavesEverythingElseAsItIs) {
    Scene scene = bend(1.5F);
    JointTracks second;
    second.joint = IndexOf<Joint>(1);
    second.translation = {.interpolation = Interpolation::Step,
                          .times = {0.0F, 0.517F, 1.1F},
                          .values = {{1, 0, 0}, {1, 1, 0}, {1, 0, 0}}};
    second.rotation = {.times = {0.0F, 0.3F}, .values = {{1, 0, 0, 0}, {0.8F, 0.6F, 0, 0}}};
    scene.clips.front().joints.push_back(second);
    ASSERT_TRUE(sampleCurves(scene, scene.clips.front(), probePoints(scene, {}), {0.01, 0.01}));
    EXPECT_EQ(scene.clips.front().joints[1], second);
    EXPECT_EQ(scene.clips.front().duration, 2.0F);
}

TEST(SampleCurves, GivesUpWhereTheToleranceIsFinerThanFloats) {
    Scene scene = bend(1.5F);
    const Clip source = scene.clips.front();
    EXPECT_FALSE(sampleCurves(scene, scene.clips.front(), probePoints(scene, {}), {1e-10, 1e-10}));
    EXPECT_EQ(scene.clips.front(), source);
}

TEST(SampleCurves, IsContentWithLessWhereFloatsAreNoFiner) {
    // At one metre, rotations in float32 are about 1e-7 m apart.
    Scene scene = bend(1.5F);
    const auto samples = sampleCurves(scene, scene.clips.front(), probePoints(scene, {}), {1e-10, 0.001});
    ASSERT_TRUE(samples);
    EXPECT_LT(samples->error, 1e-7);
    EXPECT_THAT(rotation(scene).times, SizeIs(Lt(300000U)));
}

TEST(SampleCurves, FollowsARotationThatAlmostGoesThroughZero) {
    // The spline passes near zero. Readers normalise it to unit length, which gives half a turn within a
    // moment.
    Scene scene = bend(1.5F);
    rotation(scene).values[4] = glm::quat(-1, 0, 0, 0.001F);
    const Clip source = scene.clips.front();
    ASSERT_TRUE(sampleCurves(scene, scene.clips.front(), probePoints(scene, {}), {0.001, 0.001}));
    EXPECT_LE(largestDisplacement(scene, source, scene.clips.front(), probePoints(scene, {}), 20000), 0.001);
}

TEST(ReduceCurves, PutsMoreKeysWhereTheCurveBendsMore) {
    Scene scene = bend(1.5F);
    rotation(scene).times = {0.0F, 0.2F, 2.0F};
    Diagnostics diagnostics;
    const ClipReduction reduction = reduceCurves(scene, scene.clips.front(), kHalfMillimetre, diagnostics);
    const std::vector<float>& times = rotation(scene).times;
    const auto before = std::ranges::count_if(times, [](float time) { return time <= 0.2F; });
    EXPECT_THAT(times, SizeIs(AllOf(Gt(20U), Lt(120U))));
    // The first tenth of the time bends as much as the rest.
    EXPECT_GT(before * 4, static_cast<std::ptrdiff_t>(times.size()));
    EXPECT_EQ(reduction.keysBefore, 3U);
    EXPECT_EQ(reduction.keysAfter, times.size());
}

TEST(ReduceCurves, KeepsLoopsClosed) {
    Scene scene = bend(1.5F);
    Diagnostics diagnostics;
    reduceCurves(scene, scene.clips.front(), kHalfMillimetre, diagnostics);
    EXPECT_EQ(rotation(scene).values.front(), rotation(scene).values.back());
    EXPECT_EQ(rotation(scene).times.back(), 2.0F);
}

TEST(ReduceCurves, KeepsTheTimesOfSteps) {
    Scene scene = bend(1.5F);
    JointTracks second;
    second.joint = IndexOf<Joint>(1);
    second.translation = {.interpolation = Interpolation::Step,
                          .times = {0.0F, 0.517F, 1.1F},
                          .values = {{1, 0, 0}, {1, 1, 0}, {1, 0, 0}}};
    scene.clips.front().joints.push_back(second);
    Diagnostics diagnostics;
    reduceCurves(scene, scene.clips.front(), kHalfMillimetre, diagnostics);
    EXPECT_EQ(scene.clips.front().joints[1].translation, second.translation);
}

TEST(ReduceCurves, LeavesTheSplineAndSaysSoWhereLinesCannotFollow) {
    Scene scene = bend(1.5F);
    const Clip source = scene.clips.front();
    Diagnostics diagnostics;
    reduceCurves(scene, scene.clips.front(), 1e-10, diagnostics);
    EXPECT_EQ(scene.clips.front(), source);
    EXPECT_TRUE(diagnostics.has(kCurvesNotSampled));
}

}  // namespace
}  // namespace rigkiln
