#include "formats/bfres/animation/skeletal_clip.hpp"

#include <bit>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/bfres/base/bfres_issues.hpp"
#include "formats/bfres/model/bone_pose.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/binary/format_error.hpp"
#include "tests/unit/formats/bfres/issue_kinds.hpp"

namespace rigkiln::bfres {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t kLast = 20;

Curve curveOf(BoneTarget target, CurveType type, std::vector<std::uint8_t> frames,
              std::vector<std::int16_t> keys, float scale = 1, float offset = 0) {
    Curve curve;
    curve.target = static_cast<std::uint32_t>(target);
    curve.keyCount = static_cast<std::uint16_t>(frames.size());
    curve.flags = curveFlags(type, FrameType::U8, KeyType::S16);
    curve.lastFrame = static_cast<float>(frames.back());
    curve.scale = scale;
    curve.offsetBits = std::bit_cast<std::uint32_t>(offset);
    curve.frames = std::move(frames);
    curve.keys = std::move(keys);
    return curve;
}

/// Rises from 0 to 10 over the first half, then stays. Slopes are 6 and 24 per segment of ten frames.
Curve rising(BoneTarget target) {
    return curveOf(target, CurveType::Cubic, {0, 10, 20}, {0, 6, -6, 10, 10, 0, 0, 0, 10, 0, 0, 0});
}

struct Fixture {
    Bone bone;
    BoneAnimation moved;
    SkeletalAnimation animation;
    Diagnostics diagnostics;
    SampleBudget budget{0};
    double rate = 10;

    Fixture() {
        bone.name = "arm";
        bone.translation = {1, 2, 3};
        bone.rotation = {0.5F, 0, 0, 1};
        moved.name = "arm";
        animation.name = "wave";
        animation.flags = 0x1204;
        animation.frameCount = kLast;
    }

