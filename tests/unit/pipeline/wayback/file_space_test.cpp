#include "pipeline/wayback/file_space.hpp"

#include <gtest/gtest.h>

#include "pipeline/process/convert_coordinates.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

constexpr double kMetresPerUnit = 0.5;  // a power of two: no bit is lost

class FileSpaceOf : public testing::TestWithParam<UpAxis> {};

TEST_P(FileSpaceOf, UndoesWhatConvertCoordinatesBakes) {
    Scene scene;
    scene.upAxis = GetParam();
    scene.joints = {test::joint("root", {}, {1, 2, 3})};
    scene.joints[0].rest.rotation = test::turn(40, {1, -2, 3});
    const Transform before = scene.joints[0].rest;
    convertCoordinates(scene, kMetresPerUnit);
    const Transform& rest = scene.joints[0].rest;

    const FileSpace space(GetParam(), kMetresPerUnit);
    EXPECT_EQ(glm::vec3(space.point(glm::dvec3(rest.translation))), before.translation);
    EXPECT_EQ(glm::vec3(space.direction(glm::dvec3(rest.translation))), before.translation * 0.5F);
    EXPECT_EQ(space.rotation(rest.rotation), before.rotation);
    EXPECT_EQ(glm::quat(space.rotation(glm::dquat(rest.rotation))), before.rotation);
}

TEST_P(FileSpaceOf, MapsAsTheMatrixOfTheSceneMaps) {
    const FileSpace space(GetParam(), kMetresPerUnit);
    const glm::dmat4 matrix({0, 2, 0, 0}, {-1, 0, 0, 0}, {0, 0, 4, 0}, {5, 6, 7, 1});
    const glm::dvec3 point(1, 2, 3);
    const glm::dvec3 mapped(matrix * glm::dvec4(point, 1));
    EXPECT_EQ(glm::dvec3(space.matrix(matrix) * glm::dvec4(space.point(point), 1)), space.point(mapped));
}

INSTANTIATE_TEST_SUITE_P(EachUpAxis, FileSpaceOf, testing::Values(UpAxis::YUp, UpAxis::ZUp));

}  // namespace
}  // namespace rigkiln
