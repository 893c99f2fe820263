#include "pipeline/wayback/same_scene.hpp"

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

TEST(HasSameShape, TakesWeightsThatWereNormalisedAndExtrasThatWentThroughJson) {
    Scene was = test::smallScene();
    was.joints[0].extras.set("size", 0.1F);
    Scene is = was;
    is.joints[0].extras.set("size", 0.1);
    EXPECT_TRUE(hasSameShape(was, is));
    is.joints[0].extras.set("size", 0.2);
    EXPECT_FALSE(hasSameShape(was, is));
}

TEST(HasSameShape, SeesWhatMovedAndNotWhatMaterialsAre) {
    const Scene was = test::smallScene();
    Scene is = was;
    is.materials.emplace_back();
    EXPECT_TRUE(hasSameShape(was, is));
    is.joints[1].rest.translation.x += 0.01F;
    EXPECT_FALSE(hasSameShape(was, is));
}

/// A root that moves, at two frames a second.
Scene moving(float restX, float x) {
    Scene scene;
    scene.joints = {test::joint("Root", {}, {restX, 0, 0})};
    Clip& clip = scene.clips.emplace_back();
    clip.duration = 1.0F;
    clip.sourceFrameRate = 2.0F;
    clip.sourceFrameCount = 3;
    JointTracks& tracks = clip.joints.emplace_back();
    tracks.joint = IndexOf<Joint>(0);
    tracks.translation = {.times = {0, 1}, .values = {{x, 0, 0}, {x + 2, 0, 0}}};
    return scene;
}

bool hasSameMotionAs(const Scene& is, ClipPlaces places = ClipPlaces::OfTheClip) {
    return hasSameMotion(moving(0, 1), is, is.clips.front(), places);
}

TEST(HasSameMotion, ComparesAtTheFramesOfTheKeptClip) {
    Scene is = moving(0, 1);
    is.joints[0].name = "ROOT";
    EXPECT_TRUE(hasSameMotionAs(is));
    Track<glm::vec3>& track = is.clips[0].joints[0].translation;
    track = {.times = {0, 0.25F, 0.5F, 1}, .values = {{1, 0, 0}, {9, 0, 0}, {2, 0, 0}, {3, 0, 0}}};
    EXPECT_TRUE(hasSameMotionAs(is)) << "between two frames nothing counts";
    track.values[2].x = 2.5F;
    EXPECT_FALSE(hasSameMotionAs(is));
}

TEST(HasSameMotion, FindsAJointByItsNameWhereTheSceneNumbersJointsAnew) {
    Scene is = moving(0, 1);
    is.joints[0].sourceIndex = 7;
    EXPECT_TRUE(hasSameMotionAs(is));
    is.clips[0].joints[0].translation.values[1].x += 0.5F;
    EXPECT_FALSE(hasSameMotionAs(is));
}

TEST(HasSameMotion, MovesOffsetsToWhereTheModelRests) {
    const Scene is = moving(5, 6);
    EXPECT_TRUE(hasSameMotionAs(is, ClipPlaces::OffsetsFromRest));
    EXPECT_FALSE(hasSameMotionAs(is, ClipPlaces::OfTheClip));
}

TEST(HasSameMotion, SeesEventsAndJointsThatWent) {
    Scene is = moving(0, 1);
    is.clips[0].events.push_back({.time = 0.5F, .name = "step", .extras = {}});
    EXPECT_FALSE(hasSameMotionAs(is));
    is = moving(0, 1);
    is.clips[0].joints.clear();
    EXPECT_FALSE(hasSameMotionAs(is));
}

}  // namespace
}  // namespace rigkiln
