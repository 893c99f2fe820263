#include "exporters/swat3/rigid_frame.hpp"

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "formats/swat3/bone_joints.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln::swat3_writer {
namespace {

const glm::dquat kTurn = glm::angleAxis(0.7, glm::normalize(glm::dvec3(1, 2, -3)));

TEST(RigidFrame, LosesScalesAndNothingElse) {
    const glm::dmat4 matrix = glm::scale(toMatrix(RigidFrame{{1, 2, 3}, kTurn}), glm::dvec3(0.01));
    const RigidFrame frame = rigidFrame(matrix);
    EXPECT_EQ(frame.place, glm::dvec3(1, 2, 3));
    EXPECT_LT(angleBetween(frame.rotation, kTurn), 1e-12);
}

TEST(RigidFrame, CountsMirroringForTheXAxis) {
    const glm::dmat4 matrix = glm::scale(toMatrix(RigidFrame{{}, kTurn}), glm::dvec3(-2, 2, 2));
    EXPECT_LT(angleBetween(rigidFrame(matrix).rotation, kTurn), 1e-12);
}

TEST(RigidFrame, IsARotationWhereAxesAreShearedOrMissing) {
    glm::dmat4 sheared(1.0);
    sheared[1].x = 0.5;
    EXPECT_NEAR(glm::length(rigidFrame(sheared).rotation), 1, 1e-12);
    const glm::dmat4 flat = glm::scale(toMatrix(RigidFrame{{}, kTurn}), glm::dvec3(1, 0, 1));
    EXPECT_LT(angleBetween(rigidFrame(flat).rotation, kTurn), 1e-6);
}

TEST(RigidFrame, IsTheChildAgainBelowItsParent) {
    const RigidFrame parent{{3, -1, 2}, kTurn};
    const RigidFrame child{{0, 5, 0}, glm::conjugate(kTurn)};
    const RigidFrame again = parent * relativeTo(parent, child);
    EXPECT_LT(glm::distance(again.place, child.place), 1e-12);
    EXPECT_LT(angleBetween(again.rotation, child.rotation), 1e-12);
}

TEST(JointsAboveRoots, AreRootsOfTheTwoNamesThatAreNoBones) {
    Scene scene;
    scene.joints = {test::joint("roots"), test::joint("mirror"), test::joint("mirror", 0),
                    test::joint("roots"), test::joint("mirror"), test::joint("Armature")};
    scene.joints[3].extras.set("id", 3);
    scene.joints[4].sourceIndex = 4;
    EXPECT_EQ(jointsAboveRoots(scene), (std::vector<bool>{true, true, false, false, false, false}));
}

TEST(WorldsInFile, UndoMirroringAboveTheRootsAndKeepWhatMovesThere) {
    Scene scene;
    scene.joints = {test::joint("mirror"), test::joint("root", 0, {1, 2, 3})};
    scene.joints[0].rest.scale.x = -1;
    const std::vector<bool> isAboveRoots = jointsAboveRoots(scene);
    const FileSpace space(0.5);
    Pose pose = restPose(scene);
    EXPECT_EQ(glm::dvec3(worldsInFile(scene, isAboveRoots, pose, space)[1][3]), glm::dvec3(2, -6, 4));
    pose[0].translation = {0, 1, 0};
    EXPECT_EQ(glm::dvec3(worldsInFile(scene, isAboveRoots, pose, space)[1][3]), glm::dvec3(2, -6, 6));
}

}  // namespace
}  // namespace rigkiln::swat3_writer
