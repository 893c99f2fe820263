#include "pipeline/reduction/reduce_clip.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

#include "pipeline/animation/pose_error.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/pipeline/reduction/random_rig.hpp"
#include "tests/unit/pipeline/reduction/reducing.hpp"

namespace rigkiln {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;
using testing::Lt;
using testing::SizeIs;

/// A bone of one metre that swings around Z at 30 frames per second.
Scene swing(std::size_t frames, double angle, double waves) {
    Scene scene;
    scene.joints.resize(2);
    scene.joints[1].parent = IndexOf<Joint>(0);
    scene.joints[1].rest.translation = {1.0F, 0.0F, 0.0F};
    Clip clip;
    clip.duration = static_cast<float>(static_cast<double>(frames - 1) / 30);
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const double phase = static_cast<double>(frame) / static_cast<double>(frames - 1);
        tracks.rotation.times.push_back(static_cast<float>(static_cast<double>(frame) / 30));
        tracks.rotation.values.push_back(
            glm::quat(glm::angleAxis(angle * std::sin(phase * waves * 6.283185307), glm::dvec3(0, 0, 1))));
    }
    clip.joints.push_back(tracks);
    scene.clips.push_back(clip);
    return scene;
}

/// Lists components that are not of the form k / 32767.
std::vector<int> otherThanShorts(const Track<glm::quat>& track) {
    std::vector<int> wrong;
    for (const glm::quat& value : track.values) {
        for (const float component : {value.x, value.y, value.z, value.w}) {
            const float scaled = component * 32767.0F;
            if (std::round(scaled) / 32767.0F != component) wrong.push_back(static_cast<int>(scaled));
        }
    }
    return wrong;
}

