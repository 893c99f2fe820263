#include "exporters/swat3/gsa_pose_check.hpp"

#include <gtest/gtest.h>

#include "exporters/swat3/gsa_export_issues.hpp"
#include "tests/unit/exporters/swat3/gsa_building.hpp"

namespace rigkiln::swat3_export {
namespace {

using testing::HasSubstr;

TEST(BuildGsa, RefusesBonesThatMoveWithoutTurning) {
    Scene scene = model();
    addTracks(scene, 1).translation = {.times = {0.0F, 1.0F}, .values = {{2, 0, 0}, {3, 0, 0}}};
    Building building;
    EXPECT_EQ(
        building.errorOf(scene),
        "clip 'wave': bone 'arm' would be 1 off in frame 10, the limit is 0.004, and 1 more: it moves by "
        "translation or scale, which a GSA cannot hold; only rotations and the root's position are stored");
    building.force = true;
    building.built(scene);
    EXPECT_TRUE(building.diagnostics.has(kTranslationLost));
}

TEST(BuildGsa, TakesTranslationsThatMoveNothingMuch) {
    Scene scene = model();
    addTracks(scene, 1).translation = {.times = {0.0F, 1.0F}, .values = {{2, 0, 0}, {2.003F, 0, 0}}};
    EXPECT_TRUE(Building().build(scene));
}

TEST(BuildGsa, RefusesScalesAlsoOfABoneAlone) {
    Scene scene = model();
    scene.joints.resize(1);
    addTracks(scene, 0).scale = {.times = {0.0F, 1.0F}, .values = {{1, 1, 1}, {2, 2, 2}}};
    EXPECT_THAT(Building().errorOf(scene), HasSubstr("bone 'root' would be"));
    scene.joints[0].rest.translation = {0, 0, 0};
    EXPECT_THAT(Building().errorOf(scene), HasSubstr("bone 'root' would be"));
}

TEST(BuildGsa, RefusesScalesOfTheLastBoneOfAChain) {
    Scene scene = model();
    addTracks(scene, 2).scale = {.times = {0.0F, 1.0F}, .values = {{1, 1, 1}, {1, 1.5F, 1}}};
    EXPECT_THAT(Building().errorOf(scene), HasSubstr("bone 'hand' would be"));
}

TEST(BuildGsa, RefusesMotionOfMeshesThatHangOnNoBone) {
    Scene scene = model();
    scene.joints.push_back(test::joint("magazine", 2));
    for (std::size_t i = 0; i < 3; ++i)
        scene.joints[i].extras.set("id", i);
    scene.meshes.push_back({.name = "magazine", .primitives = {test::triangle()}, .extras = {}});
    MeshInstance instance;
    instance.joint = IndexOf<Joint>(3);
    scene.instances.push_back(instance);
    EXPECT_TRUE(Building().build(scene)) << "it goes with the hand";
    addTracks(scene, 3).translation = {.times = {0.0F, 1.0F}, .values = {{0, 0, 0}, {0, -1, 0}}};
    EXPECT_THAT(Building().errorOf(scene), HasSubstr("joint 'magazine' would be 1 off in frame 10"));
}

TEST(BuildGsa, ComparesPosesOnlyAsFarAsNumbersReach) {
    Scene scene = model();
    scene.joints.resize(1);
    addTracks(scene, 0).translation = {.times = {0.0F, 1.0F}, .values = {{0, 10, 0}, {333.3F, 10, 77.7F}}};
    EXPECT_TRUE(Building().build(scene));
    scene.joints[0].rest.translation = {0, 0, 0};
    EXPECT_TRUE(Building().build(scene));
}

}  // namespace
}  // namespace rigkiln::swat3_export
