#include "pipeline/process/align_clips.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/sample_track.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Scene aligned(Scene scene, double rate) {
    Diagnostics diagnostics;
    alignClips(scene, rate, diagnostics);
    EXPECT_THAT(diagnostics.counts(), IsEmpty());
    EXPECT_THAT(validateScene(scene), IsEmpty());
    return scene;
}

/// The clip of smallScene with other times: a rotation of the arm and visibility of the hand.
Scene timed(float duration, std::vector<float> rotation, std::vector<float> visibility) {
    Scene scene = test::smallScene();
    Clip& clip = scene.clips[0];
    clip.duration = duration;
    clip.joints[0].rotation.values.assign(rotation.size(), test::turn(0, {0, 0, 1}));
    clip.joints[0].rotation.values.back() = test::turn(90, {0, 0, 1});
    clip.joints[0].rotation.times = std::move(rotation);
    clip.joints[1].visibility.values.clear();
    for (std::size_t i = 0; i < visibility.size(); ++i)
        clip.joints[1].visibility.values.push_back(i % 2 == 0 ? 1 : 0);
    clip.joints[1].visibility.times = std::move(visibility);
    return scene;
}

TEST(AlignClips, KeepsKeysThatAreOnFrames) {
    Scene scene = timed(1.0F, {0.0F, 0.5F, 1.0F}, {0.0F, 0.25F});
    const glm::quat quantised(32766.0F / 32767, 0, 0, 7.0F / 32767);
    scene.clips[0].joints[0].rotation.values[1] = quantised;
    const Scene result = aligned(scene, 24);
    EXPECT_EQ(result.clips[0].joints[0].rotation, scene.clips[0].joints[0].rotation);
    EXPECT_EQ(result.clips[0].joints[1].visibility, scene.clips[0].joints[1].visibility);
    EXPECT_EQ(result.clips[0].duration, 1.0F);
}

TEST(AlignClips, RoundsTimesThatAreOffByTheRoundingOfTheSource) {
    const Scene result = aligned(timed(0.1F, {0.0F, 0.03333F, 0.1F}, {0.0F}), 30);
    EXPECT_THAT(result.clips[0].joints[0].rotation.times,
                ElementsAre(0.0F, static_cast<float>(1.0 / 30), static_cast<float>(3.0 / 30)));
}

TEST(AlignClips, SamplesOtherKeysAtEveryFrame) {
    const Scene before = timed(0.1F, {0.0F, 0.05F, 0.1F}, {0.0F});
    const Scene result = aligned(before, 24);
    const Track<glm::quat>& rotation = result.clips[0].joints[0].rotation;
    EXPECT_THAT(rotation.times, ElementsAre(0.0F, static_cast<float>(1.0 / 24), static_cast<float>(2.0 / 24),
                                            static_cast<float>(3.0 / 24)));
    const Track<glm::quat>& source = before.clips[0].joints[0].rotation;
    for (std::size_t i = 0; i < rotation.times.size(); ++i)
        EXPECT_EQ(rotation.values[i], sampleTrack(source, rotation.times[i]));
    EXPECT_EQ(result.clips[0].duration, static_cast<float>(3.0 / 24)) << "the end is held until a frame";
}

// Blender 3.4 reads splines without their tangents.
TEST(AlignClips, SamplesSplinesWhoseKeysAreOnFrames) {
    Scene before = timed(1.0F, {0.0F}, {0.0F});
    Track<glm::vec3>& track = before.clips[0].joints[0].translation;
    track = {.interpolation = Interpolation::CubicSpline,
             .times = {0, 1},
             .values = {{0, 0, 0}, {1, 0, 0}, {9, 0, 0}, {-9, 0, 0}, {2, 0, 0}, {0, 0, 0}}};
    const Scene result = aligned(before, 24);
    const Track<glm::vec3>& sampled = result.clips[0].joints[0].translation;
    EXPECT_EQ(sampled.interpolation, Interpolation::Linear);
    ASSERT_EQ(sampled.times.size(), 25U);
    for (std::size_t i = 0; i < sampled.times.size(); ++i)
        EXPECT_EQ(sampled.values[i], sampleTrack(track, sampled.times[i]));
    track.times.resize(1);
    track.values.resize(3);
    EXPECT_EQ(aligned(before, 24).clips[0].joints[0].translation, track) << "one key has no tangents to lose";
}

TEST(AlignClips, MovesStepsToTheNearestFrame) {
    const Scene result = aligned(timed(1.0F, {0.0F, 1.0F}, {0.0F, 0.24F, 0.26F, 0.6F, 0.61F, 0.99F}), 4);
    const Track<std::uint8_t>& visibility = result.clips[0].joints[1].visibility;
    EXPECT_THAT(visibility.times, ElementsAre(0.0F, 0.25F, 0.5F, 1.0F));
    EXPECT_THAT(visibility.values, ElementsAre(1, 1, 1, 0)) << "of several on one frame the last";
}

TEST(AlignClips, KeepsTheRateOfTheSource) {
    const Scene before = test::smallScene();
    const Scene result = aligned(before, 24);
    EXPECT_EQ(result.clips[0].sourceFrameRate, before.clips[0].sourceFrameRate);
    EXPECT_EQ(result.clips[0].sourceFrameCount, before.clips[0].sourceFrameCount);
    ASSERT_NE(result.clips[0].extras.find(kFpsHint), nullptr);
    EXPECT_EQ(*result.clips[0].extras.find(kFpsHint), Value(24.0));
}

TEST(AlignClips, PutsEveryKeyOnAFrame) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = aligned(test::randomScene(seed), 24);
        for (const Clip& clip : scene.clips) {
            for (const JointTracks& tracks : clip.joints) {
                for (const auto& times :
                     {tracks.rotation.times, tracks.translation.times, tracks.visibility.times}) {
                    for (const float time : times)
                        EXPECT_EQ(time, static_cast<float>(std::round(static_cast<double>(time) * 24) / 24));
                }
            }
        }
    }
}

TEST(AlignClips, KeepsTheSourceWhereTheLengthWouldFillTheMemory) {
    Scene scene = test::smallScene();
    scene.clips[0].duration = 1e9F;
    const Scene before = scene;
    Diagnostics diagnostics;
    alignClips(scene, 24, diagnostics);
    EXPECT_EQ(scene, before);
    EXPECT_TRUE(diagnostics.has(kTooManySamples));
}

}  // namespace
}  // namespace rigkiln
