#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/normalise_weights.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

constexpr int kUnsignedByte = 5121;
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kFloat = 5126;

Scene sceneWithVertices(std::size_t count) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.positions.resize(count, {0, 0, 0});
    primitive.normals.resize(count, {0, 0, 1});
    primitive.indices = {0, 1, static_cast<std::uint32_t>(count) - 1};
    return scene;
}

TEST(GltfMeshes, WritesPositionsNormalsAndIndices) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    const ReadGltf file = readBack(scene);
    const ReadPrimitive& primitive = file.meshes.at(0).primitives.at(0);
    EXPECT_EQ(primitive.attributes.at("POSITION").values, (Floats{0, 0, 0, 1, 0, 0, 0, 1, 0}));
    EXPECT_EQ(primitive.attributes.at("NORMAL").values, (Floats{0, 0, 1, 0, 0, 1, 0, 0, 1}));
    EXPECT_EQ(primitive.indices, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(GltfMeshes, UsesShortIndicesUpTo65535Vertices) {
    const ReadPrimitive primitive = readBack(sceneWithVertices(65535)).meshes.at(0).primitives.at(0);
    EXPECT_EQ(primitive.indexType, kUnsignedShort);
    EXPECT_EQ(primitive.indices[2], 65534U);
}

TEST(GltfMeshes, UsesLongIndicesFrom65536VerticesOn) {
    const ReadPrimitive primitive = readBack(sceneWithVertices(65536)).meshes.at(0).primitives.at(0);
    EXPECT_EQ(primitive.indexType, kUnsignedInt);
    EXPECT_EQ(primitive.indices[2], 65535U);
}

TEST(GltfMeshes, MakesOneVertexOfEqualOnesIfAsked) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}};
    primitive.normals.assign(6, {0, 0, 1});
    primitive.indices = {0, 1, 2, 3, 4, 5};
    const ReadPrimitive welded = readBack(scene, {.weld = true}).meshes.at(0).primitives.at(0);
    EXPECT_EQ(welded.attributes.at("POSITION").values, (Floats{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}));
    EXPECT_EQ(welded.indices, (std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3}));
    EXPECT_EQ(readBack(scene).meshes.at(0).primitives.at(0).attributes.at("POSITION").values.size(), 18U)
        << "all vertices of the source without the option";
}

TEST(GltfMeshes, StatesTheBoundsOfPositions) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    scene.meshes[0].primitives[0].positions = {{0.1F, -2, 3}, {1, 0, 0}, {0, 1, 7}};
    const auto document = readBack(scene).json;
    const auto accessor =
        document.at("meshes").at(0).at("primitives").at(0).at("attributes").at("POSITION").get<std::size_t>();
    EXPECT_EQ(document.at("accessors").at(accessor).at("min"), (nlohmann::json{0, -2, 0}));
    EXPECT_EQ(document.at("accessors").at(accessor).at("max"), (nlohmann::json{1, 1, 7}));
}

TEST(GltfMeshes, SharesAccessorsOfEqualStreams) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "one");
    addTriangle(scene, 0, "two");
    const auto meshes = readBack(scene).json.at("meshes");
    EXPECT_EQ(meshes.at(0).at("primitives"), meshes.at(1).at("primitives"));
}

TEST(GltfMeshes, WritesJointsAsBytesForSkinsUpTo256Joints) {
    Scene scene = chainOfJoints(256);
    addSkinnedTriangle(scene, "body");
    const ReadPrimitive primitive = readBack(scene).meshes.at(0).primitives.at(0);
    EXPECT_EQ(primitive.attributes.at("JOINTS_0").componentType, kUnsignedByte);
    EXPECT_EQ(primitive.attributes.at("JOINTS_0").at(2), (Floats{2, 0, 0, 0}));
}

TEST(GltfMeshes, WritesJointsAsShortsForLargerSkins) {
    Scene scene = chainOfJoints(257);
    addSkinnedTriangle(scene, "body");
    scene.meshes[0].primitives[0].influenceSets[0].joints[2] = {256, 0, 0, 0};
    const ReadPrimitive primitive = readBack(scene).meshes.at(0).primitives.at(0);
    EXPECT_EQ(primitive.attributes.at("JOINTS_0").componentType, kUnsignedShort);
    EXPECT_EQ(primitive.attributes.at("JOINTS_0").at(2), (Floats{256, 0, 0, 0}));
}

TEST(GltfMeshes, WritesWeightsOfZeroAndOneAsBytes) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    const ReadValues weights = readBack(scene).meshes.at(0).primitives.at(0).attributes.at("WEIGHTS_0");
    EXPECT_EQ(weights.componentType, kUnsignedByte);
    EXPECT_EQ(weights.at(0), (Floats{1, 0, 0, 0}));
}

TEST(GltfMeshes, WritesOtherWeightsAsFloats) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    InfluenceSet& set = scene.meshes[0].primitives[0].influenceSets[0];
    set.joints[0] = {0, 1, 0, 0};
    set.weights[0] = {0.25F, 0.75F, 0, 0};
    const ReadValues weights = readBack(scene).meshes.at(0).primitives.at(0).attributes.at("WEIGHTS_0");
    EXPECT_EQ(weights.componentType, kFloat);
    EXPECT_EQ(weights.at(0), (Floats{0.25F, 0.75F, 0, 0}));
}

TEST(GltfMeshes, NormalisesWeightsThatOnlyTheLooserLawOfAScenePermits) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    InfluenceSet& set = scene.meshes[0].primitives[0].influenceSets[0];
    set.joints[0] = {0, 1, 0, 0};
    set.weights[0] = {0.25F, 0.750008F, 0, 0};
    const ReadValues weights = readBack(scene).meshes.at(0).primitives.at(0).attributes.at("WEIGHTS_0");
    EXPECT_NEAR(static_cast<double>(weights.at(0)[0]) + static_cast<double>(weights.at(0)[1]), 1.0, 1e-7);
}

