#include <cmath>
#include <cstddef>

#include <gmock/gmock.h>

#include "pipeline/animation/pose_error.hpp"
#include "pipeline/animation/probe_points.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/pipeline/reduction/reducing.hpp"

/// Tests clips whose first key is later than 0.
namespace rigkiln {
namespace {

/// A mesh that moves along X from 1 s to 2 s, at 30 keys per second; its track starts at 1 s.
template <class Motion>
Scene lateScene(Motion motion) {
    Scene scene;
    scene.joints.resize(1);
    scene.meshes.emplace_back().primitives.emplace_back().positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    scene.instances.emplace_back().joint = IndexOf<Joint>(0);
    Clip clip;
    clip.duration = 2.0F;
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(0);
    for (std::size_t frame = 30; frame < 61; ++frame) {
        tracks.translation.times.push_back(static_cast<float>(static_cast<double>(frame) / 30));
        tracks.translation.values.push_back({motion(frame), 0, 0});
    }
    clip.joints.push_back(tracks);
    scene.clips.push_back(clip);
    return scene;
}

ClipReduction reduce(Scene& scene) {
    Diagnostics diagnostics;
    return reduceClip(scene, scene.clips.front(), probePoints(scene, {}), kHalfMillimetre, diagnostics);
}

TEST(FirstKey, IsThatOfTheSource) {
    Scene scene = lateScene([](std::size_t frame) { return std::sin(static_cast<float>(frame) / 10) / 100; });
    const Clip source = scene.clips.front();
    const ClipReduction reduction = reduce(scene);
    const Clip& clip = scene.clips.front();
    EXPECT_LT(reduction.keysAfter, reduction.keysBefore);
    EXPECT_EQ(clip.joints.front().translation.times.front(), 1.0F);
    EXPECT_EQ(clip.joints.front().translation.times.back(), 2.0F);
    EXPECT_LE(largestDisplacement(scene, source, clip, probePoints(scene, {}), 240), kHalfMillimetre);
}

TEST(FirstKey, HoldsTheBoundWhereTheModelIsSeenBeforeItAlone) {
    Scene scene = lateScene([](std::size_t frame) { return static_cast<float>(frame % 2) + 2; });
    scene.clips.front().joints.front().visibility = {
        .interpolation = Interpolation::Step, .times = {0.5F, 1.0F}, .values = {1, 0}};
    const Clip source = scene.clips.front();
    const ClipReduction reduction = reduce(scene);
    EXPECT_LT(reduction.keysAfter, reduction.keysBefore);
    EXPECT_LE(measurePoseError(scene, source, scene.clips.front(), probePoints(scene, {})).maximum,
              kHalfMillimetre);
}

}  // namespace
}  // namespace rigkiln
