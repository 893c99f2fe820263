#include "exporters/swat3/build_gsm.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "exporters/swat3/gsm_positions.hpp"
#include "tests/unit/exporters/swat3/gsm_scene.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::GsmFile;
using testing::ElementsAre;
using testing::SizeIs;

/// Makes `count` points on a line and triangles that use all of them.
Primitive strip(std::size_t count) {
    std::vector<glm::vec3> points;
    for (std::size_t i = 0; i < count; ++i)
        points.emplace_back(static_cast<float>(i), 0, 0);
    Primitive primitive = trianglesAt(points);
    primitive.texCoordSets.clear();
    primitive.indices.resize(count - count % 3);
    for (std::size_t i = primitive.indices.size(); i < count; ++i)
        primitive.indices.insert(primitive.indices.end(), 3, static_cast<std::uint32_t>(i));
    return primitive;
}

/// Makes `count` triangles over the same three points.
Primitive pile(std::size_t count) {
    Primitive primitive = oneTriangle();
    primitive.indices.clear();
    for (std::uint32_t corner = 0; corner < 3 * count; ++corner)
        primitive.indices.push_back(corner % 3);
    return primitive;
}

/// Makes a strip whose points follow two bones. All have the same weights, but each has its own place.
Primitive blends(std::size_t count) {
    Primitive primitive = strip(count);
    HandScene::follow(primitive, 0);
    primitive.influenceSets[0].joints.assign(count, {1, 2, 0, 0});
    primitive.influenceSets[0].weights.assign(count, glm::vec4(0.75F, 0.25F, 0, 0));
    return primitive;
}

TEST(BuildGsm, WritesVersion45AndTheVariantOfTheStyle) {
    HandScene hand;
    hand.style.hasMarker = true;
    hand.style.hasUnknownWithoutMaps = false;
    hand.addMesh(oneTriangle());
    const GsmFile file = hand.build();
    EXPECT_EQ(file.versionMajor, 4);
    EXPECT_EQ(file.versionMinor, 5);
    EXPECT_EQ(file.variant, (swat3::GsmVariant{.hasMarker = true, .hasUnknownWithoutMaps = false}));
    EXPECT_EQ(file.skeletons, hand.skeleton.skeletons);
}

TEST(BuildGsm, MakesAFileThatDecodesToTheSame) {
    HandScene hand;
    hand.addSkin();
    hand.addMesh(blends(6));
    const GsmFile file = hand.build();
    const auto bytes = swat3::encodeGsm(file);
    ASSERT_TRUE(bytes) << bytes.error().text();
    Diagnostics diagnostics;
    const auto decoded = swat3::decodeGsm(*bytes, diagnostics, swat3::Strictness::Strict);
    ASSERT_TRUE(decoded) << decoded.error().text();
    EXPECT_EQ(*decoded, file);
}

TEST(BuildGsm, NumbersVerticesInTheOrderOfUseAndEachOnce) {
    HandScene hand;
    Primitive primitive = trianglesAt({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 1, 0}, {-1, 0, 0}});
    primitive.texCoordSets[0][4] = primitive.texCoordSets[0][2];
    hand.addMesh(primitive);
    const GsmFile file = hand.build();
    ASSERT_THAT(file.triangles, SizeIs(2));
    EXPECT_THAT(file.triangles[0].corners, ElementsAre(0, 1, 2));
    EXPECT_THAT(file.triangles[1].corners, ElementsAre(0, 2, 3));
    EXPECT_THAT(file.texCoords, SizeIs(3));
}

