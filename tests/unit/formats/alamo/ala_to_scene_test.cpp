#include "formats/alamo/ala_to_scene.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/unit/formats/alamo/scene_request.hpp"

namespace rigkiln::alamo {
namespace {

using testing::ElementsAre;

const JointTracks& tracksOf(const Scene& scene, std::uint32_t sourceIndex) {
    for (const JointTracks& tracks : scene.clips.at(0).joints) {
        if (scene.joints.at(tracks.joint.value).sourceIndex == sourceIndex) return tracks;
    }
    throw std::out_of_range("no tracks");
}

class BothVersions : public testing::TestWithParam<AlaVersion> {};
INSTANTIATE_TEST_SUITE_P(AlaToScene, BothVersions, testing::Values(AlaVersion::V1, AlaVersion::V2),
                         [](const auto& parameter) {
                             return parameter.param == AlaVersion::V1 ? "V1" : "V2";
                         });

TEST_P(BothVersions, MovesTheBoneAsTheFileSays) {
    Lifting lifting;
    const Scene scene = lifting.lift(twoFrameClip(GetParam()));
    const JointTracks& arm = tracksOf(scene, 1);
    ASSERT_EQ(arm.translation.values.size(), 2U);
    EXPECT_EQ(arm.translation.values[0].x, 1.0F);
    EXPECT_NEAR(arm.translation.values[1].x, 11.0F, 1e-4);
    EXPECT_EQ(arm.rotation.values[0], glm::quat(1, 0, 0, 0));
    // 0x5A82 / 32767 is sqrt(2) / 2 in sixteen bits: a rotation by 90 degrees about z.
    EXPECT_EQ(arm.rotation.values[1], glm::quat(23170.0F / 32767.0F, 0, 0, 23170.0F / 32767.0F));
    EXPECT_TRUE(validateScene(scene).empty());
}

TEST_P(BothVersions, KeepsTheSameLawsWithEverythingAFileCanHold) {
    Lifting lifting;
    const auto problems = validateScene(lifting.lift(clipWithEverything(GetParam())));
    EXPECT_TRUE(problems.empty()) << problems.front().where << ": " << problems.front().problem;
}

TEST(AlaToScene, HidesABoneInExactlyTheFramesWhoseBitIsClear) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    file.frameCount = 10;
    file.framesPerSecond = 1.0F;
    file.bones[0].translations.reset();
    file.bones[0].rotations = std::vector<PackedQuat>{{0, 0, 0, 32767}};
    // Frames 0, 2 and 9. A reader that does not mask the shifted bits would show frame 1 too.
    file.bones[0].visibilityBits = std::vector<std::byte>{std::byte{0b00000101}, std::byte{0b00000010}};
    const Scene scene = lifting.lift(file);
    const Track<std::uint8_t>& track = tracksOf(scene, 1).visibility;
    EXPECT_EQ(track.interpolation, Interpolation::Step);
    EXPECT_THAT(track.times, ElementsAre(0.0F, 1.0F, 2.0F, 3.0F, 9.0F));
    EXPECT_THAT(track.values, ElementsAre(1, 0, 1, 0, 1));
}

TEST(AlaToScene, ShowsABoneWithoutTrackThroughoutUnlessToldToFollowTheModel) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V2);
    file.bones[0].visibilityBits.reset();
    EXPECT_THAT(tracksOf(lifting.lift(file), 1).visibility.values, ElementsAre(1));
    lifting.alaOptions.set(kVisibilityWithoutTrack, std::string("model"));
    EXPECT_TRUE(tracksOf(lifting.lift(file), 1).visibility.empty());
}

TEST(AlaToScene, IgnoresTheScaleOfAnAbsentTrack) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V2);
    file.bones[0].translationIndex = kNoTrack;
    file.bones[0].translationScale = {1e30F, std::numeric_limits<float>::quiet_NaN(), 5};
    file.translationPool.reset();
    file.translationBlock = 0;
    const Scene scene = lifting.lift(file);
    EXPECT_THAT(tracksOf(scene, 1).translation.values, ElementsAre(glm::vec3(1, 2, 3)));
    EXPECT_FALSE(lifting.diagnostics.has(kClipNotFinite));
}

TEST(AlaToScene, GivesAConstantPoseAKeySoThatItCanDifferFromTheRestPose) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    file.bones[0].translations.reset();
    file.bones[0].rotations = std::vector<PackedQuat>{{0, 0, 23170, 23170}};
    const JointTracks tracks = tracksOf(lifting.lift(file), 1);
    EXPECT_EQ(tracks.translation.times.size(), 1U);
    EXPECT_EQ(tracks.rotation.times.size(), 1U);
    EXPECT_EQ(tracks.scale.times.size(), 1U);
}

TEST(AlaToScene, KeepsTheLastFrameEvenWhenItRepeatsTheFirst) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    (*file.bones[0].rotations)[1] = (*file.bones[0].rotations)[0];
    EXPECT_EQ(tracksOf(lifting.lift(file), 1).rotation.times.size(), 2U);
}

TEST(AlaToScene, CountsTheRootThoughClipsNeverListIt) {
    Lifting lifting;
    const Scene scene = lifting.lift(twoFrameClip(AlaVersion::V2));
    ASSERT_EQ(scene.joints.size(), 2U);
    EXPECT_EQ(scene.joints[0].name, "Root");
    EXPECT_EQ(scene.joints[0].sourceIndex, 0U);
    EXPECT_EQ(scene.joints[1].sourceIndex, 1U);
    EXPECT_EQ(scene.joints[1].parent, IndexOf<Joint>(0));
}