TEST(GltfMeshes, LeavesWeightsAloneThatSumToOne) {
    InfluenceSet set;
    set.joints = {{0, 1, 0, 0}};
    set.weights = {{0.1F, 0.9F, 0, 0}};
    EXPECT_FALSE(gltf_export::normalisedWeights(std::span(&set, 1)).has_value());
}

TEST(GltfMeshes, WritesMoreThanFourInfluencesAsASecondSet) {
    Scene scene = chainOfJoints(8);
    addSkinnedTriangle(scene, "body");
    auto& sets = scene.meshes[0].primitives[0].influenceSets;
    sets.push_back(sets[0]);
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        sets[0].joints[vertex] = {0, 1, 2, 3};
        sets[0].weights[vertex] = glm::vec4(0.125F);
        sets[1].joints[vertex] = {4, 5, 6, 7};
        sets[1].weights[vertex] = glm::vec4(0.125F);
    }
    const ReadPrimitive primitive = readBack(scene).meshes.at(0).primitives.at(0);
    EXPECT_EQ(primitive.attributes.at("JOINTS_1").at(0), (Floats{4, 5, 6, 7}));
    EXPECT_EQ(primitive.attributes.at("WEIGHTS_1").at(0), (Floats{0.125F, 0.125F, 0.125F, 0.125F}));
}

TEST(GltfMeshes, WritesSkinsWithTheirMatricesByColumn) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    scene.skins[0].inverseBindMatrices[1][3] = {1, 2, 3, 1};
    const ReadSkin skin = readBack(scene).skins.at(0);
    EXPECT_EQ(skin.joints, (std::vector<int>{0, 1}));
    EXPECT_EQ(skin.inverseBindMatrices.at(1), (Floats{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1}));
}

TEST(GltfMeshes, WritesAMeshTwiceThatStandsWithAndWithoutASkin) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    MeshInstance rigid = scene.instances[0];
    rigid.skin.reset();
    scene.instances.push_back(rigid);
    const ReadGltf file = readBack(scene);
    ASSERT_EQ(file.meshes.size(), 2U);
    EXPECT_TRUE(file.meshes[0].primitives[0].attributes.contains("JOINTS_0"));
    EXPECT_FALSE(file.meshes[1].primitives[0].attributes.contains("JOINTS_0"));
    EXPECT_EQ(file.meshes[1].name, "body_2");
}

TEST(GltfMeshes, PlacesASkinnedInstanceWithoutInfluencesAtTheRootWithoutASkin) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    scene.meshes[0].primitives[0].influenceSets.clear();
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.nodes[2].skin, -1);
    EXPECT_EQ(file.roots, (std::vector<int>{0, 2}));
}

TEST(GltfMeshes, WritesTangentsColorsAndTextureCoordinates) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.tangents.assign(3, {1, 0, 0, -1});
    primitive.colors.assign(3, {0.5F, 0.25F, 0, 1});
    primitive.texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
    const ReadPrimitive read = readBack(scene).meshes.at(0).primitives.at(0);
    EXPECT_EQ(read.attributes.at("TANGENT").at(0), (Floats{1, 0, 0, -1}));
    EXPECT_EQ(read.attributes.at("COLOR_0").at(2), (Floats{0.5F, 0.25F, 0, 1}));
    EXPECT_EQ(read.attributes.at("TEXCOORD_0").at(1), (Floats{1, 0}));
}

TEST(GltfMeshes, WritesAttributesOfTheSourceAsFloats) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    scene.meshes[0].primitives[0].attributes = {
        {.name = "_ZONE", .components = 1, .values = {1, 2, 65535}},
        {.name = "_PAINT", .components = 3, .values = {0, 0, 1, 0, 1, 0, 1, 0, 0}}};
    const auto attributes = readBack(scene).meshes.at(0).primitives.at(0).attributes;
    EXPECT_EQ(attributes.at("_ZONE").values, (Floats{1, 2, 65535}));
    EXPECT_EQ(attributes.at("_PAINT").at(1), (Floats{0, 1, 0}));
}

TEST(GltfMeshes, FillsAnEmptyTextureCoordinateSetBeforeOthers) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    scene.meshes[0].primitives[0].texCoordSets = {{}, {{1, 1}, {1, 0}, {0, 1}}, {}};
    const auto attributes = readBack(scene).meshes.at(0).primitives.at(0).attributes;
    EXPECT_EQ(attributes.at("TEXCOORD_0").at(0), (Floats{0, 0}));
    EXPECT_EQ(attributes.at("TEXCOORD_1").at(0), (Floats{1, 1}));
    EXPECT_FALSE(attributes.contains("TEXCOORD_2"));
}

TEST(GltfMeshes, ReportsMeshesWithoutTrianglesAndKeepsTheirNodes) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "nothing");
    scene.meshes[0].primitives[0] = {};
    Diagnostics diagnostics;
    const Result<OutputSet> set = exportScene(scene, {}, diagnostics);
    ASSERT_TRUE(set) << set.error().text();
    EXPECT_TRUE(diagnostics.has(gltf_export::kEmptyMesh));
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.nodes.at(1).name, "nothing");
    EXPECT_EQ(file.nodes.at(1).mesh, -1);
}

TEST(GltfMeshes, RefusesPositionsThatAreNotFinite) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    scene.meshes[0].primitives[0].positions[1].y = std::numeric_limits<float>::quiet_NaN();
    const Result<OutputSet> set = exportScene(scene);
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().kind(), ErrorKind::Internal);
    EXPECT_NE(set.error().problem.find("not finite"), std::string::npos) << set.error().problem;
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