TEST(BuildGsm, KeepsVerticesOfOtherHitZonesApart) {
    HandScene hand;
    Primitive primitive = trianglesAt({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    primitive.attributes[0].values[5] = 8;
    hand.addMesh(primitive);
    EXPECT_THAT(hand.build().effectiveVertices, SizeIs(4));
}

TEST(BuildGsm, TakesTheTextureCoordinatesThatTheBaseColourUses) {
    HandScene hand;
    Primitive primitive = oneTriangle();
    primitive.texCoordSets.emplace_back(3, glm::vec2(0.5F, 0.25F));
    primitive.material = IndexOf<Material>(0);
    hand.scene.textures.push_back({.sourceName = "a.bmp", .mimeType = {}, .encoded = {}});
    Material material;
    material.baseColorTexture = TextureUse{.texture = IndexOf<Texture>(0), .texCoordSet = 1};
    hand.scene.materials.push_back(material);
    hand.addMesh(primitive);
    EXPECT_THAT(hand.build().texCoords, ElementsAre(swat3::Float2{0.5F, 0.25F}));
    EXPECT_THAT(hand.details(kTexCoordSetsLost), ElementsAre("mesh 'Body'.primitives[0]: 2 sets, 1 is kept"));
}

TEST(BuildGsm, JoinsAllMeshesThatAreDrawn) {
    HandScene hand;
    hand.addMesh(oneTriangle());
    hand.addMesh(oneTriangle(), "Box").role = MeshRole::Collision;
    hand.addMesh(oneTriangle(), "Cap").hidden = true;
    hand.addMesh(oneTriangle(), "Arm");
    EXPECT_THAT(hand.build().triangles, SizeIs(2));
    EXPECT_THAT(hand.details(kMeshesMerged), ElementsAre("meshes: 2 of them"));
    EXPECT_THAT(hand.details(kMeshLeftOut), ElementsAre("mesh 'Box': for collisions", "mesh 'Cap': hidden"));
}

TEST(BuildGsm, ReportsWhatAMeshLoses) {
    HandScene hand;
    Primitive primitive = oneTriangle();
    primitive.colors.assign(3, glm::vec4(1.0F));
    primitive.tangents.assign(3, glm::vec4(1, 0, 0, 1));
    primitive.attributes.push_back({.name = "_WIND", .components = 1, .values = {0, 0, 0}});
    primitive.material = IndexOf<Material>(0);
    hand.scene.textures.push_back({.sourceName = "a.bmp", .mimeType = {}, .encoded = {}});
    Material material;
    material.normalTexture = TextureUse{.texture = IndexOf<Texture>(0), .texCoordSet = 0};
    hand.scene.materials.push_back(material);
    hand.scene.lights.emplace_back();
    hand.addMesh(primitive);
    hand.build();
    EXPECT_THAT(hand.details(kVertexColorsLost), SizeIs(1));
    EXPECT_THAT(hand.details(kTangentsLost), SizeIs(1));
    EXPECT_THAT(hand.details(kAttributesLost), ElementsAre("mesh 'Body'.primitives[0]: _WIND"));
    EXPECT_THAT(hand.details(kLightsLost), ElementsAre("lights: 1 of them"));
}

TEST(BuildGsm, LosesNothingWithTangentsThatNoNormalMapUses) {
    HandScene hand;
    Primitive primitive = oneTriangle();
    primitive.tangents.assign(3, glm::vec4(1, 0, 0, 1));
    hand.addMesh(primitive);
    hand.build();
    EXPECT_FALSE(hand.diagnostics.has(kTangentsLost));
}

TEST(BuildGsm, MakesASkeletonAloneWithAnIssue) {
    HandScene hand;
    const GsmFile file = hand.build();
    EXPECT_TRUE(swat3::encodeGsm(file));
    EXPECT_TRUE(hand.diagnostics.has(kNoTriangles));
}

TEST(BuildGsm, HasAnIdOfItsOwnForEveryIssue) {
    std::set<std::string_view> ids;
    for (const IssueKind* kind : kGsmBuildIssues)
        ids.insert(kind->id);
    EXPECT_EQ(ids.size(), kGsmBuildIssues.size());
}

TEST(GsmLimits, HoldThePositionsThatSixteenBitsCount) {
    HandScene hand;
    hand.addMesh(strip(65535));
    const GsmFile file = hand.build();
    EXPECT_EQ(file.positions.size(), 65535U);
    EXPECT_TRUE(swat3::encodeGsm(file));
}

TEST(GsmLimits, RefuseOnePositionMore) {
    HandScene hand;
    hand.addMesh(strip(65536));
    EXPECT_EQ(hand.problem(),
              "model: 65536 positions and blends, a GSM holds 65535 at most: split the model "
              "or drop vertices");
}

TEST(GsmLimits, HoldTheTrianglesThatSixteenBitsCount) {
    HandScene hand;
    hand.addMesh(pile(65535));
    const GsmFile file = hand.build();
    EXPECT_EQ(file.triangles.size(), 65535U);
    EXPECT_EQ(file.groups.at(0).count, 65535);
    EXPECT_TRUE(swat3::encodeGsm(file));
}

TEST(GsmLimits, RefuseOneTriangleMore) {
    HandScene hand;
    hand.addMesh(pile(65536));
    EXPECT_EQ(hand.problem(),
              "model: 65536 triangles, a GSM holds 65535 at most: split the model or drop vertices");
}

TEST(GsmLimits, CountTheTrianglesOfAMeshForEachNodeThatShowsIt) {
    HandScene hand;
    const MeshInstance shown = hand.addMesh(pile(30000));
    hand.scene.instances.push_back(shown);
    EXPECT_EQ(hand.build().triangles.size(), 60000U);
    hand.scene.instances.push_back(shown);
    EXPECT_EQ(hand.problem(),
              "model: 90000 triangles, a GSM holds 65535 at most: split the model or drop vertices");
    hand.scene.instances.back().hidden = true;
    EXPECT_EQ(hand.problem(), "no problem");
}

// The surface has the vertices of a mesh once for each node: 300 nodes with 300,000 vertices took 8.4 GB
// before they were refused. A vertex stands at no place that a file can hold, which gathering would find
// first.
TEST(GsmLimits, CountTrianglesBeforeTheSurfaceIsGathered) {
    HandScene hand;
    Primitive primitive = pile(65536);
    primitive.positions[0] = glm::vec3(1e30F, 0, 0);
    hand.addMesh(primitive);
    EXPECT_EQ(hand.problem(),
              "model: 65536 triangles, a GSM holds 65535 at most: split the model or drop vertices");
}

TEST(GsmLimits, HoldBlendsOf65535OctetsAndNoMore) {
    HandScene hand;
    hand.addSkin();
    hand.addMesh(blends(4681));
    EXPECT_EQ(hand.build().blendStreamLength, 65534);
    HandScene more;
    more.addSkin();
    more.addMesh(blends(4682));
    EXPECT_EQ(more.problem(),
              "model: 65548 octets of blends, a GSM holds 65535 at most: split the model or drop vertices");
}

TEST(GsmLimits, HoldTwiceAsManyBlendsInShorts) {
    HandScene hand;
    hand.addSkin();
    hand.style.countsBlendShorts = true;
    hand.addMesh(blends(9362));
    EXPECT_EQ(hand.build().blendStreamLength, 65534);
    HandScene more;
    more.addSkin();
    more.style.countsBlendShorts = true;
    more.addMesh(blends(9363));
    EXPECT_EQ(more.problem(),
              "model: 65541 shorts of blends, a GSM holds 65535 at most: split the model or drop vertices");
}

TEST(GsmLimits, RefuseMoreVerticesThanSixteenBitsCount) {
    HandScene hand;
    Primitive primitive = strip(65535);
    primitive.positions.emplace_back(0, 0, 0);
    primitive.attributes[0].values.push_back(8);
    primitive.indices.insert(primitive.indices.end(), 3, 65535);
    hand.addMesh(primitive);
    EXPECT_EQ(hand.problem(),
              "model: 65536 effective vertices, a GSM holds 65535 at most: split the model or drop vertices");
}

}  // namespace
}  // namespace rigkiln::swat3_export
