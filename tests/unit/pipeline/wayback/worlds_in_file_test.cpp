#include "pipeline/wayback/worlds_in_file.hpp"

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

TEST(WorldsInFile, UndoMirroringAboveTheRootsAndKeepWhatMovesThere) {
    Scene scene;
    scene.joints = {test::joint("mirror"), test::joint("root", 0, {1, 2, 3})};
    scene.joints[0].rest.scale.x = -1;
    const std::vector<bool> isAboveRoots = {true, false};
    const FileSpace space(UpAxis::ZUp, 0.5);
    Pose pose = restPose(scene);
    EXPECT_EQ(glm::dvec3(worldsInFile(scene, isAboveRoots, pose, space)[1][3]), glm::dvec3(2, -6, 4));
    pose[0].translation = {0, 1, 0};
    EXPECT_EQ(glm::dvec3(worldsInFile(scene, isAboveRoots, pose, space)[1][3]), glm::dvec3(2, -6, 6));
}

}  // namespace
}  // namespace rigkiln