    Clip clip(bool hasBone = true) {
        animation.bones = {moved};
        const BoneIndex bones = {{"arm", {.joint = IndexOf<Joint>(3), .bone = hasBone ? &bone : nullptr}}};
        return makeSkeletalClip(animation, bones,
                                {.frameRate = rate, .budget = budget, .diagnostics = diagnostics});
    }
};

TEST(SkeletalClip, LastsToItsLastFrame) {
    Fixture fixture;
    const Clip clip = fixture.clip();
    EXPECT_EQ(clip.duration, 2.0F);
    EXPECT_EQ(clip.sourceFrameRate, 10.0F);
    EXPECT_EQ(clip.sourceFrameCount, kLast + 1);
    EXPECT_EQ(toJson(Value(clip.extras)), R"({"loop":true,"scaling":"maya"})");
    EXPECT_TRUE(clip.joints.empty()) << "a bone without base and curves rests";
}

TEST(SkeletalClip, KeepsKeysThatAllAxesShare) {
    Fixture fixture;
    fixture.moved.translate = {7, 8, 9};
    fixture.moved.curves = {rising(BoneTarget::TranslateX), rising(BoneTarget::TranslateZ)};
    const Clip clip = fixture.clip();
    ASSERT_EQ(clip.joints.size(), 1U);
    const Track<glm::vec3>& track = clip.joints[0].translation;
    EXPECT_EQ(clip.joints[0].joint, IndexOf<Joint>(3));
    EXPECT_EQ(track.interpolation, Interpolation::CubicSpline);
    EXPECT_THAT(track.times, ElementsAre(0.0F, 1.0F, 2.0F));
    EXPECT_EQ(track.values[1], glm::vec3(0, 8, 0)) << "the base of the axis that has no curve";
    EXPECT_EQ(track.values[2], glm::vec3(6, 0, 6)) << "6 in ten frames is 6 a second";
    EXPECT_EQ(track.values[3], glm::vec3(24, 0, 24)) << "into the second key";
    EXPECT_EQ(track.values[4], glm::vec3(10, 8, 10));
    EXPECT_EQ(track.values[5], glm::vec3(0)) << "out of it";
    EXPECT_TRUE(clip.joints[0].rotation.empty());
    EXPECT_TRUE(clip.joints[0].scale.empty());
}

TEST(SkeletalClip, SamplesAxesWithKeysOfTheirOwn) {
    Fixture fixture;
    fixture.moved.curves = {rising(BoneTarget::TranslateX),
                            curveOf(BoneTarget::TranslateY, CurveType::Linear, {0, 20}, {0, 40, 40, 0}),
                            rising(BoneTarget::TranslateZ)};
    const Clip clip = fixture.clip();
    const Track<glm::vec3>& track = clip.joints[0].translation;
    EXPECT_EQ(track.interpolation, Interpolation::Linear);
    ASSERT_EQ(track.times.size(), kLast + 1);
    EXPECT_EQ(track.times[20], 2.0F);
    EXPECT_EQ(track.values[5], glm::vec3(2.75F, 10, 2.75F))
        << "0.5 * (6 + 0.5 * (-6 + 0.5 * 10)) of both cubics";
    EXPECT_EQ(track.values[20], glm::vec3(10, 40, 10));
}

TEST(SkeletalClip, SamplesPiecesThatDoNotMeet) {
    Fixture fixture;
    fixture.moved.curves = {
        curveOf(BoneTarget::ScaleX, CurveType::Linear, {0, 10, 20}, {0, 10, 100, 0, 100, 0})};
    const Clip clip = fixture.clip();
    EXPECT_EQ(clip.joints[0].scale.times.size(), kLast + 1);
    EXPECT_EQ(clip.joints[0].scale.values[9].x, 9.0F) << "by the key's own step, not by the next key";
    EXPECT_EQ(clip.joints[0].scale.values[10].x, 100.0F);
}

TEST(SkeletalClip, SamplesRotationsOnEveryFrame) {
    Fixture fixture;
    fixture.moved.rotate = {0.1F, 0.2F, 0.3F, 1};
    fixture.moved.curves = {
        curveOf(BoneTarget::RotateY, CurveType::Linear, {0, 20}, {0, 40, 40, 0}, 0.25F, 1)};
    const Clip clip = fixture.clip();
    const Track<glm::quat>& track = clip.joints[0].rotation;
    ASSERT_EQ(track.times.size(), kLast + 1);
    const auto sampled = track.values[7];
    EXPECT_EQ(sampled, eulerRotation({static_cast<double>(0.1F), 1 + 0.25 * 14, static_cast<double>(0.3F)}));
}

TEST(SkeletalClip, NormalisesQuaternionsThatCurvesMove) {
    Fixture fixture;
    fixture.animation.flags = 0x204;
    fixture.moved.rotate = {0, 0, 0, 1};
    fixture.moved.curves = {curveOf(BoneTarget::RotateX, CurveType::Linear, {0, 20}, {0, 20, 20, 0}, 0.05F)};
    const Clip clip = fixture.clip();
    const glm::quat last = clip.joints[0].rotation.values.back();
    EXPECT_FLOAT_EQ(last.x, std::sqrt(0.5F));
    EXPECT_FLOAT_EQ(last.w, std::sqrt(0.5F));
}

TEST(SkeletalClip, ScalesAlongTheAxisThatACurveNames) {
    Fixture fixture;
    fixture.moved.curves = {curveOf(BoneTarget::ScaleZ, CurveType::Linear, {0, 20}, {1, 4, 5, 0})};
    const Clip clip = fixture.clip();
    ASSERT_EQ(clip.joints.size(), 1U);
    EXPECT_THAT(clip.joints[0].scale.values, ElementsAre(glm::vec3(1), glm::vec3(1, 1, 5)));
    EXPECT_TRUE(fixture.diagnostics.issues().empty());
}

TEST(SkeletalClip, MovesTheRealPartOfQuaternions) {
    Fixture fixture;
    fixture.animation.flags = 0x204;
    fixture.moved.rotate = {1, 0, 0, 0};
    fixture.moved.curves = {curveOf(BoneTarget::RotateW, CurveType::Linear, {0, 20}, {0, 20, 20, 0}, 0.05F)};
    const Clip clip = fixture.clip();
    ASSERT_EQ(clip.joints.size(), 1U);
    const Track<glm::quat>& track = clip.joints[0].rotation;
    ASSERT_EQ(track.values.size(), kLast + 1);
    EXPECT_EQ(track.values.front(), glm::quat(0, 1, 0, 0));
    EXPECT_FLOAT_EQ(track.values.back().x, std::sqrt(0.5F));
    EXPECT_FLOAT_EQ(track.values.back().w, std::sqrt(0.5F));
    EXPECT_TRUE(fixture.diagnostics.issues().empty());
}

TEST(SkeletalClip, ReportsTheScalingModeOfSoftimage) {
    Fixture fixture;
    fixture.animation.flags = 0x1304;
    EXPECT_EQ(toJson(Value(fixture.clip().extras)), R"({"loop":true,"scaling":"softimage"})");
    ASSERT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kScalingMode.id));
    EXPECT_EQ(fixture.diagnostics.issues()[0].where, "animation 'wave'");
    EXPECT_EQ(fixture.diagnostics.issues()[0].details, "softimage");
}

