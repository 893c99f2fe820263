#include "exporters/swat3/build_gsa.hpp"

#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsa_export_issues.hpp"
#include "tests/unit/exporters/swat3/gsa_building.hpp"

namespace rigkiln::swat3_export {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(BuildGsa, SamplesTenTimesASecondWithBothEnds) {
    Scene scene = model();
    addTurn(scene, 1);
    const swat3::GsaFile file = Building().built(scene);
    ASSERT_EQ(file.frames.size(), 11U);
    EXPECT_THAT(file.animatedBones, ElementsAre(1));
    const glm::quat half = test::turn(45, kAxis);
    // +Y of the scene is +Z of the file, and the file stores conjugated quaternions.
    const swat3::Float4 stored = swat3::rotationsOf(file, 5)[0];
    EXPECT_NEAR(stored[2], -half.y, 1e-6);
    EXPECT_NEAR(stored[3], half.w, 1e-6);
    const glm::quat last = scene.clips[0].joints[0].rotation.values[1];
    EXPECT_EQ(swat3::rotationsOf(file, 10)[0], (swat3::Float4{0, 0, -last.y, last.w}))
        << "the bits of the key";
    EXPECT_THAT(file.frames, testing::Each(swat3::GsaFrame()));
}

TEST(BuildGsa, HasOneFrameForAClipWithoutDuration) {
    Scene scene = model();
    scene.clips[0].duration = 0;
    addTracks(scene, 1).rotation = {.times = {0.0F}, .values = {test::turn(20, kAxis)}};
    EXPECT_EQ(Building().built(scene).frames.size(), 1U);
}

TEST(BuildGsa, RoundsDurationsAndBelievesTheRecordAtHalves) {
    Scene scene = model();
    scene.clips[0].duration = 0.449F;
    EXPECT_EQ(Building().built(scene).frames.size(), 5U);
    scene.clips[0].duration = 0.45F;
    setRecord(scene, "frames", 5);
    EXPECT_EQ(Building().built(scene).frames.size(), 5U);
    setRecord(scene, "frames", 6);
    EXPECT_EQ(Building().built(scene).frames.size(), 6U);
    setRecord(scene, "frames", 8);
    EXPECT_NE(Building().built(scene).frames.size(), 8U) << "the clip was cut since";
}

TEST(BuildGsa, RefusesClipsOfMoreFramesThanTheirNumberHolds) {
    Scene scene = model();
    scene.clips[0].duration = 6553.5F;
    EXPECT_EQ(Building().errorOf(scene), "clip 'wave': 6553.5 s are 65536 frames, the limit is 65535");
    scene.clips[0].duration = std::numeric_limits<float>::max();
    EXPECT_THAT(Building().errorOf(scene), HasSubstr("the limit is 65535"));
}

TEST(BuildGsa, ListsNoBoneWhenAllAreTurned) {
    Scene scene = model();
    for (const std::size_t joint : {0U, 1U, 2U})
        addTurn(scene, joint);
    const swat3::GsaFile file = Building().built(scene);
    EXPECT_THAT(file.animatedBones, IsEmpty());
    EXPECT_EQ(file.rotations.size(), 33U);
}

TEST(BuildGsa, ListsTheRootWhenNothingIsTurnedSinceNoListMeansAll) {
    EXPECT_THAT(Building().built(model()).animatedBones, ElementsAre(0));
}

TEST(BuildGsa, KeepsTheRecordsListInItsOrder) {
    Scene scene = model();
    scene.joints.push_back(test::joint("finger", 2, {1, 0, 0}));
    addTurn(scene, 1);
    addTurn(scene, 2);
    setRecord(scene, "bones", listOf({2, 1}));
    EXPECT_THAT(Building().built(scene).animatedBones, ElementsAre(2, 1));
    setRecord(scene, "bones", listOf({2, 0}));
    EXPECT_THAT(Building().built(scene).animatedBones, ElementsAre(0, 1, 2)) << "another bone is turned";
    setRecord(scene, "bones", listOf({2, 1, 9}));
    EXPECT_THAT(Building().built(scene).animatedBones, ElementsAre(1, 2)) << "no bone has the id 9";
}

TEST(BuildGsa, HoldsListedBonesWithoutATrackAtRest) {
    Scene scene = model();
    scene.joints[2].rest.rotation = test::turn(30, kAxis);
    addTurn(scene, 1);
    setRecord(scene, "bones", listOf({2, 1}));
    const swat3::GsaFile file = Building().built(scene);
    EXPECT_THAT(file.animatedBones, ElementsAre(2, 1));
    EXPECT_EQ(swat3::rotationsOf(file, 3)[0], file.skeletons.at(0).bones[2].rotation);
    setRecord(scene, "bones", "all");
    EXPECT_THAT(Building().built(scene).animatedBones, IsEmpty());
}

TEST(BuildGsa, KeepsAListOfAllBones) {
    Scene scene = model();
    for (const std::size_t joint : {0U, 1U, 2U})
        addTurn(scene, joint);
    setRecord(scene, "bones", listOf({2, 1, 0}));
    EXPECT_THAT(Building().built(scene).animatedBones, ElementsAre(2, 1, 0));
}

TEST(BuildGsa, LeavesOutBonesThatOnlyRestAndThatTheRecordDoesNotList) {
    Scene scene = model();
    addTracks(scene, 0).rotation = {.times = {0.0F, 1.0F}, .values = {{1, 0, 0, 0}, {1, 0, 0, 0}}};
    addTurn(scene, 1);
    EXPECT_THAT(Building().built(scene).animatedBones, ElementsAre(0, 1)) << "without a record";
    setRecord(scene, "bones", listOf({1}));
    EXPECT_THAT(Building().built(scene).animatedBones, ElementsAre(1));
    scene.clips[0].joints[0].rotation.values[1] = test::turn(0.01F, kAxis);
    EXPECT_THAT(Building().built(scene).animatedBones, ElementsAre(0, 1)) << "it turns a little";
}

TEST(BuildGsa, KeepsTheNumbersOfTheRecord) {
    Scene scene = model();
    setRecord(scene, "unknown0", 17);
    setRecord(scene, "unknown1", 65535);
    setRecord(scene, "frame_rate", 30.0);
    const swat3::GsaFile file = Building().built(scene);
    EXPECT_EQ(file.unknown0, 17);
    EXPECT_EQ(file.unknown1, 65535);
    EXPECT_EQ(file.frameRate, 30);
    EXPECT_EQ(Building().built(model()).frameRate, 10);
}

TEST(BuildGsa, StoresWhereTheRootGoesFromWhereItRests) {
    Scene scene = model();
    addTracks(scene, 0).translation = {.times = {0.0F, 1.0F}, .values = {{0, 10, 0}, {0, 15, 2}}};
    Building building;
    building.space = FileSpace(UpAxis::ZUp, 0.5);
    const swat3::GsaFile file = building.built(scene);
    EXPECT_EQ(file.frames[0].rootPosition, (swat3::Float3{0, 0, 0}));
    EXPECT_EQ(file.frames[10].rootPosition, (swat3::Float3{0, -4, 10}));
    EXPECT_EQ(file.frames[10].originPosition, (swat3::Float3{0, 0, 0}));
    setRecord(scene, "root", "absolute");
    const swat3::GsaFile absolute = building.built(scene);
    EXPECT_EQ(absolute.frames[0].rootPosition, (swat3::Float3{0, 0, 20}));
    EXPECT_EQ(absolute.frames[10].rootPosition, (swat3::Float3{0, -4, 30}));
}

TEST(BuildGsa, MakesMotionAboveTheRootMotionOfTheRoot) {
    Scene scene = model();
    scene.joints = {test::joint("Armature"), test::joint("root", 0, {0, 10, 0}),
                    test::joint("arm", 1, {2, 0, 0}), test::joint("hand", 2, {2, 0, 0})};
    scene.joints[0].rest.scale = glm::vec3(2);
    Skin skin;
    skin.joints = {IndexOf<Joint>(1), IndexOf<Joint>(3)};
    skin.inverseBindMatrices.assign(2, glm::mat4(1));
    scene.skins.push_back(skin);
    JointTracks& tracks = addTracks(scene, 0);
    tracks.translation = {.times = {0.0F, 1.0F}, .values = {{0, 0, 0}, {1, 0, 0}}};
    tracks.rotation = {.times = {0.0F, 1.0F}, .values = {test::turn(0, kAxis), test::turn(90, kAxis)}};
    const swat3::GsaFile file = Building().built(scene);
    EXPECT_THAT(file.animatedBones, ElementsAre(0));
    EXPECT_NEAR(file.frames[10].rootPosition[0], 1, 1e-6);
    EXPECT_NEAR(swat3::rotationsOf(file, 10)[0][2], -std::sqrt(0.5), 1e-6);
}

TEST(BuildGsa, MakesMotionOfTheJointThatReadingPutAboveMotionOfTheRoot) {
    Scene scene = model();
    scene.joints.insert(scene.joints.begin(), test::joint("roots"));
    for (std::size_t i = 1; i < 4; ++i)
        scene.joints[i].parent = IndexOf<Joint>(i - 1);
    addTracks(scene, 0).rotation = {.times = {0.0F, 1.0F},
                                    .values = {test::turn(0, kAxis), test::turn(90, kAxis)}};
    const swat3::GsaFile file = Building().built(scene);
    EXPECT_THAT(file.animatedBones, ElementsAre(0));
    EXPECT_NEAR(swat3::rotationsOf(file, 10)[0][2], -std::sqrt(0.5), 1e-6);
}

TEST(BuildGsa, StoresNoOffsetWhereTheRootIsARoundingOffItsRest) {
    Scene scene = model();
    addTracks(scene, 0).translation = {.times = {0.0F, 1.0F},
                                       .values = {{0, std::nextafter(10.0F, 11.0F), 0}, {0, 11, 0}}};
    EXPECT_EQ(Building().built(scene).frames[0].rootPosition, (swat3::Float3{0, 0, 0}))
        << "which readers would not take for offsets";
}

TEST(BuildGsa, KeepsRotationsOfNeighbouringFramesInOneHemisphere) {
    Scene scene = model();
    scene.joints[0].rest.scale = glm::vec3(2);  // makes the writer take rotations from matrices
    JointTracks& tracks = addTracks(scene, 1);
    for (const float share : {0.0F, 0.25F, 0.5F, 0.75F, 1.0F}) {
        tracks.rotation.times.push_back(share);
        tracks.rotation.values.push_back(test::turn(350 * share, kAxis));
    }
    const swat3::GsaFile file = Building().built(scene);
    for (std::size_t frame = 1; frame < 11; ++frame) {
        float cosine = 0;
        for (std::size_t i = 0; i < 4; ++i)
            cosine += swat3::rotationsOf(file, frame)[0][i] * swat3::rotationsOf(file, frame - 1)[0][i];
        EXPECT_GT(cosine, 0) << frame;
    }
}

TEST(BuildGsa, NormalisesRotationsOfOtherProgramsAndKeepsThoseOfFiles) {
    Scene scene = model();
    addTracks(scene, 1).rotation = {.times = {0.0F}, .values = {glm::quat(1.0005F, 0, 0, 0)}};
    EXPECT_EQ(Building().built(scene).rotations[0][3], 1.0F);
    setRecord(scene, "unknown0", 0);
    EXPECT_EQ(Building().built(scene).rotations[0][3], 1.0005F);
}

TEST(BuildGsa, TakesKeysThatLieARoundingBesideAFrame) {
    Scene scene = model();
    const glm::quat turned = test::turn(80, kAxis);
    addTracks(scene, 1).rotation = {.interpolation = Interpolation::Step,
                                    .times = {0.0F, 0.500002F},
                                    .values = {test::turn(0, kAxis), turned}};
    const swat3::GsaFile file = Building().built(scene);
    EXPECT_EQ(swat3::rotationsOf(file, 4)[0][3], 1.0F);
    EXPECT_EQ(swat3::rotationsOf(file, 5)[0][3], turned.w);
}

TEST(BuildGsa, TurnsBonesBelowOneThatTheSceneLacksRelativeToIt) {
    const float half = std::sqrt(0.5F);
    const std::vector<swat3::Skeleton> base = {
        {.name = "model",
         .bones = {
             {.id = 0, .name = "root", .position = {0, 0, 10}},
             {.id = 1, .name = "arm", .link = 0, .position = {2, 0, 0}},
             {.id = 2, .name = "twist", .link = 1, .rotation = {half, 0, 0, half}},
             {.id = 3, .name = "hand", .link = 2, .position = {2, 0, 0}, .rotation = {-half, 0, 0, half}}}}};
    Scene scene = model();
    addTurn(scene, 2);
    Diagnostics diagnostics;
    const FileSpace space(UpAxis::ZUp, 1.0);
    const auto skeleton =
        makeTargetSkeleton(scene, {.base = &base, .space = space, .force = true}, diagnostics);
    ASSERT_TRUE(skeleton) << skeleton.error().text();
    const auto file = buildGsa(scene, scene.clips[0], {.skeleton = *skeleton, .space = space}, diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_THAT(file->animatedBones, ElementsAre(3));
    // The hand stands as the arm does at first, so it takes back the twist.
    const swat3::Float4 stored = swat3::rotationsOf(*file, 0)[0];
    EXPECT_NEAR(stored[0], -half, 1e-6);
    EXPECT_NEAR(stored[1], 0, 1e-6);
    EXPECT_NEAR(stored[2], 0, 1e-6);
    EXPECT_NEAR(stored[3], half, 1e-6);
}

TEST(BuildGsa, PutsEventsIntoTheNearestFrameWithOneNul) {
    Scene scene = model();
    const auto addEvent = [&](float time, std::string name) {
        scene.clips[0].events.push_back({.time = time, .name = std::move(name), .extras = {}});
    };
    addEvent(0, "sound=STEP");
    addEvent(0.26F, "");
    addEvent(0.34F, std::string("left\0foot", 9));
    addEvent(1.0F, "end");
    const swat3::GsaFile file = Building().built(scene);
    ASSERT_EQ(file.events.size(), 11U);
    EXPECT_THAT(file.events[0], ElementsAre(std::string("sound=STEP\0", 11)));
    EXPECT_THAT(file.events[3], ElementsAre(std::string("\0", 1), std::string("leftfoot\0", 9)));
    EXPECT_THAT(file.events[10], ElementsAre(std::string("end\0", 4)));
}

TEST(BuildGsa, RefusesEventsThatTheFieldCannotHold) {
    Scene scene = model();
    scene.clips[0].events.push_back({.time = 0, .name = std::string(65535, 'x'), .extras = {}});
    EXPECT_THAT(Building().errorOf(scene), HasSubstr("takes 65536 octets, the limit is 65535"));
    scene.clips[0].events[0].name.pop_back();
    EXPECT_TRUE(Building().build(scene));
}

TEST(BuildGsa, RefusesMoreEventsInAFrameThanTheirNumberHolds) {
    Scene scene = model();
    scene.clips[0].events.resize(65536, {.time = 0.31F, .name = "a", .extras = {}});
    EXPECT_EQ(Building().errorOf(scene),
              "clip 'wave': more than 65535 events in frame 3, which is the limit");
    scene.clips[0].events.pop_back();
    EXPECT_TRUE(Building().build(scene));
}

TEST(BuildGsa, HasNoEventsInTheOldVersion) {
    Scene scene = model();
    setRecord(scene, "version", "4.2");
    Building building;
    building.version = GsaVersion::V41;
    const swat3::GsaFile file = building.built(scene);
    EXPECT_EQ(file.versionMinor, 1);
    EXPECT_FALSE(file.hasEventCounts);
    scene.clips[0].events.push_back({.time = 0, .name = "sound=STEP", .extras = {}});
    EXPECT_EQ(
        building.errorOf(scene),
        "clip 'wave': 1 events, version 4.1 has room for 0; write version 4.2, remove them, or force it");
    building.force = true;
    EXPECT_THAT(building.built(scene).events, IsEmpty());
    EXPECT_TRUE(building.diagnostics.has(kEventsLost));
}

TEST(BuildGsa, TellsOfVisibilityThatChanges) {
    Scene scene = model();
    JointTracks& tracks = addTracks(scene, 1);
    tracks.visibility = {.interpolation = Interpolation::Step, .times = {0.0F}, .values = {1}};
    Building building;
    building.built(scene);
    EXPECT_FALSE(building.diagnostics.has(kVisibilityLost));
    tracks.visibility.values[0] = 0;
    building.built(scene);
    EXPECT_TRUE(building.diagnostics.has(kVisibilityLost));
}

}  // namespace
}  // namespace rigkiln::swat3_export