TEST(AlaToScene, PlacesFramesByTheirRate) {
    for (const float rate : {1.0F, 5.0F, 10.0F, 15.0F, 25.0F, 30.0F}) {
        Lifting lifting;
        AlaFile file = twoFrameClip(AlaVersion::V1);
        file.framesPerSecond = rate;
        const Scene scene = lifting.lift(file);
        EXPECT_EQ(scene.clips[0].duration, 1.0F / rate);
        EXPECT_EQ(tracksOf(scene, 1).rotation.times[1], 1.0F / rate);
    }
}

TEST(AlaToScene, MakesAClipOfOneKeyFromOneFrameAndSaysSo) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    file.frameCount = 1;
    file.bones[0].translations->resize(1);
    file.bones[0].rotations->resize(1);
    file.bones[0].visibilityBits = std::vector<std::byte>{std::byte{1}};
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(scene.clips[0].duration, 0.0F);
    EXPECT_THAT(tracksOf(scene, 1).rotation.times, ElementsAre(0.0F));
    EXPECT_TRUE(lifting.diagnostics.has(kSingleFrame));
    EXPECT_TRUE(validateScene(scene).empty());
}

TEST(AlaToScene, TakesNoMemoryForFramesThatNothingIsStoredOf) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    file.frameCount = 0xFFFF'FFFF;
    file.bones[0].translations.reset();
    file.bones[0].rotations = std::vector<PackedQuat>{{0, 0, 0, 32767}};
    file.bones[0].visibilityBits.reset();
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(tracksOf(scene, 1).rotation.times.size(), 1U);
    EXPECT_NEAR(scene.clips[0].duration, 4294967294.0 / 30.0, 100);
}

TEST(AlaToScene, KeepsSixteenBitRotationsBitForBit) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    (*file.bones[0].rotations)[0] = {-32767, 12, -3, 100};
    const glm::quat rotation = tracksOf(lifting.lift(file), 1).rotation.values[0];
    EXPECT_EQ(std::lround(rotation.x * 32767.0F), -32767);
    EXPECT_EQ(rotation.y, 12.0F / 32767.0F);
    EXPECT_EQ(rotation.w, 100.0F / 32767.0F);
}

TEST(AlaToScene, ReadsTheLowestSixteenBitNumberAsMinusOne) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    (*file.bones[0].rotations)[0] = {-32768, 0, 0, 0};
    EXPECT_EQ(tracksOf(lifting.lift(file), 1).rotation.values[0].x, -1.0F);
}

TEST(AlaToScene, MendsRotationsThatAreFarFromUnitAndSaysHowMany) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    *file.bones[0].rotations = {{0, 0, 0, 0}, {0, 0, 0, 16000}};
    const Scene scene = lifting.lift(file);
    EXPECT_THAT(tracksOf(scene, 1).rotation.values,
                ElementsAre(glm::quat(1, 0, 0, 0), glm::quat(1, 0, 0, 0)));
    ASSERT_TRUE(lifting.diagnostics.has(kBadRotation));
    EXPECT_EQ(lifting.diagnostics.issues()[0].where, "bone[0] 'Arm'");
    EXPECT_EQ(lifting.diagnostics.issues()[0].details, "2 keys");
}

TEST(AlaToScene, ReplacesTranslationsThatAreNotFiniteAndSaysSo) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    file.bones[0].translationOffset[1] = std::numeric_limits<float>::infinity();
    const Scene scene = lifting.lift(file);
    EXPECT_TRUE(lifting.diagnostics.has(kClipNotFinite));
    EXPECT_TRUE(validateScene(scene).empty());
}

TEST(AlaToScene, LetsTheFirstOfTwoBlocksOfOneBoneCount) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    file.bones.push_back(file.bones[0]);
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(scene.clips[0].joints.size(), 1U);
    EXPECT_TRUE(lifting.diagnostics.has(kDuplicateBone));
}

TEST(AlaToScene, CarriesTheRestFlagAndTheStepFrames) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    file.frameCount = 10;
    file.bones[0].translations.reset();
    file.bones[0].rotations = std::vector<PackedQuat>{{0, 0, 0, 32767}};
    file.bones[0].visibilityBits.reset();
    file.bones[0].rest = 1;
    file.bones[0].stepBits = std::vector<std::byte>{std::byte{0b10001100}, std::byte{0b00000011}};
    const JointTracks tracks = tracksOf(lifting.lift(file), 1);
    EXPECT_TRUE(tracks.holdsRestPose);
    EXPECT_EQ(toJson(Value(tracks.extras)), R"({"step_frames":"2-3,7-9"})");
}

TEST(AlaToScene, KeepsNamesWithTheirTrailingBlanks) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V2);
    file.bones[0].name = "Arm \t";
    EXPECT_EQ(lifting.lift(file).joints[1].name, "Arm \t");
}

TEST(AlaToScene, KeepsABoneThatIsParkedFarAwayWhereItIs) {
    Lifting lifting;
    AlaFile file = twoFrameClip(AlaVersion::V1);
    file.bones[0].translations.reset();
    file.bones[0].translationOffset = {80'000.125F, 0, 0};
    EXPECT_EQ(tracksOf(lifting.lift(file), 1).translation.values[0].x, 80'000.125F);
}

}  // namespace
}  // namespace rigkiln::alamo
