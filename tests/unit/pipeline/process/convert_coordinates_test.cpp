#include "pipeline/process/convert_coordinates.hpp"

#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/pose_at.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

/// The change of axes as a matrix; the baked change is compared with it.
glm::dmat4 zUpToYUp() {
    glm::dmat4 matrix(0.0);
    matrix[0] = {1, 0, 0, 0};
    matrix[1] = {0, 0, -1, 0};
    matrix[2] = {0, 1, 0, 0};
    matrix[3] = {0, 0, 0, 1};
    return matrix;
}

void expectNear(const glm::dmat4& left, const glm::dmat4& right, const std::string& what) {
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row)
            EXPECT_NEAR(left[column][row], right[column][row], 1e-5)
                << what << " [" << column << "][" << row << "]";
    }
}

Scene zUpScene(std::uint64_t seed) {
    Scene scene = test::randomScene(seed);
    scene.upAxis = UpAxis::ZUp;
    return scene;
}

TEST(ConvertCoordinates, TurnsEveryPoseAsTheMatrixWould) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const Scene before = zUpScene(seed);
        Scene after = before;
        convertCoordinates(after, 1.0);
        EXPECT_EQ(after.upAxis, UpAxis::YUp);
        const glm::dmat4 turn = zUpToYUp();
        const auto check = [&](const Pose& old, const Pose& now) {
            const auto oldWorld = worldMatrices(before, old);
            const auto nowWorld = worldMatrices(after, now);
            for (std::size_t j = 0; j < oldWorld.size(); ++j) {
                expectNear(nowWorld[j], turn * oldWorld[j] * glm::inverse(turn),
                           "seed " + std::to_string(seed));
            }
        };
        check(restPose(before), restPose(after));
        for (std::size_t c = 0; c < before.clips.size(); ++c) {
            check(test::poseAt(before, before.clips[c], before.clips[c].duration * 0.7F),
                  test::poseAt(after, after.clips[c], after.clips[c].duration * 0.7F));
        }
        EXPECT_TRUE(validateScene(after).empty());
    }
}

TEST(ConvertCoordinates, KeepsSkinsAtRest) {
    Scene scene = zUpScene(3);
    convertCoordinates(scene, 0.25);
    const auto world = worldMatrices(scene, restPose(scene));
    for (std::size_t j = 0; j < scene.skins[0].joints.size(); ++j) {
        expectNear(world[scene.skins[0].joints[j].value] * glm::dmat4(scene.skins[0].inverseBindMatrices[j]),
                   glm::dmat4(1.0), "skin");
    }
}

TEST(ConvertCoordinates, OnlyPermutesAndNegatesSoThatNoBitIsLost) {
    Scene scene = test::smallScene();
    scene.upAxis = UpAxis::ZUp;
    scene.joints[1].rest.translation = {0.1F, 0.2F, 0.3F};
    scene.joints[1].rest.scale = {2, 3, 4};
    scene.clips[0].joints[0].rotation.values[1] = glm::quat(0.9F, 0.1F, 0.2F, 0.3F);
    convertCoordinates(scene, 1.0);
    EXPECT_EQ(scene.joints[1].rest.translation, glm::vec3(0.1F, 0.3F, -0.2F));
    EXPECT_EQ(scene.joints[1].rest.scale, glm::vec3(2, 4, 3));
    EXPECT_EQ(scene.clips[0].joints[0].rotation.values[1], glm::quat(0.9F, 0.1F, 0.3F, -0.2F));
}

TEST(ConvertCoordinates, LeavesAYUpSceneOfScaleOneAsItIs) {
    Scene scene = test::randomScene(5);
    const Scene before = scene;
    convertCoordinates(scene, 1.0);
    EXPECT_EQ(scene, before);
}

TEST(ConvertCoordinates, ScalesLengthsAndNothingElse) {
    Scene scene = test::smallScene();
    Light light;
    light.range = 10.0F;
    scene.lights.push_back(light);
    convertCoordinates(scene, 0.5);
    EXPECT_EQ(scene.joints[1].rest.translation, glm::vec3(0, 0.5F, 0));
    EXPECT_EQ(scene.joints[1].rest.scale, glm::vec3(1));
    EXPECT_EQ(scene.meshes[0].primitives[0].positions[1], glm::vec3(0.5F, 0, 0));
    EXPECT_EQ(scene.meshes[0].primitives[0].normals[1], glm::vec3(0, 0, 1));
    EXPECT_EQ(*scene.lights[0].range, 5.0F);
}

TEST(ConvertCoordinates, KeepsLightsShiningTheSameWayInTheirNewSurroundings) {
    Scene scene = test::smallScene();
    scene.upAxis = UpAxis::ZUp;
    Light light;
    light.kind = LightKind::Spot;
    scene.lights.push_back(light);
    convertCoordinates(scene, 1.0);
    // Straight down is -Z in a Z-up scene and -Y in the canonical one.
    const glm::vec3 direction = scene.lights[0].local.rotation * glm::vec3(0, 0, -1);
    EXPECT_NEAR(direction.x, 0, 1e-6);
    EXPECT_NEAR(direction.y, -1, 1e-6);
    EXPECT_NEAR(direction.z, 0, 1e-6);
}

}  // namespace
}  // namespace rigkiln
