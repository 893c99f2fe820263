#include "pipeline/scene/transform.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

TEST(Transform, AppliesScaleThenRotationThenTranslation) {
    const Transform transform{
        .translation = {10, 0, 0}, .rotation = test::turn(90, {0, 0, 1}), .scale = {2, 1, 1}};
    const glm::dvec4 moved = toMatrix(transform) * glm::dvec4(1, 0, 0, 1);
    EXPECT_NEAR(moved.x, 10, 1e-6);
    EXPECT_NEAR(moved.y, 2, 1e-6);
    EXPECT_NEAR(moved.z, 0, 1e-6);
}

TEST(Transform, UsesTheUnitQuaternionOfOneThatIsNotUnit) {
    const Transform transform{.translation = {}, .rotation = glm::quat(2, 0, 0, 0), .scale = glm::vec3(1)};
    EXPECT_EQ(toMatrix(transform), glm::dmat4(1.0));
}

TEST(Decompose, GivesBackRandomTransforms) {
    std::mt19937_64 generator(7);
    std::uniform_real_distribution<float> number(-1, 1);
    for (int i = 0; i < 200; ++i) {
        const Transform original{
            .translation = {number(generator), number(generator), number(generator)},
            .rotation =
                glm::normalize(glm::quat(1.5F, number(generator), number(generator), number(generator))),
            .scale = {1.5F + number(generator), 1.5F + number(generator), 1.5F + number(generator)}};
        const Decomposition found = decompose(toMatrix(original));
        EXPECT_LT(found.residual, 1e-6) << "round " << i;
        EXPECT_NEAR(std::abs(glm::dot(found.transform.rotation, original.rotation)), 1, 1e-6)
            << "round " << i;
        EXPECT_FALSE(found.isSingular);
    }
}

TEST(Decompose, PutsMirroringIntoTheScale) {
    const Decomposition found = decompose(glm::scale(glm::dmat4(1.0), glm::dvec3(1, 1, -2)));
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_LT(found.transform.scale.x * found.transform.scale.y * found.transform.scale.z, 0);
}

TEST(Decompose, TellsShearByTheResidual) {
    glm::dmat4 sheared(1.0);
    sheared[1][0] = 0.5;
    EXPECT_GT(decompose(sheared).residual, 0.1);
}

TEST(Decompose, CompletesARotationWhereAxesHaveNoLength) {
    for (int axis = 0; axis < 3; ++axis) {
        glm::dmat4 flat(1.0);
        flat[axis] = glm::dvec4(0.0);
        const Decomposition found = decompose(flat);
        EXPECT_TRUE(found.isSingular);
        EXPECT_LT(found.residual, 1e-9) << "axis " << axis;
    }
    const Decomposition nothing = decompose(glm::dmat4(0.0));
    EXPECT_TRUE(nothing.isSingular);
    EXPECT_NEAR(glm::length(nothing.transform.rotation), 1, 1e-6);
}

TEST(Decompose, TakesTheIdentityForAMatrixThatIsNotFinite) {
    glm::dmat4 broken(1.0);
    broken[3][1] = std::numeric_limits<double>::quiet_NaN();
    const Decomposition found = decompose(broken);
    EXPECT_FALSE(found.isFinite);
    EXPECT_EQ(found.transform, Transform());
}

}  // namespace
}  // namespace rigkiln