TEST(SkeletalClip, DropsWhatOnlySaysTheRestPose) {
    Fixture fixture;
    fixture.moved.translate = {1, 2, 3};
    fixture.moved.rotate = {0.5F, 0, 0, 1};
    fixture.moved.scale = {1, 1, 2};
    const Clip clip = fixture.clip();
    ASSERT_EQ(clip.joints.size(), 1U);
    EXPECT_TRUE(clip.joints[0].translation.empty());
    EXPECT_TRUE(clip.joints[0].rotation.empty());
    EXPECT_EQ(clip.joints[0].scale.values, (std::vector<glm::vec3>{{1, 1, 2}}));
    EXPECT_EQ(fixture.clip(false).joints[0].translation.times.size(), 1U)
        << "another file's model may rest elsewhere";
}

TEST(SkeletalClip, TakesTheRestOfTheSkeletonWhereItStatesNoBase) {
    Fixture fixture;
    fixture.moved.curves = {rising(BoneTarget::TranslateX)};
    EXPECT_EQ(fixture.clip().joints[0].translation.values[1], glm::vec3(0, 2, 3));
    EXPECT_TRUE(fixture.diagnostics.issues().empty());
    EXPECT_EQ(fixture.clip(false).joints[0].translation.values[1], glm::vec3(0, 0, 0));
    EXPECT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kBaseMissing.id));
}

TEST(SkeletalClip, SamplesKeysThatAreOneMomentInSeconds) {
    Fixture fixture;
    Curve curve = rising(BoneTarget::TranslateX);
    curve.flags = curveFlags(CurveType::Cubic, FrameType::F32, KeyType::S16);
    curve.frames = std::vector<float>{0, 1e-44F, 20};
    curve.keys = std::vector<std::int16_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    fixture.moved.curves = {curve};
    fixture.rate = 1000;
    EXPECT_EQ(fixture.clip().joints[0].translation.times.size(), kLast + 1);
}

TEST(SkeletalClip, TellsWhatItCannotMove) {
    Fixture fixture;
    fixture.moved.curves = {rising(BoneTarget::TranslateX)};
    fixture.moved.curves[0].target = 0x1C;
    fixture.moved.flags = bone_flag::kSegmentScaleCompensate;
    EXPECT_TRUE(fixture.clip().joints.empty());
    EXPECT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kUnknownTarget.id, kCompensationDiffers.id));
    fixture.diagnostics = {};
    fixture.moved.name = "leg";
    EXPECT_TRUE(fixture.clip().joints.empty());
    ASSERT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kBoneMissing.id));
    EXPECT_EQ(fixture.diagnostics.issues()[0].details, "1 of 1 bones, first 'leg'");
}

TEST(SkeletalClip, ReplacesWhatIsNotFinite) {
    Fixture fixture;
    fixture.moved.curves = {rising(BoneTarget::ScaleX)};
    fixture.moved.curves[0].scale = INFINITY;
    const Clip clip = fixture.clip();
    EXPECT_EQ(clip.joints[0].scale.values[1].x, 1.0F);
    EXPECT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kClipNotFinite.id));
}

TEST(SkeletalClip, RefusesMoreSamplesThanAFileOfItsSizeHas) {
    Fixture fixture;
    fixture.animation.frameCount = 0xFFFFFFFF;
    EXPECT_TRUE(fixture.clip().joints.empty()) << "a length alone takes no memory";
    fixture.moved.curves = {rising(BoneTarget::RotateX)};
    try {
        (void)fixture.clip();
        FAIL() << "was not refused";
    } catch (const FormatError& error) {
        EXPECT_STREQ(
            error.what(),
            "animation 'wave' at 0x0: its curves are 4294967296 samples at one a frame, more than a file of "
            "this size has (limit 262144)");
    }
}

// Each track takes half of the budget. The clip is refused before the first track, which would fit, is
// sampled.
TEST(SkeletalClip, TakesTheSamplesOfAllTracksAtOnce) {
    Fixture fixture;
    fixture.animation.frameCount = SampleBudget::kLeast / 2;
    fixture.moved.curves = {rising(BoneTarget::RotateX)};
    EXPECT_EQ(fixture.clip().joints[0].rotation.times.size(), SampleBudget::kLeast / 2 + 1);
    fixture.budget = SampleBudget(0);
    // Axes with keys on different frames cannot become a spline, so that they need samples.
    fixture.moved.curves.push_back(curveOf(BoneTarget::TranslateX, CurveType::Linear, {0, 10}, {0, 5, 5, 0}));
    fixture.moved.curves.push_back(curveOf(BoneTarget::TranslateY, CurveType::Linear, {0, 12}, {0, 5, 5, 0}));
    EXPECT_THROW((void)fixture.clip(), FormatError);
    EXPECT_NO_THROW(fixture.budget.take("what is left", SampleBudget::kLeast));
}

}  // namespace
}  // namespace rigkiln::bfres
