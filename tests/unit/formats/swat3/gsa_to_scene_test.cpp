#include "formats/swat3/gsa_to_scene.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/process/bind_clips.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/scene_request.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::swat3 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

GsaFile walk(const corpus::GsaOptions& options = {}) {
    return corpus::makeGsa(corpus::planSwt(), QuaternionSense::Conjugated, options);
}

const JointTracks* tracksOf(const Scene& scene, std::string_view name) {
    for (const JointTracks& tracks : scene.clips.at(0).joints) {
        if (scene.joints[tracks.joint.value].name == name) return &tracks;
    }
    return nullptr;
}

TEST(GsaToScene, HasAKeyAtEveryTenthOfASecondForEveryBone) {
    Lifting lifting;
    const Scene scene = lifting.lift(walk({.frames = 11}));
    EXPECT_THAT(validateScene(scene), IsEmpty());
    EXPECT_EQ(scene.clips.at(0).joints.size(), 52U);
    EXPECT_FLOAT_EQ(scene.clips[0].duration, 1.0F);
    const JointTracks* thigh = tracksOf(scene, "Biped L Thigh");
    ASSERT_NE(thigh, nullptr);
    EXPECT_EQ(thigh->rotation.times.size(), 11U);
    EXPECT_EQ(thigh->rotation.times[7], 0.7F);
    EXPECT_TRUE(thigh->translation.empty()) << "only the root has one";
}

TEST(GsaToScene, KeepsTheBitsOfRotations) {
    const GsaFile file = walk();
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    const std::size_t column = corpus::boneNamed(corpus::planSwt(), "Biped L Thigh");
    const Float4 stored = rotationsOf(file, 3)[column];
    EXPECT_EQ(tracksOf(scene, "Biped L Thigh")->rotation.values[3],
              glm::quat(stored[3], -stored[0], -stored[1], -stored[2]));
}

TEST(GsaToScene, AnimatesListedBonesAloneInAPartialClip) {
    Lifting lifting;
    const Scene scene = lifting.lift(walk({.isPartial = true}));
    EXPECT_NE(tracksOf(scene, "Biped L Forearm"), nullptr);
    EXPECT_EQ(tracksOf(scene, "Biped L Thigh"), nullptr) << "legs go on with what they do";
    EXPECT_EQ(tracksOf(scene, "Biped"), nullptr) << "the root stands still and is not listed";
}

TEST(GsaToScene, AddsOffsetsOfTheRootToWhereItStands) {
    Lifting lifting;
    const Scene scene = lifting.lift(walk({.frames = 5}));
    const JointTracks* root = tracksOf(scene, "Biped");
    ASSERT_NE(root, nullptr);
    ASSERT_EQ(root->translation.values.size(), 5U);
    EXPECT_EQ(root->translation.values[0], glm::vec3(0, 0, 38));
    EXPECT_FLOAT_EQ(root->translation.values[1].z, 39);
}

TEST(GsaToScene, TakesPositionsThatBeginAtRestAsPositions) {
    GsaFile file = walk({.frames = 3});
    for (GsaFrame& frame : file.frames)
        frame.rootPosition[2] += 38;
    Lifting lifting;
    EXPECT_EQ(tracksOf(lifting.lift(file), "Biped")->translation.values[0], glm::vec3(0, 0, 38));
    EXPECT_FALSE(lifting.diagnostics.has(kRootMode));
}

TEST(GsaToScene, SaysWhenPositionsBeginNeitherWay) {
    GsaFile file = walk({.frames = 3});
    file.frames[0].rootPosition = {5, 0, 0};
    Lifting lifting;
    EXPECT_EQ(tracksOf(lifting.lift(file), "Biped")->translation.values[0], glm::vec3(5, 0, 38));
    EXPECT_TRUE(lifting.diagnostics.has(kRootMode));
}

TEST(GsaToScene, PlaysAtTheGamesRateWhateverTheFileSays) {
    GsaFile file = walk({.frames = 11});
    file.frameRate = 30;
    Lifting lifting;
    EXPECT_FLOAT_EQ(lifting.lift(file).clips[0].duration, 1.0F);
    lifting.gsaOptions.set("rate", 20.0);
    EXPECT_FLOAT_EQ(lifting.lift(file).clips[0].duration, 0.5F);
}

