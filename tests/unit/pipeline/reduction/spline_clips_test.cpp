#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gmock/gmock.h>

#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/pipeline/reduction/random_rig.hpp"
#include "tests/unit/pipeline/reduction/reducing.hpp"

namespace rigkiln {
namespace {

using testing::AllOf;
using testing::Gt;
using testing::IsEmpty;
using testing::Lt;
using testing::SizeIs;

/// A sanitizer makes a rig fifteen times as slow.
constexpr std::uint32_t kSplineRigs = test::kHasSanitizer ? 60 : 300;

ClipReduction reduceWithSplines(const Scene& scene, Clip& clip, double maxError) {
    Diagnostics diagnostics;
    return reduceClip(scene, clip, probePoints(scene, {}), maxError, diagnostics,
                      {.samplesCurves = false, .fitsSplines = true});
}

double displacement(const Scene& scene, const Clip& left, const Clip& right) {
    return largestDisplacement(scene, left, right, probePoints(scene, {}), 240);
}

template <class Value>
bool isSpline(const Track<Value>& track) {
    return track.interpolation == Interpolation::CubicSpline;
}

std::size_t splinesOf(const Clip& clip) {
    std::size_t count = 0;
    for (const JointTracks& tracks : clip.joints)
        count += static_cast<std::size_t>(isSpline(tracks.translation)) +
                 static_cast<std::size_t>(isSpline(tracks.rotation)) +
                 static_cast<std::size_t>(isSpline(tracks.scale));
    return count;
}

/// JointMotion of a joint with a hand one metre away, as functions of the time in seconds.
struct JointMotion {
    std::function<double(double)> angle{};  ///< radians around an oblique axis
    std::function<glm::dvec3(double)> place{};
    std::function<double(double)> size{};
};

Scene moving(std::size_t frames, const JointMotion& motion) {
    Scene scene;
    scene.joints.resize(2);
    scene.joints[1].parent = IndexOf<Joint>(0);
    scene.joints[1].rest.translation = {1.0F, 0.0F, 0.0F};
    Clip clip;
    clip.duration = static_cast<float>(static_cast<double>(frames - 1) / 60);
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const double time = static_cast<double>(frame) / 60;
        const auto key = static_cast<float>(time);
        const auto add = [&](auto& track, const auto& value) {
            track.times.push_back(key);
            track.values.push_back(value);
        };
        if (motion.angle) {
            const glm::dvec3 axis(0.6, 0.0, 0.8);
            add(tracks.rotation, glm::quat(glm::angleAxis(motion.angle(time), axis)));
        }
        if (motion.place) add(tracks.translation, glm::vec3(motion.place(time)));
        if (motion.size) add(tracks.scale, glm::vec3(static_cast<float>(motion.size(time))));
    }
    clip.joints.push_back(tracks);
    scene.clips.push_back(clip);
    return scene;
}

JointTracks& tracksOf(Scene& scene) {
    return scene.clips.front().joints.front();
}

double slowSwing(double time) {
    return 0.4 * std::sin(time * 2.1);
}

TEST(SplineClips, NeverMoveAPointFartherThanTheBound) {
    std::size_t splines = 0;
    for (std::uint32_t number = 0; number < kSplineRigs; ++number) {
        Scene scene = randomRig(number);
        const Clip source = scene.clips.front();
        const double bound = number % 3 == 0 ? 0.0001 : number % 3 == 1 ? kHalfMillimetre : 0.01;
        const ClipReduction reduction = reduceWithSplines(scene, scene.clips.front(), bound);
        const double measured = displacement(scene, source, scene.clips.front());
        EXPECT_LE(measured, bound) << "rig " << number;
        EXPECT_LE(measured, reduction.maxError * 1.1 + 3e-6) << "rig " << number;
        EXPECT_THAT(validateScene(scene), IsEmpty()) << "rig " << number;
        splines += splinesOf(scene.clips.front());
    }
    EXPECT_GT(splines, kSplineRigs / 3);
}

TEST(SplineClips, NeverTakeMoreBytesThanStraightLines) {
    std::size_t asLines = 0;
    std::size_t asSplines = 0;
    for (std::uint32_t number = 0; number < kSplineRigs / 3; ++number) {
        Scene scene = randomRig(number);
        Clip lines = scene.clips.front();
        const std::size_t bytes = reduce(scene, lines, kHalfMillimetre).bytesAfter;
        const ClipReduction reduction = reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre);
        EXPECT_LE(reduction.bytesAfter, bytes) << "rig " << number;
        asLines += bytes;
        asSplines += reduction.bytesAfter;
    }
    // Few rigs, as under a sanitizer, need not show how much is saved.
    const double share = test::kHasSanitizer ? 1.0 : 0.98;
    EXPECT_LT(static_cast<double>(asSplines), share * static_cast<double>(asLines));
}

