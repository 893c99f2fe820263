#include "formats/alamo/alo_geometry.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/alamo/alo_to_scene.hpp"

namespace rigkiln::alamo {
namespace {

using testing::ElementsAre;

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

/// Two triangles of a unit square in the plane z = 0, normals up.
AloSubMesh square(const std::string& format) {
    AloSubMesh subMesh;
    subMesh.vertexFormat = format;
    for (const Float3 position : {Float3{0, 0, 0}, Float3{1, 0, 0}, Float3{1, 1, 0}, Float3{0, 1, 0}}) {
        AloVertex vertex;
        vertex.position = position;
        vertex.normal = {0, 0, 1};
        vertex.tangent = {1, 0, 0};
        vertex.binormal = {0, 1, 0};
        vertex.texCoords[0] = {position[0], position[1]};
        vertex.color = {0, 0, 0, 1};
        subMesh.vertices.push_back(vertex);
    }
    subMesh.indices = {0, 1, 2, 0, 2, 3};
    return subMesh;
}

struct Made {
    Primitive primitive;
    Diagnostics diagnostics;
};

Made make(const AloSubMesh& subMesh, const SkinSlots& slots = {}) {
    Made made;
    made.primitive = makePrimitive(subMesh, slots, "mesh 'm' sub-mesh 0", made.diagnostics);
    return made;
}

TEST(VertexLayout, FollowsTheFormatNameWithoutCase) {
    const VertexLayout full = vertexLayout("ALD3DVERTRSKINNU2U3U3C");
    EXPECT_TRUE(full.isSkinned && full.hasTangent && full.hasBinormal && full.hasColor);
    EXPECT_EQ(full.texCoordSets, 1U);
    EXPECT_TRUE(vertexLayout("alD3dVertB4I4NU2").isSkinned);
    EXPECT_FALSE(vertexLayout("alD3dVertNU2").isSkinned);
    EXPECT_EQ(vertexLayout("alD3dVertN").texCoordSets, 0U);
    EXPECT_TRUE(vertexLayout("alD3dVertNC").hasColor);
    EXPECT_EQ(vertexLayout("alD3dVertNC").texCoordSets, 0U);
    EXPECT_TRUE(vertexLayout("alD3dVertNU2U3").hasTangent);
    EXPECT_FALSE(vertexLayout("alD3dVertNU2U3").hasBinormal);
    EXPECT_EQ(vertexLayout("alD3dVertGrass").texCoordSets, 2U);
    EXPECT_EQ(vertexLayout("alD3dVertBillboard").texCoordSets, 1U);
}

TEST(AloGeometry, CopiesPositionsNormalsAndTextureCoordinatesAsTheyAre) {
    const Made made = make(square("alD3dVertNU2"));
    EXPECT_EQ(made.primitive.positions[2], glm::vec3(1, 1, 0));
    EXPECT_EQ(made.primitive.normals[0], glm::vec3(0, 0, 1));
    EXPECT_EQ(made.primitive.texCoordSets.at(0)[2], glm::vec2(1, 1));
    EXPECT_THAT(made.primitive.indices, ElementsAre(0, 1, 2, 0, 2, 3));
    EXPECT_TRUE(made.diagnostics.issues().empty());
}

TEST(AloGeometry, TakesColoursOnlyWhereTheFormatMeansThem) {
    EXPECT_TRUE(make(square("alD3dVertNU2")).primitive.colors.empty());
    EXPECT_THAT(make(square("alD3dVertNU2C")).primitive.colors, testing::Each(glm::vec4(0, 0, 0, 1)));
}

TEST(AloGeometry, SetsTheTangentSignSoThatTheStoredBinormalComesBack) {
    AloSubMesh subMesh = square("alD3dVertNU2U3U3");
    subMesh.vertices[1].binormal = {0, -1, 0};
    const Made made = make(subMesh);
    EXPECT_EQ(made.primitive.tangents[0], glm::vec4(1, 0, 0, 1));
    EXPECT_EQ(made.primitive.tangents[1], glm::vec4(1, 0, 0, -1));
}

TEST(AloGeometry, HasNoTangentsWhereTheFormatHasNone) {
    EXPECT_TRUE(make(square("alD3dVertNU2")).primitive.tangents.empty());
}

TEST(AloGeometry, RebuildsANormalWithoutLengthFromTheTrianglesAroundIt) {
    AloSubMesh subMesh = square("alD3dVertN");
    subMesh.vertices[0].normal = {0, 0, 0};
    const Made made = make(subMesh);
    EXPECT_EQ(made.primitive.normals[0], glm::vec3(0, 0, 1));
    ASSERT_TRUE(made.diagnostics.has(kZeroNormal));
    EXPECT_EQ(made.diagnostics.issues()[0].details, "1 of 4 vertices");
}

TEST(AloGeometry, LeavesNormalsOutWhereASubMeshHasNone) {
    AloSubMesh subMesh = square("alD3dVertNU2U3U3");
    for (AloVertex& vertex : subMesh.vertices)
        vertex.normal = {0, 0, 0};
    const Made made = make(subMesh);
    EXPECT_TRUE(made.primitive.normals.empty());
    EXPECT_TRUE(made.primitive.tangents.empty()) << "tangents mean nothing without normals";
    EXPECT_TRUE(made.diagnostics.has(kZeroNormal));
}

TEST(AloGeometry, MakesNormalsUnit) {
    AloSubMesh subMesh = square("alD3dVertN");
    subMesh.vertices[0].normal = {0, 0, 3};
    EXPECT_EQ(make(subMesh).primitive.normals[0], glm::vec3(0, 0, 1));
}

TEST(AloGeometry, ReplacesATangentWithoutLengthByOneAcrossTheNormal) {
    AloSubMesh subMesh = square("alD3dVertNU2U3U3");
    subMesh.vertices[3].tangent = {0, 0, 0};
    const Made made = make(subMesh);
    const glm::vec4 tangent = made.primitive.tangents[3];
    EXPECT_NEAR(tangent.z, 0, 1e-6);
    EXPECT_NEAR(tangent.x * tangent.x + tangent.y * tangent.y, 1, 1e-6);
    EXPECT_TRUE(made.diagnostics.has(kZeroTangent));
}

TEST(AloGeometry, DropsTrianglesAtPositionsThatAreNotFiniteAndKeepsTheBox) {
    AloSubMesh subMesh = square("alD3dVertN");
    subMesh.vertices[3].position[1] = kNotANumber;
    const Made made = make(subMesh);
    EXPECT_THAT(made.primitive.indices, ElementsAre(0, 1, 2));
    EXPECT_EQ(made.primitive.positions[3], made.primitive.positions[0]);
    EXPECT_TRUE(made.diagnostics.has(kVertexNotFinite));
}

TEST(AloGeometry, KeepsTrianglesWithoutAreaBecauseShadowVolumesAreMadeOfThem) {
    AloSubMesh subMesh = square("alD3dVertN");
    subMesh.vertices[1].position = subMesh.vertices[0].position;
    EXPECT_EQ(make(subMesh).primitive.indices.size(), 6U);
}

TEST(AloGeometry, ReplacesOtherFieldsThatAreNotFinite) {
    AloSubMesh subMesh = square("alD3dVertNU2U3U3C");
    subMesh.vertices[0].texCoords[0] = {kNotANumber, 0};
    subMesh.vertices[1].color[2] = kNotANumber;
    subMesh.vertices[2].normal = {kNotANumber, 0, 0};
    subMesh.vertices[3].tangent = {kNotANumber, 0, 0};
    const Made made = make(subMesh);
    EXPECT_EQ(made.primitive.texCoordSets[0][0], glm::vec2(0));
    EXPECT_EQ(made.primitive.colors[1].z, 1.0F);
    EXPECT_EQ(made.primitive.normals[2], glm::vec3(0, 0, 1));
    EXPECT_TRUE(std::isfinite(made.primitive.tangents[3].x));
}

TEST(AloGeometry, SendsSlotsThroughTheBoneMap) {
    AloSubMesh subMesh = square("alD3dVertRSkinNU2");
    subMesh.boneMap = {7, 3};
    subMesh.vertices[0].boneSlots = {1, 0, 0, 0};
    const Made made = make(subMesh, {{3, 0}, {7, 1}});
    const InfluenceSet& set = made.primitive.influenceSets.at(0);
    EXPECT_EQ(set.joints[0][0], 0) << "slot 1 is bone 3, which is joint 0 of the skin";
    EXPECT_EQ(set.joints[1][0], 1) << "slot 0 is bone 7, which is joint 1 of the skin";
    EXPECT_EQ(set.weights[0], glm::vec4(1, 0, 0, 0));
}

TEST(AloGeometry, ReadsUpToFourWeightsAndMakesTheirSumOne) {
    AloSubMesh subMesh = square("alD3dVertB4I4NU2");
    subMesh.boneMap = {1, 2, 3};
    subMesh.vertices[0].boneSlots = {0, 1, 2, 1};
    subMesh.vertices[0].weights = {0.5F, 0.25F, 0.5F, 0.25F};
    const Made made = make(subMesh, {{1, 0}, {2, 1}, {3, 2}});
    const InfluenceSet& set = made.primitive.influenceSets.at(0);
    EXPECT_THAT(set.joints[0], ElementsAre(0, 1, 2, 0)) << "one joint appears once";
    EXPECT_NEAR(set.weights[0].x, 1.0 / 3, 1e-6);
    EXPECT_NEAR(set.weights[0].y, 1.0 / 3, 1e-6);
    EXPECT_NEAR(set.weights[0].z, 1.0 / 3, 1e-6);
    EXPECT_EQ(set.weights[0].w, 0.0F);
}

TEST(AloGeometry, PutsVerticesWithoutUsableInfluenceOnTheFirstBoneOfTheMap) {
    AloSubMesh subMesh = square("alD3dVertRSkinNU2");
    subMesh.boneMap = {4};
    subMesh.vertices[0].boneSlots = {9, 0, 0, 0};
    subMesh.vertices[1].weights = {0, 0, 0, 0};
    subMesh.vertices[2].weights = {kNotANumber, 0, 0, 0};
    const Made made = make(subMesh, {{4, 0}});
    EXPECT_THAT(made.primitive.influenceSets[0].weights, testing::Each(glm::vec4(1, 0, 0, 0)));
    ASSERT_TRUE(made.diagnostics.has(kBadInfluence));
    EXPECT_EQ(made.diagnostics.issues()[0].details, "3 of 4 vertices");
}

TEST(AloGeometry, TakesASkinnedFormatWithoutBoneMapAsRigid) {
    EXPECT_FALSE(isSkinned(square("alD3dVertRSkinNU2")));
    EXPECT_TRUE(make(square("alD3dVertRSkinNU2")).primitive.influenceSets.empty());
}

}  // namespace
}  // namespace rigkiln::alamo
