#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/unit/exporters/swat3/gsm_scene.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::Float3;
using swat3::GsmBlend;
using swat3::GsmFile;
using swat3::GsmRun;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A triangle at the hand whose first vertex follows arm and hand.
Primitive blendedTriangle(glm::vec4 weights = {0.75F, 0.25F, 0, 0}) {
    Primitive primitive = trianglesAt({{1, 1, 0}, {2, 1, 0}, {1, 2, 0}});
    HandScene::follow(primitive, 2);
    primitive.influenceSets[0].joints[0] = {1, 2, 0, 0};
    primitive.influenceSets[0].weights[0] = weights;
    return primitive;
}

std::vector<std::array<std::uint16_t, 3>> positionsOfTriangles(const GsmFile& file) {
    std::vector<std::array<std::uint16_t, 3>> triangles;
    for (const swat3::GsmTriangle& triangle : file.triangles) {
        std::array<std::uint16_t, 3> positions{};
        for (std::size_t i = 0; i < 3; ++i)
            positions.at(i) = file.effectiveVertices[triangle.corners.at(i)].position;
        triangles.push_back(positions);
    }
    return triangles;
}

TEST(GsmPositions, AreInTheAxesOfTheFile) {
    HandScene hand;
    hand.addMesh(trianglesAt({{0, 0, 0}, {1, 2, 3}, {0, 1, 0}}));
    EXPECT_THAT(hand.build().positions, ElementsAre(Float3{0, 0, 0}, Float3{1, -3, 2}, Float3{0, 0, 1}));
}

TEST(GsmPositions, OfAMeshWithoutSkinFollowTheBoneOfItsJoint) {
    HandScene hand;
    hand.addMesh(oneTriangle()).joint = IndexOf<Joint>(2);
    const GsmFile file = hand.build();
    EXPECT_THAT(file.runs, ElementsAre(GsmRun{.bone = 30, .first = 0, .count = 3}));
    EXPECT_THAT(file.positions, ElementsAre(Float3{1, 0, 1}, Float3{2, 0, 1}, Float3{1, 0, 2}));
}

TEST(GsmPositions, OfAMeshOnAJointThatIsNoBoneFollowTheNearestParentThatIsOne) {
    HandScene hand;
    hand.addMesh(oneTriangle()).joint = IndexOf<Joint>(3);
    const GsmFile file = hand.build();
    EXPECT_THAT(file.runs, ElementsAre(GsmRun{.bone = 30, .first = 0, .count = 3}));
    EXPECT_EQ(file.positions.at(0), (Float3{1.5F, 0, 1}));
    EXPECT_THAT(hand.details(kWeightsToParent), ElementsAre("joint 'Twist': 3 vertices"));
}

TEST(GsmPositions, FailWhereNoParentIsABone) {
    HandScene hand;
    hand.scene.joints.push_back(test::joint("Loose"));
    hand.skeleton.bones.emplace_back();
    hand.skeleton.world.emplace_back(1.0);
    hand.addMesh(oneTriangle()).joint = IndexOf<Joint>(4);
    EXPECT_EQ(hand.problem(),
              "mesh 'Body': vertices follow joint 'Loose', and neither it nor a parent of it "
              "is one of the 3 bones of the file");
}

TEST(GsmPositions, AreStoredOncePerBoneInTheOrderOfTheBones) {
    HandScene hand;
    hand.addSkin();
    Primitive primitive = trianglesAt({{5, 0, 0}, {6, 0, 0}, {5, 1, 0}, {6, 0, 0}, {5, 0, 0}, {5, 1, 0}});
    HandScene::follow(primitive, 2);
    primitive.influenceSets[0].joints[0] = {0, 0, 0, 0};
    hand.addMesh(primitive);
    const GsmFile file = hand.build();
    EXPECT_THAT(file.runs, ElementsAre(GsmRun{.bone = 10, .first = 0, .count = 1},
                                       GsmRun{.bone = 30, .first = 1, .count = 3}));
    EXPECT_THAT(file.positions,
                ElementsAre(Float3{5, 0, 0}, Float3{6, 0, 0}, Float3{5, 0, 1}, Float3{5, 0, 0}));
    EXPECT_THAT(positionsOfTriangles(file),
                ElementsAre(std::array<std::uint16_t, 3>{0, 1, 2}, std::array<std::uint16_t, 3>{1, 3, 2}));
}

TEST(GsmPositions, AreOneWhereOnlyTheSignsOfZerosDiffer) {
    HandScene hand;
    hand.addMesh(trianglesAt({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -0.0F}, {0, 1, -0.0F}, {-1, 0, 0}}));
    EXPECT_EQ(hand.build().positions.size(), 4U);
}