TEST(SplineClips, FollowASmoothRotationInHalfTheBytes) {
    Scene scene = moving(301, {.angle = slowSwing});
    Clip lines = scene.clips.front();
    const std::size_t bytes = reduce(scene, lines, 0.0002).bytesAfter;
    EXPECT_LT(reduceWithSplines(scene, scene.clips.front(), 0.0002).bytesAfter * 2, bytes);
    ASSERT_TRUE(isSpline(tracksOf(scene).rotation));
    EXPECT_TRUE(fitSixteenBits(tracksOf(scene).rotation.values));
}

TEST(SplineClips, FollowASmoothPathInHalfTheBytes) {
    const auto place = [](double time) {
        return glm::dvec3(1.5 * time, std::sin(time * 2), std::cos(time * 1.3));
    };
    Scene scene = moving(301, {.place = place});
    const Clip source = scene.clips.front();
    Clip lines = source;
    const std::size_t bytes = reduce(scene, lines, kHalfMillimetre).bytesAfter;
    EXPECT_LT(reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre).bytesAfter * 2, bytes);
    EXPECT_TRUE(isSpline(tracksOf(scene).translation));
    EXPECT_LE(displacement(scene, source, scene.clips.front()), kHalfMillimetre);
}

TEST(SplineClips, FollowASmoothScale) {
    Scene scene = moving(301, {.size = [](double time) { return 1 + 0.3 * std::sin(time * 2); }});
    const Clip source = scene.clips.front();
    reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_TRUE(isSpline(tracksOf(scene).scale));
    EXPECT_LE(displacement(scene, source, scene.clips.front()), kHalfMillimetre);
}

TEST(SplineClips, AreFloatsWhereTangentsAreBeyondSixteenBits) {
    // At 2.5 radians per second and more, components of the quaternion change by more than 1 per second.
    const auto angle = [](double time) { return 12 * std::sin(time * 0.5); };
    Scene scene = moving(301, {.angle = angle});
    const Clip source = scene.clips.front();
    reduceWithSplines(scene, scene.clips.front(), 2e-4);
    const Track<glm::quat>& track = tracksOf(scene).rotation;
    ASSERT_TRUE(isSpline(track));
    EXPECT_FALSE(fitSixteenBits(track.values));
    EXPECT_LE(displacement(scene, source, scene.clips.front()), 2e-4);
}

TEST(SplineClips, KeepSignsContinuous) {
    // Two full turns, in which quaternions reach both signs.
    Scene scene = moving(301, {.angle = [](double time) { return time * time / 2; }});
    const Clip source = scene.clips.front();
    reduceWithSplines(scene, scene.clips.front(), 1e-4);
    const Track<glm::quat>& track = tracksOf(scene).rotation;
    ASSERT_TRUE(isSpline(track));
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        const glm::quat& from = track.values[3 * key - 2];
        const glm::quat& to = track.values[3 * key + 1];
        EXPECT_GT(glm::dot(from, to), 0) << key;
        // Tangents lead to the next key, not to the same rotation with the opposite sign.
        const glm::quat step = to - from;
        EXPECT_GT(glm::dot(track.values[3 * key - 1], step), 0) << key;
        EXPECT_GT(glm::dot(track.values[3 * key], step), 0) << key;
    }
    EXPECT_LE(displacement(scene, source, scene.clips.front()), 1e-4);
}

TEST(SplineClips, HaveNoTangentsOutsideOfTheClip) {
    Scene scene = moving(301, {.angle = slowSwing});
    reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre);
    const Track<glm::quat>& track = tracksOf(scene).rotation;
    ASSERT_TRUE(isSpline(track));
    EXPECT_EQ(track.values.front(), glm::quat(0, 0, 0, 0));
    EXPECT_EQ(track.values.back(), glm::quat(0, 0, 0, 0));
}

TEST(SplineClips, KeepLoopsClosedAndTheLength) {
    const auto angle = [](double time) { return 0.4 * std::sin(time * 2 * 6.283185307 / 5); };
    Scene scene = moving(301, {.angle = angle});
    tracksOf(scene).rotation.values.back() = tracksOf(scene).rotation.values.front();
    const float duration = scene.clips.front().duration;
    reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre);
    const Track<glm::quat>& track = tracksOf(scene).rotation;
    ASSERT_TRUE(isSpline(track));
    EXPECT_EQ(track.values[1], track.values[track.values.size() - 2]);
    EXPECT_EQ(track.times.back(), duration);
    EXPECT_EQ(scene.clips.front().duration, duration);
}

TEST(SplineClips, KeepSteps) {
    Scene scene = moving(301, {.angle = slowSwing});
    JointTracks second;
    second.joint = IndexOf<Joint>(1);
    second.translation = {.interpolation = Interpolation::Step,
                          .times = {0.0F, 0.517F, 1.1F},
                          .values = {{1, 0, 0}, {1, 1, 0}, {1, 0, 0}}};
    scene.clips.front().joints.push_back(second);
    const Clip source = scene.clips.front();
    reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_TRUE(isSpline(tracksOf(scene).rotation));
    EXPECT_EQ(scene.clips.front().joints[1].translation, second.translation);
    EXPECT_LE(displacement(scene, source, scene.clips.front()), kHalfMillimetre);
}

