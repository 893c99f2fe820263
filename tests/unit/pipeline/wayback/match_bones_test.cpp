#include "pipeline/wayback/match_bones.hpp"

#include <array>

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using Joints = std::vector<std::optional<IndexOf<Joint>>>;

Scene sceneOf(std::initializer_list<const char*> names) {
    Scene scene;
    for (const char* name : names)
        scene.joints.push_back(test::joint(name));
    return scene;
}

Joints match(const Scene& scene, const BoneIds& ids, std::vector<BaseBone> bones) {
    return matchBones(scene, std::vector<bool>(scene.joints.size(), false), ids, bones);
}

TEST(MatchBones, FindsNamesWithoutCase) {
    const Scene scene = sceneOf({"HEAD", "spine"});
    EXPECT_EQ(match(scene, BoneIds(2), {{"Spine", 0}, {"Head", 1}, {"Tail", 2}}),
              (Joints{IndexOf<Joint>(1), IndexOf<Joint>(0), std::nullopt}));
}

TEST(MatchBones, TellsJointsOfOneNameApartByTheirIds) {
    const Scene scene = sceneOf({"arm", "arm"});
    EXPECT_EQ(match(scene, {7, 3}, {{"arm", 3}, {"arm", 7}}), (Joints{IndexOf<Joint>(1), IndexOf<Joint>(0)}));
    EXPECT_EQ(match(scene, BoneIds(2), {{"arm", 3}, {"arm", 7}}),
              (Joints{IndexOf<Joint>(0), IndexOf<Joint>(1)}));
}

TEST(MatchBones, TakesNumbersOfBlenderOffOnlyWhereTheIdAgrees) {
    const Scene scene = sceneOf({"arm.001"});
    EXPECT_EQ(match(scene, {4}, {{"Arm", 4}}), Joints{IndexOf<Joint>(0)});
    EXPECT_EQ(match(scene, {5}, {{"Arm", 4}}), Joints{std::nullopt});
    EXPECT_EQ(match(scene, BoneIds(1), {{"Arm", 4}}), Joints{std::nullopt});
}

TEST(MatchBones, TakesNoJointAboveTheRoots) {
    const Scene scene = sceneOf({"mirror", "mirror"});
    const std::array<BaseBone, 1> bones = {{{.name = "mirror", .id = 0}}};
    EXPECT_EQ(matchBones(scene, {true, false}, BoneIds(2), bones), Joints{IndexOf<Joint>(1)});
}

}  // namespace
}  // namespace rigkiln
