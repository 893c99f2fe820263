#include <cmath>

#include <glm/trigonometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "tests/unit/exporters/swat3/gsm_scene.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::GsmFile;
using testing::ElementsAre;
using testing::IsEmpty;

using List = std::vector<std::uint16_t>;

/// Two triangles at a right angle that share the edge x = 0, in the planes z = 0 and x = 0.
Primitive roof(const glm::vec3& first, const glm::vec3& second) {
    Primitive primitive = trianglesAt({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    primitive.normals = {first, first, first, second, second, second};
    // Corners at one place need the same texture coordinate.
    primitive.texCoordSets[0].assign(6, glm::vec2(0.0F));
    return primitive;
}

const glm::vec3 kUp(0, 0, 1);
const glm::vec3 kRight(1, 0, 0);

GsmFile buildOf(HandScene& hand, Primitive primitive) {
    hand.addMesh(std::move(primitive));
    return hand.build();
}

TEST(GsmSmoothing, SharesOneListWherePartsOfTheSurfaceHaveOneNormal) {
    HandScene hand;
    const glm::vec3 between = glm::normalize(kUp + kRight);
    const GsmFile file = buildOf(hand, roof(between, between));
    EXPECT_THAT(file.sharedLists, ElementsAre(List{0, 1}, List{0}, List{1}));
    EXPECT_EQ(file.effectiveVertices.size(), 4U);
    EXPECT_EQ(file.sharedStreamShorts, 7U);
}

TEST(GsmSmoothing, SplitsAPositionAtAnEdge) {
    HandScene hand;
    const GsmFile file = buildOf(hand, roof(kUp, kRight));
    EXPECT_THAT(file.sharedLists, ElementsAre(List{0}, List{1}));
    EXPECT_EQ(file.positions.size(), 4U);
    EXPECT_EQ(file.effectiveVertices.size(), 6U);
    EXPECT_FALSE(hand.diagnostics.has(kNormalsDiffer));
}

TEST(GsmSmoothing, TakesNormalsWithinADegreeForOne) {
    HandScene hand;
    const float angle = glm::radians(0.9F);
    const GsmFile file = buildOf(hand, roof(kUp, {std::sin(angle), 0, std::cos(angle)}));
    EXPECT_EQ(file.sharedLists.front(), (List{0, 1}));
}

TEST(GsmSmoothing, TakesNormalsFartherThanADegreeForTwo) {
    HandScene hand;
    const float angle = glm::radians(1.1F);
    const GsmFile file = buildOf(hand, roof(kUp, {std::sin(angle), 0, std::cos(angle)}));
    EXPECT_EQ(file.sharedLists.front(), List{0});
}

TEST(GsmSmoothing, IsOneForEverythingWhenAskedFor) {
    HandScene hand;
    hand.smooth = Smooth::One;
    const GsmFile file = buildOf(hand, roof(kUp, kRight));
    EXPECT_EQ(file.sharedLists.front(), (List{0, 1}));
    EXPECT_EQ(file.effectiveVertices.size(), 4U);
}

TEST(GsmSmoothing, IsOneForMeshesWithoutNormals) {
    HandScene hand;
    Primitive primitive = roof(kUp, kRight);
    primitive.normals.clear();
    EXPECT_EQ(buildOf(hand, primitive).sharedLists.front(), (List{0, 1}));
    EXPECT_FALSE(hand.diagnostics.has(kNormalsDiffer));
}

TEST(GsmSmoothing, KeepsSeamsOfTextureCoordinatesSmooth) {
    HandScene hand;
    const glm::vec3 between = glm::normalize(kUp + kRight);
    Primitive primitive = roof(between, between);
    primitive.texCoordSets[0][3] = {0.5F, 0.5F};
    const GsmFile file = buildOf(hand, primitive);
    EXPECT_EQ(file.effectiveVertices.size(), 5U);
    EXPECT_EQ(file.effectiveVertices[0].sharedList, file.effectiveVertices[3].sharedList);
    EXPECT_EQ(file.effectiveVertices[0].position, file.effectiveVertices[3].position);
}

TEST(GsmSmoothing, KeepsTrianglesWithoutArea) {
    HandScene hand;
    const GsmFile file = buildOf(hand, trianglesAt({{0, 0, 0}, {0, 0, 0}, {0, 1, 0}}));
    ASSERT_EQ(file.triangles.size(), 1U);
    EXPECT_THAT(file.sharedLists, ElementsAre(List{0}));
}

TEST(GsmSmoothing, ReportsNormalsThatNoListMakes) {
    HandScene hand;
    Primitive primitive = oneTriangle();
    const float angle = glm::radians(30.0F);
    primitive.normals = {kUp, kUp, {std::sin(angle), 0, std::cos(angle)}};
    buildOf(hand, primitive);
    EXPECT_THAT(
        hand.details(kNormalsDiffer),
        ElementsAre("triangle[0]: 30.0 degrees apart, the most of 1 corners that are more than 1 apart"));
}

TEST(GsmSmoothing, TurnsNormalsAsTheSurfaceTurnsWhereAJointScales) {
    HandScene hand;
    hand.skeleton.world[0][2][2] = 4;
    Primitive primitive = trianglesAt({{0, 0, 0}, {1, 0, 0}, {0, 1, 1}});
    primitive.normals.assign(3, glm::normalize(glm::vec3(0, -1, 1)));
    buildOf(hand, primitive);
    EXPECT_THAT(hand.details(kNormalsDiffer), IsEmpty());
}

TEST(GsmSmoothing, ComparesNormalsWithTheSideThatTheStyleCallsOutside) {
    HandScene hand;
    hand.style.isClockwise = true;
    buildOf(hand, roof(kUp, kRight));
    EXPECT_THAT(hand.details(kNormalsDiffer), IsEmpty());
}

}  // namespace
}  // namespace rigkiln::swat3_export