TEST(SplineClips, StayLinesWhereKeysAreMany) {
    // Random angles: no curve can skip a frame.
    std::uint32_t seed = 1;
    const auto angle = [&](double /*time*/) {
        seed = seed * 1664525 + 1013904223;
        return static_cast<double>(seed >> 8U) / 16777216.0;
    };
    Scene scene = moving(121, {.angle = angle});
    reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_EQ(splinesOf(scene.clips.front()), 0U);
}

TEST(SplineClips, GoThroughTheWindowsOfLongClips) {
    Scene scene = moving(1700, {.angle = slowSwing});
    const Clip source = scene.clips.front();
    Clip lines = source;
    const std::size_t bytes = reduce(scene, lines, kHalfMillimetre).bytesAfter;
    EXPECT_LT(reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre).bytesAfter, bytes * 2 / 3);
    EXPECT_TRUE(isSpline(tracksOf(scene).rotation));
    EXPECT_THAT(validateScene(scene), IsEmpty());
    EXPECT_LE(displacement(scene, source, scene.clips.front()), kHalfMillimetre);
}

TEST(SplineClips, StandStillWithinTheWindowsOfLongClips) {
    Scene scene = moving(1700, {.angle = slowSwing});
    std::vector<glm::quat>& values = tracksOf(scene).rotation.values;
    std::fill(values.begin() + 400, values.begin() + 1300, values[400]);
    const Clip source = scene.clips.front();
    reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_TRUE(isSpline(tracksOf(scene).rotation));
    EXPECT_LE(displacement(scene, source, scene.clips.front()), kHalfMillimetre);
}

TEST(SplineClips, AreTheSameEachTime) {
    for (std::uint32_t number = 0; number < 20; ++number) {
        Scene scene = randomRig(number);
        Clip again = scene.clips.front();
        reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre);
        reduceWithSplines(scene, again, kHalfMillimetre);
        EXPECT_EQ(again, scene.clips.front()) << "rig " << number;
    }
}

TEST(SplineClips, KeepSplinesOfTheSourceThatAreSmaller) {
    Scene scene = moving(2, {.angle = slowSwing});
    Clip& clip = scene.clips.front();
    clip.duration = 2;
    tracksOf(scene).rotation = {.interpolation = Interpolation::CubicSpline,
                                .times = {0, 1, 2},
                                .values = {{0, 0, 0, 0},
                                           {1, 0, 0, 0},
                                           {0, 0, 0, 0},
                                           {0, 0, 0, 0},
                                           {0.8F, 0, 0, 0.6F},
                                           {0, 0, 0, 0},
                                           {0, 0, 0, 0},
                                           {1, 0, 0, 0},
                                           {0, 0, 0, 0}}};
    const Track<glm::quat> source = tracksOf(scene).rotation;
    // The bound is smaller than the error of sixteen-bit rotations.
    const ClipReduction reduction = reduceWithSplines(scene, clip, 1e-5);
    EXPECT_EQ(tracksOf(scene).rotation, source);
    EXPECT_EQ(reduction.maxError, 0);
}

TEST(SplineClips, FitSplinesOfTheSourceThatHaveTooManyKeys) {
    Scene scene = moving(301, {.angle = slowSwing});
    Track<glm::quat>& track = tracksOf(scene).rotation;
    Track<glm::quat> spline{.interpolation = Interpolation::CubicSpline, .times = track.times, .values = {}};
    for (std::size_t key = 0; key < track.times.size(); ++key) {
        const glm::quat& before = track.values[key == 0 ? 0 : key - 1];
        const glm::quat& behind = track.values[std::min(key + 1, track.values.size() - 1)];
        const glm::quat tangent = (behind - before) * 30.0F;
        spline.values.insert(spline.values.end(), {tangent, track.values[key], tangent});
    }
    track = spline;
    const Clip source = scene.clips.front();
    const ClipReduction reduction = reduceWithSplines(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_TRUE(isSpline(tracksOf(scene).rotation));
    EXPECT_THAT(tracksOf(scene).rotation.times, SizeIs(AllOf(Gt(3U), Lt(40U))));
    EXPECT_LT(reduction.bytesAfter * 10, reduction.bytesBefore);
    EXPECT_LE(displacement(scene, source, scene.clips.front()), kHalfMillimetre);
}

TEST(SplineClips, KeepOneSplineAndFitAnother) {
    Scene scene = moving(301, {.angle = slowSwing});
    Clip& clip = scene.clips.front();
    clip.joints.emplace_back().joint = IndexOf<Joint>(1);
    const Track<glm::vec3> small{
        .interpolation = Interpolation::CubicSpline,
        .times = {0, 5},
        .values = {{0, 0, 0}, {1, 0, 0}, {0, 3, 0}, {0, 3, 0}, {1, 0, 0}, {0, 0, 0}}};
    clip.joints.back().translation = small;
    const Clip source = clip;
    reduceWithSplines(scene, clip, kHalfMillimetre);
    EXPECT_EQ(clip.joints.back().translation, small);
    EXPECT_TRUE(isSpline(clip.joints.front().rotation));
    EXPECT_LE(displacement(scene, source, clip), kHalfMillimetre);
}

}  // namespace
}  // namespace rigkiln
