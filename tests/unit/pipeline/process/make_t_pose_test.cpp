#include "pipeline/process/make_t_pose.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/process/merge_scenes.hpp"
#include "pipeline/scene/source_rest.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::IsEmpty;

void addSide(Scene& scene, const std::string& side, float sign) {
    const std::size_t arm = scene.joints.size();
    scene.joints.push_back(test::joint("Bip01 " + side + " UpperArm", 2, {0.2F * sign, 0.2F, 0.01F}));
    scene.joints.push_back(test::joint("Bip01 " + side + " Forearm", arm, {0.2F * sign, -0.2F, -0.05F}));
    scene.joints.push_back(test::joint("Bip01 " + side + " Hand", arm + 1, {0.1F * sign, -0.2F, 0.1F}));
    scene.joints.push_back(test::joint("Bip01 " + side + " Finger2", arm + 2, {0.02F * sign, -0.1F, 0}));
    scene.joints.push_back(test::joint("Bip01 " + side + " Thigh", 1, {0.1F * sign, -0.05F, 0}));
    scene.joints.push_back(test::joint("Bip01 " + side + " Calf", arm + 4, {0.05F * sign, -0.4F, 0.1F}));
    scene.joints.push_back(test::joint("Bip01 " + side + " Foot", arm + 5, {0.02F * sign, -0.4F, -0.1F}));
    scene.joints.push_back(test::joint("Bip01 " + side + " Toe0", arm + 6, {0, -0.05F, 0.1F}));
}

/// root > hips > spine > head, arms with a finger, legs with toes; each joint is turned and the hips are
/// scaled. One clip turns the left upper arm and moves the hips, the other one moves the right hand only.
Scene human() {
    Scene scene;
    scene.name = "human";
    scene.joints = {test::joint("root"), test::joint("Bip01 Pelvis", 0, {0, 1, 0}),
                    test::joint("Bip01 Spine", 1, {0, 0.3F, 0}), test::joint("Bip01 Head", 2, {0, 0.4F, 0})};
    addSide(scene, "L", 1);
    addSide(scene, "R", -1);
    float degrees = 3;
    for (std::size_t i = 3; i < scene.joints.size(); ++i, degrees += 4)
        scene.joints[i].rest.rotation = test::turn(degrees, glm::normalize(glm::vec3(0.2F, degrees, 1)));
    scene.joints[1].rest.scale = glm::vec3(1.25F);
    const auto clip = [&](const std::string& name) -> Clip& {
        Clip& one = scene.clips.emplace_back();
        one.name = name;
        one.duration = 1;
        return one;
    };
    Clip& wave = clip("wave");
    JointTracks hips;
    hips.joint = IndexOf<Joint>(1);
    hips.translation = {
        .interpolation = Interpolation::Linear, .times = {0, 1}, .values = {{0, 1, 0}, {0, 2, 1}}};
    JointTracks arm;
    arm.joint = IndexOf<Joint>(4);
    arm.rotation = {.interpolation = Interpolation::Linear,
                    .times = {0, 1},
                    .values = {test::turn(10, {0, 0, 1}), test::turn(80, {0, 1, 0})}};
    wave.joints = {hips, arm};
    JointTracks hand;
    hand.joint = IndexOf<Joint>(14);
    hand.holdsRestPose = true;
    hand.scale = {
        .interpolation = Interpolation::Linear, .times = {0, 1}, .values = {glm::vec3(1), glm::vec3(2)}};
    clip("grow").joints = {hand};
    clip("still");
    return scene;
}

std::size_t poseJoint(const Scene& scene, const std::string& name) {
    const auto found = std::ranges::find(scene.joints, name, &Joint::name);
    EXPECT_NE(found, scene.joints.end()) << name;
    return static_cast<std::size_t>(found - scene.joints.begin());
}

glm::dvec3 directionOf(const Scene& scene, const std::string& from, const std::string& to) {
    const std::vector<glm::dmat4> worlds = worldMatrices(scene, restPose(scene));
    return glm::normalize(glm::dvec3(worlds[poseJoint(scene, to)][3] - worlds[poseJoint(scene, from)][3]));
}

void expectDirection(const Scene& scene, const std::string& from, const std::string& to,
                     const glm::dvec3& direction) {
    EXPECT_LE(glm::distance(directionOf(scene, from, to), direction), 1e-6) << from;
}

