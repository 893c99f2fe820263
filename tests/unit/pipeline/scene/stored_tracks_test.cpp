#include "pipeline/scene/stored_tracks.hpp"

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/scene/scene.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/heap_scratch.hpp"

namespace rigkiln {
namespace {

/// Clip with every kind of track, some of them empty.
Clip movingClip() {
    Clip clip;
    clip.name = "walk";
    clip.duration = 2;
    clip.events.push_back({.time = 1, .name = "step", .extras = {}});
    clip.extras.set("loop", true);
    JointTracks& root = clip.joints.emplace_back();
    root.joint = IndexOf<Joint>(0);
    root.translation = {Interpolation::CubicSpline, {0.0F, 1.5F}, std::vector<glm::vec3>(6, {1, 2, 3})};
    root.visibility = {Interpolation::Step, {0.0F, 1.0F, 2.0F}, {1, 0, 1}};
    clip.joints.emplace_back().joint = IndexOf<Joint>(3);
    JointTracks& hand = clip.joints.emplace_back();
    hand.joint = IndexOf<Joint>(7);
    hand.holdsRestPose = true;
    hand.rotation = {Interpolation::Linear, {0.0F, 2.0F}, {{1, 0, 0, 0}, {0, 0.6F, 0, 0.8F}}};
    hand.scale = {Interpolation::Step, {0.5F}, {{1, 1, -2}}};
    return clip;
}

class StoredTracksTest : public testing::Test {
protected:
    void SetUp() override {
        stored_ = clip_;
        storeTracks(stored_, without_);
        ASSERT_TRUE(stored_.joints.isStored());
    }

