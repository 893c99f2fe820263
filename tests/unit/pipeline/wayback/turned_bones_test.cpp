#include "pipeline/wayback/turned_bones.hpp"

#include <array>

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

/// root - (twist, which is no bone) - hand
Scene armature() {
    Scene scene;
    scene.joints = {test::joint("root"), test::joint("twist", 0), test::joint("hand", 1)};
    return scene;
}

TEST(TurnedBones, AreThoseWhoseJointTurnsOrOneUpToTheParentBone) {
    const std::array<std::optional<IndexOf<Joint>>, 2> joints = {IndexOf<Joint>(0), IndexOf<Joint>(2)};
    const std::array<std::optional<std::size_t>, 2> parents = {std::nullopt, 0};
    const auto turnedBy = [&](std::size_t joint) {
        Clip clip;
        JointTracks& tracks = clip.joints.emplace_back();
        tracks.joint = IndexOf<Joint>(joint);
        tracks.rotation = {.times = {0}, .values = {test::turn(30, {1, 0, 0})}};
        return turnedBones(armature(), clip, joints, parents);
    };
    EXPECT_EQ(turnedBy(0), (std::vector<bool>{true, false}));
    EXPECT_EQ(turnedBy(1), (std::vector<bool>{false, true}));
    EXPECT_EQ(turnedBy(2), (std::vector<bool>{false, true}));
}

}  // namespace
}  // namespace rigkiln
