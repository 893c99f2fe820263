#include "pipeline/process/hide_unseen_parts.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/scene/scene_parts.hpp"
#include "pipeline/scene/source_visibility.hpp"

namespace rigkiln {
namespace {

/// Joints below a root, each with a mesh.
Scene partsBelowRoot(std::size_t count) {
    Scene scene;
    scene.joints.push_back({.name = "root", .parent = {}, .rest = {}, .sourceIndex = {}, .extras = {}});
    scene.meshes.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
        const IndexOf<Joint> joint(scene.joints.size());
        scene.joints.push_back({.name = "part" + std::to_string(i),
                                .parent = IndexOf<Joint>(0),
                                .rest = {},
                                .sourceIndex = {},
                                .extras = {}});
        MeshInstance instance;
        instance.name = "mesh" + std::to_string(i);
        instance.mesh = IndexOf<Mesh>(0);
        instance.joint = joint;
        scene.instances.push_back(std::move(instance));
    }
    return scene;
}

Track<std::uint8_t> shownAs(std::vector<std::uint8_t> values) {
    Track<std::uint8_t> track{.interpolation = Interpolation::Step, .times = {}, .values = std::move(values)};
    for (std::size_t i = 0; i < track.values.size(); ++i)
        track.times.push_back(static_cast<float>(i) * 0.25F);
    return track;
}

void addTracks(Clip& clip, std::size_t joint, std::vector<std::uint8_t> visibility, bool isMoving = false) {
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(joint);
    if (!visibility.empty()) tracks.visibility = shownAs(std::move(visibility));
    if (isMoving) tracks.translation = {.times = {0, 1}, .values = {{0, 0, 0}, {1, 0, 0}}};
    clip.joints.push_back(std::move(tracks));
}

Clip& addClip(Scene& scene, const std::string& name) {
    Clip& clip = scene.clips.emplace_back();
    clip.name = name;
    clip.duration = 1;
    return clip;
}

TEST(HideUnseenParts, HidesAtRestWhatEveryClipHidesAllTheTime) {
    Scene scene = partsBelowRoot(4);
    Clip& walk = addClip(scene, "walk");
    addTracks(walk, 1, {0, 0});
    addTracks(walk, 2, {0});
    addTracks(walk, 3, {0, 1});
    Clip& die = addClip(scene, "die");
    addTracks(die, 1, {0});
    addTracks(die, 3, {0});
    hideUnseenParts(scene);
    EXPECT_FALSE(scene.joints[1].visible);
    EXPECT_TRUE(scene.joints[2].visible) << "'die' shows it as it is at rest";
    EXPECT_TRUE(scene.joints[3].visible);
    EXPECT_TRUE(scene.joints[4].visible);
    EXPECT_NE(scene.joints[1].extras.find(kShownInSource), nullptr);
    EXPECT_EQ(scene.joints[2].extras.find(kShownInSource), nullptr);
}

TEST(HideUnseenParts, LeavesAloneWhatTheSourceHidesAndJointsWithoutMeshes) {
    Scene scene = partsBelowRoot(1);
    scene.joints[1].visible = false;
    Clip& walk = addClip(scene, "walk");
    addTracks(walk, 0, {0});
    addTracks(walk, 1, {0});
    const Scene before = scene;
    hideUnseenParts(scene);
    EXPECT_EQ(scene.joints[1].extras.find(kShownInSource), nullptr);
    EXPECT_TRUE(scene.joints[0].visible);
    scene.clips.clear();
    scene.joints[1].visible = true;
    hideUnseenParts(scene);
    EXPECT_TRUE(scene.joints[1].visible) << "without clips nothing is hidden in all of them";
}

TEST(HideUnseenParts, AsksTheClipsOfAPartAloneInAMergedScene) {
    Scene scene = partsBelowRoot(3);
    for (const std::size_t part : {1U, 2U, 3U})
        scene.joints[part].extras.set(kPartRecord, Properties());
    addTracks(addClip(scene, "one"), 1, {0}, true);
    addTracks(addClip(scene, "two"), 2, {}, true);
    addTracks(addClip(scene, "three"), 3, {0}, false);
    hideUnseenParts(scene);
    EXPECT_FALSE(scene.joints[1].visible);
    EXPECT_TRUE(scene.joints[2].visible);
    EXPECT_TRUE(scene.joints[3].visible) << "a file would not tell that the clip is one of this part";
    EXPECT_EQ(restoreSourceVisibility(scene), 0U);
    EXPECT_TRUE(scene.joints[1].visible);
    EXPECT_EQ(scene.clips[1].joints.size(), 1U) << "a clip of another part says nothing about this one";
}

TEST(SourceVisibility, ComesBackAndClipsThatSayNothingHideTheJoint) {
    Scene scene = partsBelowRoot(2);
    Clip& walk = addClip(scene, "walk");
    addTracks(walk, 1, {0});
    addTracks(walk, 2, {}, true);
    addTracks(addClip(scene, "die"), 1, {0, 0}, true);
    hideUnseenParts(scene);
    ASSERT_FALSE(scene.joints[1].visible);
    for (Clip& clip : scene.clips)
        clip.joints[0].visibility = {};  // a file has no channel that repeats the rest value
    erase_if(scene.clips[0].joints, [](const JointTracks& tracks) { return tracks.joint.value == 1; });
    EXPECT_EQ(restoreSourceVisibility(scene), 0U);
    EXPECT_TRUE(scene.joints[1].visible);
    EXPECT_EQ(scene.joints[1].extras.find(kShownInSource), nullptr);
    for (const Clip& clip : scene.clips) {
        ASSERT_EQ(clip.joints[0].joint.value, 1U) << clip.name;
        EXPECT_EQ(clip.joints[0].visibility.values, std::vector<std::uint8_t>{0}) << clip.name;
    }
    EXPECT_EQ(scene.clips[0].joints.size(), 2U);
    EXPECT_EQ(scene.clips[0].joints[1].joint.value, 2U);
}

TEST(SourceVisibility, OfAJointThatSomebodyShowsIsNoConcern) {
    Scene scene = partsBelowRoot(1);
    addTracks(addClip(scene, "walk"), 1, {0});
    hideUnseenParts(scene);
    scene.joints[1].visible = true;
    scene.clips[0].joints[0].visibility = shownAs({1});
    EXPECT_EQ(restoreSourceVisibility(scene), 0U);
    EXPECT_EQ(scene.clips[0].joints[0].visibility.values, std::vector<std::uint8_t>{1});
    EXPECT_EQ(scene.joints[1].extras.find(kShownInSource), nullptr);
}

}  // namespace
}  // namespace rigkiln
