#include "pipeline/wayback/rigid_frame.hpp"

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace rigkiln {
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

}  // namespace
}  // namespace rigkiln