void expectTPose(const Scene& scene, double left = 1) {
    for (const std::string side : {"Bip01 L ", "Bip01 R "}) {
        const glm::dvec3 out(side == "Bip01 L " ? left : -left, 0, 0);
        expectDirection(scene, side + "UpperArm", side + "Forearm", out);
        expectDirection(scene, side + "Forearm", side + "Hand", out);
        expectDirection(scene, side + "Hand", side + "Finger2", out);
        expectDirection(scene, side + "Thigh", side + "Calf", {0, -1, 0});
        expectDirection(scene, side + "Calf", side + "Foot", {0, -1, 0});
    }
}

/// Expects each joint in its place at fifty times of all clips, up to the rounding of doubles.
void expectSameMotion(const Scene& before, const Scene& after) {
    ASSERT_EQ(before.clips.size(), after.clips.size());
    for (std::size_t c = 0; c < before.clips.size(); ++c) {
        for (int step = 0; step <= 50; ++step) {
            const float time = before.clips[c].duration * static_cast<float>(step) / 50.0F;
            const std::vector<glm::dmat4> expected = worldMatricesAt(before, before.clips[c], time);
            const std::vector<glm::dmat4> found = worldMatricesAt(after, after.clips[c], time);
            for (std::size_t i = 0; i < expected.size(); ++i) {
                for (int column = 0; column < 4; ++column)
                    EXPECT_LE(glm::distance(expected[i][column], found[i][column]), 1e-12)
                        << before.clips[c].name << " at " << time;
            }
        }
    }
}

Scene posed(Scene scene, std::size_t issues = 0) {
    Diagnostics diagnostics;
    makeTPose(scene, diagnostics);
    EXPECT_EQ(diagnostics.issues().size(), issues);
    EXPECT_THAT(validateScene(scene), IsEmpty());
    return scene;
}

TEST(MakeTPose, StraightensArmsAndLegs) {
    const Scene scene = posed(human());
    expectTPose(scene);
}

TEST(MakeTPose, MovesNothingInClips) {
    const Scene before = human();
    const Scene after = posed(before);
    EXPECT_NE(worldMatrices(before, restPose(before)), worldMatrices(after, restPose(after)));
    expectSameMotion(before, after);
}

TEST(MakeTPose, KeepsTheSolesOnTheirHeightAndInTheirDirection) {
    const Scene before = human();
    const Scene after = posed(before);
    const std::vector<glm::dmat4> old = worldMatrices(before, restPose(before));
    const std::vector<glm::dmat4> now = worldMatrices(after, restPose(after));
    const auto lowest = [&](const std::vector<glm::dmat4>& worlds) {
        return std::min(worlds[poseJoint(before, "Bip01 L Foot")][3].y,
                        worlds[poseJoint(before, "Bip01 R Foot")][3].y);
    };
    EXPECT_NEAR(lowest(old), lowest(now), 1e-6);
    for (const char* foot : {"Bip01 L Foot", "Bip01 R Foot"}) {
        const std::size_t joint = poseJoint(before, foot);
        for (int column = 0; column < 3; ++column)
            EXPECT_LE(glm::distance(old[joint][column], now[joint][column]), 2e-6) << foot;
    }
}

TEST(MakeTPose, ChangesNothingTwice) {
    const Scene once = posed(human());
    Scene twice = once;
    Diagnostics diagnostics;
    makeTPose(twice, diagnostics);
    EXPECT_EQ(twice, once);
}

TEST(MakeTPose, TurnsTheArmsOfAModelThatLooksBackTheOtherWay) {
    Scene scene = human();
    scene.joints[0].rest.rotation = test::turn(180, {0, 1, 0});
    expectTPose(posed(scene), -1);
}

TEST(MakeTPose, WorksBelowScalesThatDifferPerAxis) {
    Scene scene = human();
    scene.joints[2].rest.scale = {1, 2, 0.5F};
    scene.joints[1].rest.scale = {1.5F, 1, 3};
    const Scene after = posed(scene);
    expectTPose(after);
    expectSameMotion(scene, after);
}

TEST(MakeTPose, GoesRoundWhereALimbPointsTheOtherWay) {
    Scene scene = human();
    scene.joints[poseJoint(scene, "Bip01 L Calf")].rest.translation = {0, 0.4F, 0};
    scene.joints[poseJoint(scene, "Bip01 L Thigh")].rest.rotation = {1, 0, 0, 0};
    scene.joints[1].rest.rotation = {1, 0, 0, 0};
    expectTPose(posed(scene));
}

TEST(MakeTPose, LeavesOtherModelsAlone) {
    Scene before = test::smallScene();
    Scene after = before;
    Diagnostics diagnostics;
    makeTPose(after, diagnostics);
    EXPECT_EQ(after, before);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind->id, kNoHumanoid.id);
}

