#include "pipeline/reduction/pack_keys.hpp"

#include <gmock/gmock.h>

#include "pipeline/packing/packed_keys.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/pipeline/reduction/random_rig.hpp"
#include "tests/unit/pipeline/reduction/reducing.hpp"

namespace rigkiln {
namespace {

/// A sanitizer makes a rig fifteen times as slow.
constexpr std::uint32_t kPackedRigs = test::kHasSanitizer ? 20 : 60;

struct Packed {
    Scene scene{};
    Clip source{};
    std::vector<JointProbes> probes{};
    std::optional<PoseError> error{};
};

Packed pack(std::uint32_t number, double maxError) {
    Packed packed{.scene = randomRig(number)};
    packed.probes = probePoints(packed.scene, {});
    packed.source = packed.scene.clips.front();
    Diagnostics diagnostics;
    Clip& clip = packed.scene.clips.front();
    (void)reduceClip(packed.scene, clip, packed.probes, kShareOfKeys * maxError, diagnostics);
    packed.error = packKeys(packed.scene, packed.source, clip, packed.probes, maxError);
    return packed;
}

TEST(PackKeys, KeepsTheBoundByAMeasureOfItsOwn) {
    std::size_t packed = 0;
    for (std::uint32_t number = 0; number < kPackedRigs; ++number) {
        const Packed rig = pack(number, kHalfMillimetre);
        EXPECT_THAT(validateScene(rig.scene), testing::IsEmpty()) << "rig " << number;
        if (!rig.error) continue;
        ++packed;
        EXPECT_LE(rig.error->maximum, kHalfMillimetre) << "rig " << number;
        EXPECT_LE(largestDisplacement(rig.scene, rig.source, rig.scene.clips.front(), rig.probes, 240),
                  kHalfMillimetre)
            << "rig " << number;
    }
    EXPECT_GT(packed, kPackedRigs * 3 / 4);
}

TEST(PackKeys, KeepsTracksWithStepsAndTheLengthOfTheClip) {
    for (std::uint32_t number = 0; number < kPackedRigs; ++number) {
        const Packed rig = pack(number, kHalfMillimetre);
        const Clip& clip = rig.scene.clips.front();
        EXPECT_EQ(clip.duration, rig.source.duration);
        EXPECT_EQ(clip.events.size(), rig.source.events.size());
        for (const JointTracks& tracks : clip.joints) {
            for (const float time : tracks.rotation.times)
                EXPECT_LE(time, clip.duration) << "rig " << number;
        }
    }
}

/// A joint that rotates about Z at thirty keys per second, with a second joint one metre away.
Scene turning() {
    Scene scene;
    scene.joints.resize(2);
    scene.joints[1].parent = IndexOf<Joint>(0);
    scene.joints[1].rest.translation = {1.0F, 0.0F, 0.0F};
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(0);
    for (int frame = 0; frame <= 30; ++frame) {
        const double angle = 0.02 * frame;
        tracks.rotation.times.push_back(static_cast<float>(frame) / 30.0F);
        tracks.rotation.values.push_back(glm::quat(glm::angleAxis(angle, glm::dvec3(0, 0, 1))));
    }
    Clip clip;
    clip.duration = 1.0F;
    clip.joints.push_back(tracks);
    scene.clips.push_back(clip);
    return scene;
}

std::vector<ShortRotation> shortsOf(const Track<glm::quat>& track) {
    std::vector<ShortRotation> shorts;
    for (const glm::quat& q : track.values) {
        ShortRotation one{};
        const std::array<float, 4> components = {q.x, q.y, q.z, q.w};
        for (std::size_t c = 0; c < 4; ++c)
            one.at(c) = static_cast<std::int16_t>(std::lround(components.at(c) * 32767.0F));
        shorts.push_back(one);
    }
    return shorts;
}

TEST(PackKeys, MakesRotationsThatTheFilterHolds) {
    Scene scene = turning();
    const std::vector<JointProbes> probes = probePoints(scene, {});
    const Clip source = scene.clips.front();
    EXPECT_FALSE(packRotations(shortsOf(source.joints[0].rotation)));
    ASSERT_TRUE(packKeys(scene, source, scene.clips.front(), probes, kHalfMillimetre));
    EXPECT_TRUE(packRotations(shortsOf(scene.clips.front().joints[0].rotation)));
}

TEST(PackKeys, LeavesTheLastMomentToAnArrayOfTimesWhereNothingIsConstant) {
    Scene scene = turning();
    scene.clips.front().duration = 1.0F / 3.0F + 1.0F;
    scene.clips.front().joints[0].rotation.times.back() = scene.clips.front().duration;
    const Clip source = scene.clips.front();
    ASSERT_TRUE(packKeys(scene, source, scene.clips.front(), probePoints(scene, {}), kHalfMillimetre));
    EXPECT_EQ(scene.clips.front().joints[0].rotation.times, source.joints[0].rotation.times);
}

TEST(PackKeys, RoundsTimesThatBeginAtZero) {
    Scene scene = turning();
    const Clip source = scene.clips.front();
    scene.clips.front().joints[0].translation = {
        .interpolation = Interpolation::Linear, .times = {0.0F}, .values = {{0, 0, 0}}};
    ASSERT_TRUE(packKeys(scene, source, scene.clips.front(), probePoints(scene, {}), kHalfMillimetre));
    const std::vector<float>& times = scene.clips.front().joints[0].rotation.times;
    ASSERT_FALSE(times.empty());
    EXPECT_EQ(times.front(), 0.0F);
    EXPECT_NE(times, source.joints[0].rotation.times);
    EXPECT_TRUE(commonExponent(times));
}

TEST(PackKeys, LeavesTheClipWhereTheBoundIsUsedUp) {
    Scene scene = turning();
    const Clip source = scene.clips.front();
    Clip& clip = scene.clips.front();
    clip.joints[0].rotation.values[3] = glm::quat(glm::angleAxis(0.5, glm::dvec3(0, 0, 1)));
    const Clip before = clip;
    EXPECT_FALSE(packKeys(scene, source, clip, probePoints(scene, {}), kHalfMillimetre));
    EXPECT_EQ(clip.joints[0].rotation.values, before.joints[0].rotation.values);
}

}  // namespace
}  // namespace rigkiln
