#include "formats/bfres/animation/join_clips.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln::bfres {
namespace {

using testing::ElementsAre;

Clip armClip() {
    Clip clip;
    clip.name = "wave";
    clip.joints.push_back({.joint = IndexOf<Joint>(3),
                           .translation = {},
                           .rotation = {},
                           .scale = {},
                           .visibility = {},
                           .extras = {}});
    return clip;
}

TEST(JoinClips, AddsTheMotionOfAJointToItsVisibility) {
    Clip shown = armClip();
    shown.joints[0].visibility = {.interpolation = Interpolation::Step, .times = {0}, .values = {1}};
    Clip moved = armClip();
    JointTracks& motion = moved.joints[0];
    motion.translation = {.interpolation = Interpolation::Linear, .times = {0}, .values = {{1, 2, 3}}};
    motion.rotation = {.interpolation = Interpolation::Linear, .times = {0}, .values = {{0, 1, 0, 0}}};
    motion.scale = {.interpolation = Interpolation::Linear, .times = {0}, .values = {{4, 5, 6}}};
    JointTracks expected = motion;
    expected.visibility = shown.joints[0].visibility;
    std::vector<Clip> clips = {shown, moved};
    std::vector<std::vector<ClipPart>> parts = {{{.kind = PartKind::BoneVisibility}},
                                                {{.kind = PartKind::Skeleton}}};
    SampleBudget budget{0};
    Diagnostics diagnostics;
    EXPECT_THAT(joinClips(clips, parts, {.frameRate = 10, .budget = budget, .diagnostics = diagnostics}),
                ElementsAre(0U, 0U));
    ASSERT_EQ(clips.size(), 1U);
    ASSERT_EQ(clips[0].joints.size(), 1U);
    EXPECT_EQ(clips[0].joints[0], expected);
}

}  // namespace
}  // namespace rigkiln::bfres