TEST(MakeTPose, TellsOfLimbsThatStay) {
    Scene scene = human();
    // The left calf hangs on the pelvis; the right forearm is where the upper arm is.
    scene.joints[poseJoint(scene, "Bip01 L Calf")].parent = IndexOf<Joint>(1);
    scene.joints[poseJoint(scene, "Bip01 R Forearm")].rest.translation = glm::vec3(0);
    const Scene before = scene;
    Diagnostics diagnostics;
    makeTPose(scene, diagnostics);
    std::vector<std::string> told;
    for (const Issue& issue : diagnostics.issues())
        told.push_back(issue.where + ": " + issue.details);
    EXPECT_THAT(told, testing::ElementsAre(
                          "joint 'Bip01 R UpperArm': joint 'Bip01 R Forearm' is in the same place, or "
                          "a joint above has a scale of 0",
                          "joint 'Bip01 L Thigh': joint 'Bip01 L Calf' does not hang on it"));
    expectSameMotion(before, scene);
    expectDirection(scene, "Bip01 L UpperArm", "Bip01 L Forearm", {1, 0, 0});
    expectDirection(scene, "Bip01 R Thigh", "Bip01 R Calf", {0, -1, 0});
}

TEST(MakeTPose, LeavesArmsThatAreNotBesideEachOther) {
    Scene scene = human();
    scene.joints[0].rest.rotation = test::turn(90, {0, 1, 0});
    const Scene after = posed(scene, 2);
    const std::size_t arm = poseJoint(scene, "Bip01 L UpperArm");
    EXPECT_EQ(after.joints[arm], scene.joints[arm]);
    expectDirection(after, "Bip01 R Thigh", "Bip01 R Calf", {0, -1, 0});
}

TEST(MakeTPose, AddsTracksOnlyToClipsOfTheSamePart) {
    Diagnostics diagnostics;
    std::vector<ScenePart> parts;
    parts.push_back({.name = "one", .scene = human()});
    parts.push_back({.name = "two", .scene = human()});
    const Scene before = mergeScenes(std::move(parts), "both", diagnostics);
    const Scene after = posed(before);
    const std::size_t half = before.clips.size() / 2;
    for (std::size_t c = 0; c < before.clips.size(); ++c) {
        for (const JointTracks& tracks : after.clips[c].joints) {
            const bool isOfFirst = tracks.joint.value < before.joints.size() / 2;
            EXPECT_EQ(isOfFirst, c < half) << before.clips[c].name;
        }
    }
}

TEST(RestoreSourceRest, GivesTheSourceBack) {
    const Scene before = human();
    Scene scene = posed(before);
    restoreSourceRest(scene);
    EXPECT_EQ(scene.joints, before.joints);
    expectSameMotion(before, scene);
    EXPECT_EQ(scene.clips[0].joints, before.clips[0].joints);
    EXPECT_TRUE(scene.clips[2].joints.empty());
}

TEST(RestoreSourceRest, KeepsWhatSomebodyEdited) {
    Scene scene = posed(human());
    const std::size_t arm = poseJoint(scene, "Bip01 L UpperArm");
    scene.joints[arm].rest.rotation = test::turn(33, {1, 0, 0});
    const Scene edited = scene;
    restoreSourceRest(scene);
    EXPECT_EQ(scene.joints[arm].rest, edited.joints[arm].rest);
    EXPECT_EQ(scene.joints[arm].extras.find(kSourceRest), nullptr);
    const std::size_t leg = poseJoint(scene, "Bip01 L Thigh");
    EXPECT_EQ(scene.joints[leg].rest, human().joints[leg].rest);
    expectSameMotion(edited, scene);
}

TEST(RestoreSourceRest, IgnoresRecordsOfOtherShapes) {
    const Scene before = posed(human());
    Properties tooShort;
    for (const char* member : {"rotation", "posed_rotation", "translation", "posed_translation"})
        tooShort.set(member, ValueList{0.0F, 1.0F});
    for (const Value& record : {Value(1), Value(Properties()), Value(ValueList{}), Value(tooShort)}) {
        Scene scene = before;
        for (Joint& joint : scene.joints)
            joint.extras.set(kSourceRest, record);
        restoreSourceRest(scene);
        for (std::size_t i = 0; i < scene.joints.size(); ++i)
            EXPECT_EQ(scene.joints[i].rest, before.joints[i].rest);
    }
}

}  // namespace
}  // namespace rigkiln