TEST(GsmPositions, OfBlendsAreSharedWithThoseOfOneBone) {
    HandScene hand;
    hand.addSkin();
    Primitive primitive = blendedTriangle();
    primitive.positions[1] = primitive.positions[0];  // rigid, on the hand
    hand.addMesh(primitive);
    const GsmFile file = hand.build();
    EXPECT_THAT(file.positions, ElementsAre(Float3{1, 0, 1}, Float3{1, 0, 1}, Float3{1, 0, 2}));
    EXPECT_THAT(file.blends,
                ElementsAre(GsmBlend{{.position = 0, .weight = 0.75F}, {.position = 1, .weight = 0.25F}}));
    EXPECT_THAT(positionsOfTriangles(file), ElementsAre(std::array<std::uint16_t, 3>{3, 1, 2}));
}

TEST(GsmPositions, HaveARunOfBlendsBehindAllOthers) {
    HandScene hand;
    hand.addSkin();
    hand.addMesh(blendedTriangle());
    const GsmFile file = hand.build();
    EXPECT_EQ(file.runs.back(), (GsmRun{.bone = swat3::kBlendRun, .first = 4, .count = 1}));
    EXPECT_EQ(file.blendStreamLength, 14);
}

TEST(GsmPositions, CountTheBlendsInShortsWhereTheStyleSaysSo) {
    HandScene hand;
    hand.addSkin();
    hand.style.countsBlendShorts = true;
    hand.addMesh(blendedTriangle());
    EXPECT_EQ(hand.build().blendStreamLength, 7);
}

TEST(GsmPositions, StoreABlendOnceHoweverItsInfluencesAreOrdered) {
    HandScene hand;
    hand.addSkin();
    Primitive primitive = blendedTriangle();
    Primitive other = blendedTriangle();
    other.influenceSets[0].joints[0] = {2, 1, 0, 0};
    other.influenceSets[0].weights[0] = {0.25F, 0.75F, 0, 0};
    hand.addMesh(primitive);
    hand.addMesh(other);
    EXPECT_EQ(hand.build().blends.size(), 1U);
}

TEST(GsmPositions, StoreBlendsOfOtherWeightsApart) {
    HandScene hand;
    hand.addSkin();
    hand.addMesh(blendedTriangle());
    hand.addMesh(blendedTriangle({0.5F, 0.5F, 0, 0}));
    const GsmFile file = hand.build();
    EXPECT_EQ(file.blends.size(), 2U);
    EXPECT_EQ(file.positions.size(), 4U) << "of the same positions";
}

TEST(GsmPositions, LeaveOutWeightsTooSmallToSee) {
    HandScene hand;
    hand.addSkin();
    hand.addMesh(blendedTriangle({0.997F, 0.003F, 0, 0}));
    const GsmFile file = hand.build();
    EXPECT_THAT(file.blends, IsEmpty());
    EXPECT_EQ(file.runs.front(), (GsmRun{.bone = 20, .first = 0, .count = 1}));
    EXPECT_THAT(hand.details(kSmallWeights), ElementsAre("vertices: 1 weights"));
}

TEST(GsmPositions, LeaveOutSmallWeightsOfJointsThatAreNoBones) {
    HandScene hand;
    hand.addSkin();
    hand.skeleton.bones[0].reset();  // no parent is a bone either
    Primitive primitive = blendedTriangle({0.997F, 0.003F, 0, 0});
    primitive.influenceSets[0].joints[0] = {1, 0, 0, 0};
    hand.addMesh(primitive);
    EXPECT_EQ(hand.build().runs.front(), (GsmRun{.bone = 20, .first = 0, .count = 1}));
    EXPECT_THAT(hand.details(kSmallWeights), ElementsAre("vertices: 1 weights"));
}

TEST(GsmPositions, KeepTheSmallestWeightThatCounts) {
    HandScene hand;
    hand.addSkin();
    hand.addMesh(blendedTriangle({1 - 1 / 256.0F, 1 / 256.0F, 0, 0}));
    EXPECT_EQ(hand.build().blends.at(0).at(1).weight, 1 / 256.0F);
}

TEST(GsmPositions, KeepTheBitsOfWeightsThatSumTo1WithinRounding) {
    HandScene hand;
    hand.addSkin();
    hand.addMesh(blendedTriangle({0.600003F, 0.4F, 0, 0}));
    const GsmBlend blend = hand.build().blends.at(0);
    EXPECT_EQ(blend[0].weight, 0.600003F);
    EXPECT_EQ(blend[1].weight, 0.4F);
}

TEST(GsmPositions, RaiseTheWeightsThatAreLeftToSumTo1) {
    HandScene hand;
    hand.addSkin();
    Primitive primitive = blendedTriangle({0.5F, 0.498F, 0.002F, 0});
    primitive.influenceSets[0].joints[0] = {1, 2, 0, 0};
    primitive.influenceSets[0].joints[0][2] = 0;
    hand.addMesh(primitive);
    const GsmBlend blend = hand.build().blends.at(0);
    ASSERT_EQ(blend.size(), 2U);
    EXPECT_FLOAT_EQ(blend[0].weight, 0.5F / 0.998F);
    EXPECT_FLOAT_EQ(blend[0].weight + blend[1].weight, 1.0F);
}