    std::shared_ptr<test::HeapScratch> without_ = std::make_shared<test::HeapScratch>(0);
    const Clip clip_ = movingClip();
    Clip stored_;
};

TEST_F(StoredTracksTest, AreNotInMemory) {
    EXPECT_GT(clip_.joints.memoryBytes(), 0U);
    EXPECT_EQ(stored_.joints.memoryBytes(), 0U);
    EXPECT_TRUE(stored_.joints.isStored());
    EXPECT_EQ(stored_.name, "walk");
    EXPECT_EQ(stored_.events, clip_.events);
    EXPECT_EQ(stored_.extras, clip_.extras);
}

TEST_F(StoredTracksTest, ComeBackToTheLastBit) {
    stored_.joints.load();
    EXPECT_FALSE(stored_.joints.isStored());
    EXPECT_EQ(stored_, clip_);
}

TEST_F(StoredTracksTest, AreLoadedForCodeThatForgetsThatTheyAreStored) {
    EXPECT_EQ(stored_.joints.size(), clip_.joints.size());
    EXPECT_FALSE(stored_.joints.isStored());
    storeTracks(stored_, without_);
    EXPECT_FALSE(stored_.joints.empty());
    storeTracks(stored_, without_);
    stored_.joints.emplace_back().joint = IndexOf<Joint>(8);
    ASSERT_EQ(stored_.joints.size(), clip_.joints.size() + 1);
    EXPECT_EQ(stored_.joints.front(), clip_.joints.front());
}

TEST_F(StoredTracksTest, AreLoadedOnceForManyReaders) {
    const Clip& read = stored_;
    std::vector<std::size_t> keys(8);
    {
        std::vector<std::jthread> threads;
        threads.reserve(keys.size());
        for (std::size_t& count : keys) {
            threads.emplace_back([&read, &count] {
                const Clip copy = read;
                for (const JointTracks& tracks : read.joints)
                    count += tracks.rotation.times.size();
                count += copy.joints.size();
            });
        }
    }
    EXPECT_THAT(keys, testing::Each(5U));
    EXPECT_EQ(read, clip_);
}

TEST_F(StoredTracksTest, AreSharedByCopiesAndMovedWhole) {
    Clip copy = stored_;
    EXPECT_TRUE(copy.joints.isStored());
    EXPECT_EQ(without_->mostHeld(), 1U);
    const Clip moved = std::move(stored_);
    EXPECT_TRUE(moved.joints.isStored());
    copy.joints[0].joint = IndexOf<Joint>(1);
    EXPECT_EQ(moved, clip_);
    stored_ = std::move(copy);
    EXPECT_EQ(stored_.joints[0].joint, IndexOf<Joint>(1));
}

TEST_F(StoredTracksTest, AreReplacedByOthers) {
    stored_.joints = {JointTracks()};
    EXPECT_EQ(stored_.joints.size(), 1U);
    storeTracks(stored_, without_);
    stored_.joints = JointTrackList();
    EXPECT_FALSE(stored_.joints.isStored());
    EXPECT_TRUE(stored_.joints.empty());
    EXPECT_EQ(stored_.joints.memoryBytes(), 0U);
}

TEST_F(StoredTracksTest, AreLookedAtInACopy) {
    const LoadedClip loaded(stored_);
    EXPECT_EQ(*loaded, clip_);
    EXPECT_EQ(loaded->joints, clip_.joints);
    EXPECT_TRUE(stored_.joints.isStored());
    const LoadedClip itself(clip_);
    EXPECT_EQ(&*itself, &clip_);
}

TEST_F(StoredTracksTest, AreStoredAgainWithWhatWasChanged) {
    Clip changed = clip_;
    changed.joints[2].scale.values[0].x = 9;
    changed.joints[2].rotation.times.push_back(2.5F);
    changed.joints[2].rotation.values.emplace_back(0.0F, 1.0F, 0.0F, 0.0F);
    {
        const ClipInHand inHand(stored_);
        EXPECT_EQ(stored_, clip_);
        stored_.joints = changed.joints;
    }
    EXPECT_TRUE(stored_.joints.isStored());
    EXPECT_EQ(stored_, changed);
}

TEST_F(StoredTracksTest, AreKeptWhereNothingWasChanged) {
    {
        ClipInHand inHand(stored_);
        EXPECT_EQ(stored_.joints, clip_.joints);
        inHand.keepStored();
    }
    EXPECT_TRUE(stored_.joints.isStored());
    EXPECT_EQ(without_->writes(), 1U);
    EXPECT_EQ(stored_, clip_);
}

TEST_F(StoredTracksTest, GiveBackTheirRoomBeforeTheyAreStoredAgain) {
    for (int i = 0; i < 10; ++i)
        const ClipInHand inHand(stored_);
    EXPECT_EQ(without_->writes(), 11U);
    EXPECT_EQ(without_->mostHeld(), 1U);
}

TEST_F(StoredTracksTest, StayInMemoryOnceTheyHaveExtras) {
    {
        const ClipInHand inHand(stored_);
        stored_.joints[1].extras.set("note", "kept");
    }
    EXPECT_FALSE(stored_.joints.isStored());
    ASSERT_EQ(stored_.joints.size(), 3U);
    storeTracks(stored_, without_);
    EXPECT_FALSE(stored_.joints.isStored());
    EXPECT_NE(stored_.joints[1].extras.find("note"), nullptr);
}

TEST_F(StoredTracksTest, AreAllGoneWhenTheyWereTakenAway) {
    {
        const ClipInHand inHand(stored_);
        stored_.joints.clear();
    }
    EXPECT_FALSE(stored_.joints.isStored());
    EXPECT_TRUE(stored_.joints.empty());
}

TEST_F(StoredTracksTest, LeaveAClipInMemoryAlone) {
    Clip clip = clip_;
    { const ClipInHand inHand(clip); }
    EXPECT_EQ(clip, clip_);
}

TEST_F(StoredTracksTest, AreCheckedLikeAnyOthers) {
    Scene scene;
    scene.joints.resize(8);
    stored_.joints[2].rotation.times[1] = 3;  // the clip ends at 2
    storeTracks(stored_, without_);
    ASSERT_TRUE(stored_.joints.isStored());
    scene.clips.push_back(stored_);
    const std::vector<SceneProblem> problems = validateScene(scene);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems.front().where, "clips[0].joints[2].rotation.times");
}

TEST(StoreTracks, LeavesThemInMemoryWhereThereIsRoom) {
    const Clip clip = movingClip();
    Clip same = clip;
    storeTracks(same, nullptr);
    EXPECT_EQ(same, clip);
    const auto one = std::make_shared<test::HeapScratch>(clip.joints.memoryBytes());
    storeTracks(same, one);
    EXPECT_EQ(same, clip);
}

TEST(StoreTracks, LeavesThemInMemoryWhereTheDiskDoesNotTakeThem) {
    const Clip clip = movingClip();
    Clip same = clip;
    storeTracks(same, std::make_shared<test::HeapScratch>(0, true));
    EXPECT_EQ(same, clip);
}

}  // namespace
}  // namespace rigkiln