TEST(GsaToScene, NamesEventsByKindAndArgument) {
    Lifting lifting;
    const Scene scene = lifting.lift(walk({.frames = 11}));
    std::vector<std::string> texts;
    for (const ClipEvent& event : scene.clips.at(0).events)
        texts.push_back(event.name + " " + toJson(event.extras));
    EXPECT_THAT(texts, ElementsAre(R"(sound=FOOTSTEP {"kind":"sound","argument":"FOOTSTEP"})",
                                   R"(itemsound=RATTLE {"kind":"itemsound","argument":"RATTLE"})",
                                   R"(leftfoot {"kind":"other"})"));
    EXPECT_EQ(scene.clips[0].events[1].time, 0.5F);
}

TEST(GsaToScene, JoinsAMovingOriginWithTheRoot) {
    GsaFile file = walk({.frames = 2});
    file.frames[1].originPosition = {1, 2, 3};
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(tracksOf(scene, "Biped")->translation.values[1],
              tracksOf(scene, "Biped")->translation.values[0] + glm::vec3(1, 2, 3));
    EXPECT_TRUE(lifting.diagnostics.has(kFrameOrigin));
}

TEST(GsaToScene, MendsKeysThatAreNoRotations) {
    GsaFile file = walk({.frames = 2});
    file.rotations[0] = {std::numeric_limits<float>::quiet_NaN(), 0, 0, 1};
    file.rotations[1] = {0, 0, 0, 3};
    file.rotations[2] = {0, 0, 0, 0};
    Lifting lifting;
    EXPECT_THAT(validateScene(lifting.lift(file)), IsEmpty());
    EXPECT_TRUE(lifting.diagnostics.has(kClipNotFinite));
    EXPECT_TRUE(lifting.diagnostics.has(kClipRotationLength));
}

TEST(GsaToScene, HoldsOneFrameAsOneKey) {
    Lifting lifting;
    const Scene scene = lifting.lift(walk({.frames = 1}));
    EXPECT_THAT(validateScene(scene), IsEmpty());
    EXPECT_EQ(scene.clips[0].duration, 0.0F);
}

/// Binds a clip to its model.
Scene bound(const GsmFile& model, const GsaFile& clip, Diagnostics& diagnostics) {
    Lifting lifting;
    Scene scene = lifting.lift(model);
    Scene clips = lifting.lift(clip);
    adaptGsaToModel(scene, clips, diagnostics);
    EXPECT_TRUE(bindClips(scene, std::move(clips), diagnostics));
    return scene;
}

TEST(AdaptGsaToModel, TurnsQuaternionsAsTheModelHasThem) {
    const auto rig = corpus::planSwt();
    Diagnostics diagnostics;
    const Scene raw = bound(corpus::makeCharacter(rig, {Space::Bone, QuaternionSense::Raw}),
                            corpus::makeGsa(rig, QuaternionSense::Raw, {}), diagnostics);
    EXPECT_TRUE(diagnostics.has(kOtherQuaternions));
    Diagnostics none;
    const Scene conjugated = bound(corpus::makeCharacter(rig, {}), walk(), none);
    EXPECT_THAT(none.issues(), IsEmpty());
    ASSERT_EQ(raw.clips.at(0).joints.size(), conjugated.clips.at(0).joints.size());
    for (std::size_t i = 0; i < raw.clips[0].joints.size(); ++i)
        EXPECT_EQ(raw.clips[0].joints[i].rotation, conjugated.clips[0].joints[i].rotation);
}

TEST(AdaptGsaToModel, LeavesWhatAnOptionSaid) {
    const auto rig = corpus::planSwt();
    Lifting lifting;
    Scene model = lifting.lift(corpus::makeCharacter(rig, {Space::Bone, QuaternionSense::Raw}));
    lifting.gsaOptions.set("quat", std::string("conj"));
    Scene clips = lifting.lift(walk());
    const Scene before = clips;
    adaptGsaToModel(model, clips, lifting.diagnostics);
    EXPECT_EQ(clips, before);
}

TEST(AdaptGsaToModel, MovesTheRootFromWhereTheModelStands) {
    const auto rig = corpus::planSwt();
    GsmFile tall = corpus::makeCharacter(rig, {});
    tall.skeletons[0].bones[0].position[2] = 45;
    Diagnostics diagnostics;
    const Scene scene = bound(tall, walk({.frames = 5}), diagnostics);
    EXPECT_FLOAT_EQ(tracksOf(scene, "Biped")->translation.values[1].z, 46);
}

}  // namespace
}  // namespace rigkiln::swat3