TEST(ReduceClip, NeedsFarFewerKeysThanTheSource) {
    Scene scene = swing(301, 0.05, 3);
    const ClipReduction reduction = reduce(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_EQ(reduction.keysBefore, 301U);
    EXPECT_LT(reduction.keysAfter, 150U);
    EXPECT_EQ(scene.clips.front().joints.front().rotation.times.size(), reduction.keysAfter);
    EXPECT_EQ(reduction.bytesBefore, 301U * 20);
    EXPECT_EQ(reduction.bytesAfter, reduction.keysAfter * 12);
    EXPECT_GT(reduction.maxError, 0);
    EXPECT_LE(reduction.p99Error, reduction.maxError);
}

TEST(ReduceClip, NeedsFewerKeysThanSamplesOfTheSourceWould) {
    // Keys on the source leave an error of h * h * curvature / 8 in a span of h seconds; free keys halve it.
    Scene scene = swing(301, 0.02, 2);
    const Track<glm::quat> source = scene.clips.front().joints.front().rotation;
    reduce(scene, scene.clips.front(), kHalfMillimetre);
    std::size_t samples = 1;
    for (std::size_t first = 0; first + 1 < source.values.size(); ++samples) {
        std::size_t last = first + 1;
        const auto isNear = [&](std::size_t end) {
            for (std::size_t frame = first + 1; frame < end; ++frame) {
                const float fraction = static_cast<float>(frame - first) / static_cast<float>(end - first);
                const glm::quat line = glm::slerp(source.values[first], source.values[end], fraction);
                const double turn =
                    2 * std::acos(std::min(1.0F, std::abs(glm::dot(line, source.values[frame]))));
                if (turn * 1.03 > kHalfMillimetre) return false;
            }
            return true;
        };
        while (last + 1 < source.values.size() && isNear(last + 1))
            ++last;
        first = last;
    }
    EXPECT_LT(static_cast<double>(rotation(scene).times.size()), 0.85 * static_cast<double>(samples));
}

TEST(ReduceClip, WritesRotationsThatFitSixteenBits) {
    Scene scene = swing(61, 1.0, 1);
    reduce(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_THAT(otherThanShorts(scene.clips.front().joints.front().rotation), IsEmpty());
}

TEST(ReduceClip, WritesFloatsWhereSixteenBitsAreNotEnough) {
    Scene scene = swing(61, 1.0, 1);
    const Clip source = scene.clips.front();
    reduce(scene, scene.clips.front(), 1e-5);
    EXPECT_THAT(otherThanShorts(scene.clips.front().joints.front().rotation), Not(IsEmpty()));
    EXPECT_LE(largestDisplacement(scene, source, scene.clips.front(), probePoints(scene, {}), 240), 1e-5);
}

TEST(ReduceClip, UsesWhatIsAllowedBetweenRoundBounds) {
    const auto reducedTo = [](double bound) {
        Scene scene = swing(301, 0.3, 7);
        return reduce(scene, scene.clips.front(), bound);
    };
    const ClipReduction reduction = reducedTo(0.0009);
    EXPECT_GT(reduction.maxError, 0.0005);
    EXPECT_LE(reduction.maxError, 0.0009);
    EXPECT_LT(reduction.bytesAfter, reducedTo(0.0005).bytesAfter);
}

TEST(ReduceClip, KeepsTheLengthAndTheLastKey) {
    Scene scene = swing(61, 1.0, 1.3);
    const float duration = scene.clips.front().duration;
    reduce(scene, scene.clips.front(), 0.01);
    EXPECT_EQ(scene.clips.front().duration, duration);
    EXPECT_EQ(scene.clips.front().joints.front().rotation.times.back(), duration);
}

TEST(ReduceClip, PutsKeysAtTimesOfTheSourceOnly) {
    Scene scene = swing(61, 1.0, 1.3);
    const std::vector<float> times = scene.clips.front().joints.front().rotation.times;
    reduce(scene, scene.clips.front(), 0.01);
    for (const float time : scene.clips.front().joints.front().rotation.times)
        EXPECT_NE(std::ranges::find(times, time), times.end()) << time;
}

TEST(ReduceClip, FollowsWhatTurnsAllTheWayRound) {
    Scene scene = swing(61, 1.0, 1);
    Track<glm::quat>& track = rotation(scene);
    for (std::size_t frame = 0; frame < track.values.size(); ++frame) {
        const double angle = 4 * 3.141592653589793 * static_cast<double>(frame) / 60;
        track.values[frame] = glm::quat(glm::angleAxis(angle, glm::dvec3(0, 0, 1)));
    }
    const Clip source = scene.clips.front();
    reduce(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_THAT(rotation(scene).times, SizeIs(AllOf(Gt(2U), Lt(40U))));
    EXPECT_LE(largestDisplacement(scene, source, scene.clips.front(), probePoints(scene, {}), 240),
              kHalfMillimetre);
}

TEST(ReduceClip, KeepsLoopsClosed) {
    Scene scene = swing(61, 1.0, 2);
    rotation(scene).values.back() = rotation(scene).values.front();
    reduce(scene, scene.clips.front(), 0.01);
    EXPECT_THAT(rotation(scene).values, SizeIs(Gt(2U)));
    EXPECT_EQ(rotation(scene).values.front(), rotation(scene).values.back());
}

TEST(ReduceClip, TakesOutATrackThatTheRestPoseStandsFor) {
    Scene scene = swing(61, 1e-6, 1);
    reduce(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_THAT(scene.clips.front().joints.front().rotation.times, IsEmpty());
}

TEST(ReduceClip, LeavesOneKeyOfATrackThatHardlyMoves) {
    Scene scene = swing(61, 1e-6, 1);
    for (glm::quat& value : scene.clips.front().joints.front().rotation.values)
        value = glm::angleAxis(1.0F, glm::vec3(0, 1, 0)) * value;
    reduce(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_THAT(scene.clips.front().joints.front().rotation.times, ElementsAre(0.0F));
}

TEST(ReduceClip, LeavesStepsAndSplinesAsTheyAre) {
    Scene scene = swing(61, 1.0, 1);
    Clip& clip = scene.clips.front();
    JointTracks second;
    second.joint = IndexOf<Joint>(1);
    second.translation = {.interpolation = Interpolation::Step,
                          .times = {0.0F, 0.517F, 1.1F},
                          .values = {{1, 0, 0}, {1, 1, 0}, {1, 0, 0}}};
    second.scale = {.interpolation = Interpolation::CubicSpline,
                    .times = {0.0F, 2.0F},
                    .values = {{0, 0, 0}, {1, 1, 1}, {0.1F, 0, 0}, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}}};
    clip.joints.push_back(second);
    reduce(scene, clip, kHalfMillimetre);
    EXPECT_EQ(clip.joints[1].translation, second.translation);
    EXPECT_EQ(clip.joints[1].scale, second.scale);
    EXPECT_THAT(clip.joints[0].rotation.times, SizeIs(Lt(61U)));
}

TEST(ReduceClip, SharesTheTimesOfWhatIsKept) {
    // Thirty keys with their own times take more bytes than all 61 keys with the times of the kept steps.
    Scene scene = swing(61, 0.05, 12);
    Clip& clip = scene.clips.front();
    JointTracks second;
    second.joint = IndexOf<Joint>(1);
    second.scale = {.interpolation = Interpolation::Step, .times = rotation(scene).times, .values = {}};
    for (std::size_t key = 0; key < second.scale.times.size(); ++key)
        second.scale.values.emplace_back(key % 2 == 0 ? 1.0F : 1.5F);
    clip.joints.push_back(second);
    const ClipReduction reduction = reduce(scene, clip, 0.002);
    EXPECT_EQ(clip.joints[0].rotation.times, second.scale.times);
    EXPECT_EQ(reduction.bytesAfter, 61U * (4 + 12 + 8));
}

TEST(ReduceClip, WidensWhatRoundingAloneMovesTooFar) {
    // Rounding alone exceeds the bound at frames that have keys already, so more keys do not help.
    Scene scene = randomRig(204);
    const ClipReduction reduction = reduce(scene, scene.clips.front(), 0.000144);
    EXPECT_LT(reduction.bytesAfter, reduction.bytesBefore);
}

TEST(ReduceClip, CountsNothingThatIsHidden) {
    Scene scene = swing(61, 1.0, 1);
    scene.meshes.emplace_back().primitives.emplace_back().positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    scene.instances.emplace_back().joint = IndexOf<Joint>(1);
    Clip& clip = scene.clips.front();
    clip.joints.front().rotation = {};
    JointTracks parked;
    parked.joint = IndexOf<Joint>(1);
    for (std::size_t frame = 0; frame < 61; ++frame) {
        parked.translation.times.push_back(static_cast<float>(static_cast<double>(frame) / 30));
        const double noise = std::sin(static_cast<double>(frame * frame));
        parked.translation.values.push_back({static_cast<float>(noise * 80000), 0, 0});
    }
    clip.joints.push_back(parked);
    Clip shown = clip;
    reduce(scene, shown, kHalfMillimetre);
    EXPECT_THAT(shown.joints[1].translation.times, SizeIs(61U));

    Clip hidden = clip;
    hidden.joints[1].visibility = {.interpolation = Interpolation::Step, .times = {0.0F}, .values = {0}};
    reduce(scene, hidden, kHalfMillimetre);
    EXPECT_THAT(hidden.joints[1].translation.times, SizeIs(Lt(30U)));
}

TEST(ReduceClip, KeepsTheBoundToTheMomentThatSomethingIsHidden) {
    Scene scene = swing(61, 0.3, 2);
    scene.meshes.emplace_back().primitives.emplace_back().positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    scene.instances.emplace_back().joint = IndexOf<Joint>(1);
    Clip& clip = scene.clips.front();
    clip.joints.front().rotation = {};
    // The joint moves by more than the bound within one frame, and is hidden just before the frame ends.
    JointTracks moved;
    moved.joint = IndexOf<Joint>(1);
    constexpr std::size_t kHides = 30;
    for (std::size_t frame = 0; frame < 61; ++frame) {
        moved.translation.times.push_back(static_cast<float>(static_cast<double>(frame) / 30));
        moved.translation.values.push_back({frame < kHides ? 1.0F : 1.0006F, 0, 0});
    }
    const auto time = static_cast<float>((kHides - 0.02) / 30);
    moved.visibility = {.interpolation = Interpolation::Step, .times = {0.0F, time}, .values = {1, 0}};
    clip.joints.push_back(moved);
    const Clip source = clip;
    reduce(scene, clip, kHalfMillimetre);
    EXPECT_LE(measurePoseError(scene, source, clip, probePoints(scene, {})).maximum, kHalfMillimetre);
}

TEST(ReduceClip, KeepsTheBoundAcrossWindowsThatAreRoundedOtherwise) {
    Scene scene = swing(1400, 0.02, 31);
    // After the first window the lever is 100 m long. Sixteen bits suffice in the first window, but not
    // there.
    JointTracks tip;
    tip.joint = IndexOf<Joint>(1);
    tip.translation.times = {0.0F, static_cast<float>(512.0 / 30), static_cast<float>(513.0 / 30)};
    tip.translation.values = {{0.2F, 0, 0}, {0.2F, 0, 0}, {100, 0, 0}};
    Clip& clip = scene.clips.front();
    clip.joints.push_back(tip);
    const Clip source = clip;
    constexpr double kBound = 0.0001;
    const ClipReduction reduction = reduce(scene, clip, kBound);
    EXPECT_LT(reduction.keysAfter, reduction.keysBefore);
    EXPECT_LE(largestDisplacement(scene, source, clip, probePoints(scene, {}), 240), kBound);
}

TEST(ReduceClip, GivesTheSameForARoundBoundHoweverItIsRounded) {
    const Scene scene = randomRig(17);
    Clip below = scene.clips.front();
    Clip above = scene.clips.front();
    const ClipReduction first = reduce(scene, below, std::nextafter(0.0005, 0.0));
    const ClipReduction last = reduce(scene, above, std::nextafter(0.0005, 1.0));
    EXPECT_EQ(below, above);
    EXPECT_EQ(first.maxError, last.maxError);
}

TEST(ReduceClip, TakesBoundsAsMultiplesOfTheUnit) {
    const Scene scene = randomRig(17);
    const std::vector<JointProbes> probes = probePoints(scene, {});
    Diagnostics diagnostics;
    Clip clip = scene.clips.front();
    const ClipReduction reduction = reduceClip(scene, clip, probes, 0.0009, diagnostics, {.unit = 0.9});
    EXPECT_GT(reduction.maxError, 0.00045);  // the next step for this unit
    EXPECT_LE(reduction.maxError, 0.0009);
}

TEST(ReduceClip, TakesOutOnlyRepeatsWithABoundOfZero) {
    Scene scene = swing(61, 1.0, 1);
    Track<glm::quat> source = rotation(scene);
    std::fill(source.values.begin() + 11, source.values.begin() + 19, source.values[11]);
    rotation(scene) = source;
    const ClipReduction reduction = reduce(scene, scene.clips.front(), 0);
    EXPECT_EQ(reduction.keysAfter, 54U);
    EXPECT_EQ(reduction.maxError, 0);
    const Track<glm::quat>& track = rotation(scene);
    for (std::size_t key = 0; key < track.times.size(); ++key) {
        const auto at = std::ranges::find(source.times, track.times[key]) - source.times.begin();
        EXPECT_EQ(track.values[key], source.values[static_cast<std::size_t>(at)]);
    }
}

TEST(ReduceClip, ReducesLongClipsInWindowsWithTheSamePromise) {
    Scene scene = swing(1700, 0.05, 20);
    const Clip source = scene.clips.front();
    const ClipReduction reduction = reduce(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_LT(reduction.keysAfter, 1000U);
    EXPECT_LE(largestDisplacement(scene, source, scene.clips.front(), probePoints(scene, {}), 240),
              kHalfMillimetre);
}

TEST(ReduceClip, HoldsTheBoundWhereALongClipStandsStillForAWhile) {
    Scene scene = swing(1700, 0.05, 20);
    std::vector<glm::quat>& values = scene.clips.front().joints.front().rotation.values;
    std::fill(values.begin() + 400, values.begin() + 1300, values[400]);
    const Clip source = scene.clips.front();
    reduce(scene, scene.clips.front(), kHalfMillimetre);
    EXPECT_THAT(scene.clips.front().joints.front().rotation.times, SizeIs(AllOf(Gt(4U), Lt(600U))));
    EXPECT_LE(largestDisplacement(scene, source, scene.clips.front(), probePoints(scene, {}), 240),
              kHalfMillimetre);
}

TEST(ReduceClip, MakesUseOfTheBoundWhereTheFirstSharesAreFarTooSmall) {
    constexpr double kBound = 0.005;
    Scene scene = randomRig(63);
    EXPECT_GT(reduce(scene, scene.clips.front(), kBound).maxError, kBound / 2);
}

TEST(ReduceClip, GivesTheSameKeysEachTime) {
    for (std::uint32_t number = 0; number < 20; ++number) {
        Scene scene = randomRig(number);
        Clip again = scene.clips.front();
        reduce(scene, scene.clips.front(), kHalfMillimetre);
        reduce(scene, again, kHalfMillimetre);
        EXPECT_EQ(again, scene.clips.front()) << "rig " << number;
    }
}

TEST(ReduceClip, TellsWhereItIsWorst) {
    Scene scene = swing(61, 1.0, 1);
    const Clip source = scene.clips.front();
    const ClipReduction reduction = reduce(scene, scene.clips.front(), 0.002);
    const PoseError error = measurePoseError(scene, source, scene.clips.front(), probePoints(scene, {}));
    EXPECT_EQ(reduction.worstJoint, IndexOf<Joint>(1));
    EXPECT_NEAR(error.maximum, reduction.maxError, 1e-6);
    EXPECT_EQ(error.joint, reduction.worstJoint);
    EXPECT_NEAR(error.time, reduction.worstTime, 1e-5);
}

TEST(ReduceClip, LeavesAClipOfOneKeyOrNoneAlone) {
    Scene scene = swing(61, 1.0, 1);
    Clip empty;
    EXPECT_EQ(reduce(scene, empty, kHalfMillimetre).keysBefore, 0U);
    Clip single = scene.clips.front();
    single.duration = 0;
    single.joints.front().rotation.times.resize(1);
    single.joints.front().rotation.values.resize(1);
    const Clip source = single;
    EXPECT_EQ(reduce(scene, single, kHalfMillimetre).keysAfter, 1U);
    EXPECT_EQ(single, source);
}

}  // namespace
}  // namespace rigkiln