TEST(GsmPositions, JoinTheWeightsOfJointsThatFollowOneBone) {
    HandScene hand;
    hand.addSkin();
    Primitive primitive = blendedTriangle();
    primitive.influenceSets[0].joints[0] = {2, 3, 0, 0};
    hand.addMesh(primitive);
    const GsmFile file = hand.build();
    EXPECT_THAT(file.blends, IsEmpty());
    EXPECT_THAT(file.runs, ElementsAre(GsmRun{.bone = 30, .first = 0, .count = 3}));
}

TEST(GsmPositions, AreInTheMiddleByWeightOfWhereJointsOfOneBoneHaveThem) {
    HandScene hand;
    hand.addSkin();
    hand.scene.skins[0].inverseBindMatrices[3][3].x += 4;  // moves the twist by 4 to the right
    Primitive primitive = blendedTriangle();
    primitive.influenceSets[0].joints[0] = {2, 3, 0, 0};
    hand.addMesh(primitive);
    EXPECT_EQ(hand.build().positions.at(0), (Float3{2, 0, 1}));
}

TEST(GsmPositions, InBoneSpaceAreWhereTheBoneHasThem) {
    HandScene hand;
    hand.addSkin();
    hand.style.space = swat3::Space::Bone;
    hand.addMesh(blendedTriangle());
    const GsmFile file = hand.build();
    EXPECT_THAT(file.positions,
                ElementsAre(Float3{1, 0, 0}, Float3{0, 0, 0}, Float3{1, 0, 0}, Float3{0, 0, 1}));
}

TEST(GsmPositions, AreThoseOfTheRestPoseWhenItIsNotTheOneTheMeshWasSkinnedIn) {
    HandScene hand;
    hand.addSkin();
    hand.scene.skins[0].inverseBindMatrices[2][3] = glm::vec4(-1, -1, 5, 1);
    Primitive primitive = trianglesAt({{1, 1, 0}, {2, 1, 0}, {1, 2, 0}});
    HandScene::follow(primitive, 2);
    hand.addMesh(primitive);
    EXPECT_EQ(hand.build().positions.at(0), (Float3{1, -5, 1}));
}

TEST(GsmPositions, KeepTheirBitsWhereRestAndBindPoseDifferByRounding) {
    HandScene hand;
    hand.addSkin();
    hand.scene.skins[0].inverseBindMatrices[2] =
        hand.scene.skins[0].inverseBindMatrices[2] *
        glm::mat4(glm::mat4_cast(glm::angleAxis(2e-7F, glm::vec3(0, 0, 1))));
    constexpr float kUneven = 1.2345678F;
    Primitive primitive = trianglesAt({{kUneven, kUneven, 0}, {2, 1, 0}, {1, 2, 0}});
    HandScene::follow(primitive, 2);
    hand.addMesh(primitive);
    EXPECT_EQ(hand.build().positions.at(0), (Float3{kUneven, 0, kUneven}));
}

TEST(GsmPositions, CarryTheScaleOfJoints) {
    HandScene hand;
    hand.skeleton.world[0] = glm::dmat4(2.0);
    hand.skeleton.world[0][3][3] = 1;
    hand.addMesh(oneTriangle());
    EXPECT_THAT(hand.build().positions, ElementsAre(Float3{0, 0, 0}, Float3{2, 0, 0}, Float3{0, 0, 2}));
}

TEST(GsmPositions, FailBeyondWhatIsAPlace) {
    HandScene hand;
    hand.addMesh(trianglesAt({{0, 0, 0}, {2e15F, 0, 0}, {0, 1, 0}}));
    EXPECT_THAT(hand.problem(), HasSubstr("vertex 1 stands at (2000000000000000, 0, 0) of the file's units, "
                                          "at most 1000000000000000 is expected"));
}

TEST(GsmWinding, IsCounterClockwiseUnlessTheStyleSaysOtherwise) {
    HandScene hand;
    hand.addMesh(oneTriangle());
    EXPECT_THAT(positionsOfTriangles(hand.build()), ElementsAre(std::array<std::uint16_t, 3>{0, 1, 2}));
    hand.style.isClockwise = true;
    EXPECT_THAT(positionsOfTriangles(hand.build()), ElementsAre(std::array<std::uint16_t, 3>{0, 2, 1}));
}

TEST(GsmWinding, TurnsRoundWhereAJointMirrors) {
    HandScene hand;
    hand.skeleton.world[0][0][0] = -1;
    hand.addMesh(oneTriangle());
    EXPECT_THAT(positionsOfTriangles(hand.build()), ElementsAre(std::array<std::uint16_t, 3>{0, 2, 1}));
}

}  // namespace
}  // namespace rigkiln::swat3_export
