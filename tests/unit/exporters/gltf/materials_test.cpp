#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

Scene texturedScene() {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
    primitive.material = IndexOf<Material>(0);
    scene.textures.push_back({.sourceName = "skin.tga", .mimeType = "image/png", .encoded = tinyPng()});
    Material material;
    material.name = "skin";
    material.baseColorTexture = TextureUse{.texture = IndexOf<Texture>(0)};
    scene.materials.push_back(material);
    return scene;
}

TEST(GltfMaterials, WritesFactorsThatDifferFromTheDefaults) {
    Scene scene = chainOfJoints(1);
    Material material;
    material.name = "red";
    material.baseColorFactor = {1, 0, 0, 0.5F};
    material.roughnessFactor = 0.25F;
    material.emissiveFactor = {0, 0, 1};
    material.alphaMode = AlphaMode::Blend;
    material.doubleSided = true;
    scene.materials.push_back(material);
    EXPECT_EQ(readBack(scene).json.at("materials").at(0),
              (nlohmann::json{
                  {"name", "red"},
                  {"pbrMetallicRoughness",
                   {{"baseColorFactor", {1, 0, 0, 0.5}}, {"metallicFactor", 0}, {"roughnessFactor", 0.25}}},
                  {"emissiveFactor", {0, 0, 1}},
                  {"alphaMode", "BLEND"},
                  {"doubleSided", true}}));
}

TEST(GltfMaterials, WritesTheCutoffOfMasksAlone) {
    Scene scene = chainOfJoints(1);
    scene.materials.resize(2);
    scene.materials[0].alphaMode = AlphaMode::Mask;
    scene.materials[0].alphaCutoff = scene.materials[1].alphaCutoff = 0.25F;
    const auto materials = readBack(scene).json.at("materials");
    EXPECT_EQ(materials.at(0).at("alphaCutoff"), 0.25);
    EXPECT_FALSE(materials.at(1).contains("alphaCutoff"));
}

TEST(GltfMaterials, MarksUnlitMaterialsWithoutRequiringTheExtension) {
    Scene scene = chainOfJoints(1);
    scene.materials.resize(1);
    scene.materials[0].unlit = true;
    const auto document = readBack(scene).json;
    EXPECT_TRUE(document.at("materials").at(0).at("extensions").contains("KHR_materials_unlit"));
    EXPECT_EQ(document.at("extensionsUsed"), nlohmann::json::array({"KHR_materials_unlit"}));
    EXPECT_FALSE(document.contains("extensionsRequired"));
}

TEST(GltfMaterials, EmbedsImagesAsTheyAre) {
    const Scene scene = texturedScene();
    const ReadGltf file = readBack(scene);
    ASSERT_EQ(file.images.size(), 1U);
    EXPECT_EQ(file.images[0], scene.textures[0].encoded);
    EXPECT_EQ(file.json.at("images").at(0).at("name"), "skin.tga");
    EXPECT_EQ(file.json.at("materials").at(0).at("pbrMetallicRoughness").at("baseColorTexture").at("index"),
              0);
}

TEST(GltfMaterials, EmbedsEqualTexturesOnce) {
    Scene scene = texturedScene();
    scene.textures.push_back(scene.textures[0]);
    scene.textures.back().sourceName = "copy.tga";
    scene.materials[0].emissiveTexture = TextureUse{.texture = IndexOf<Texture>(1)};
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.images.size(), 1U);
    EXPECT_EQ(file.json.at("materials").at(0).at("emissiveTexture").at("index"), 0);
}

TEST(GltfMaterials, OneImageMayBeSampledInSeveralWays) {
    Scene scene = texturedScene();
    const TextureSampler pixels = {.wrapS = TextureWrap::ClampToEdge,
                                   .wrapT = TextureWrap::MirroredRepeat,
                                   .filter = TextureFilter::Nearest};
    scene.materials[0].emissiveTexture = TextureUse{.texture = IndexOf<Texture>(0), .sampler = pixels};
    scene.materials.push_back(scene.materials[0]);
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.images.size(), 1U);
    EXPECT_EQ(file.json.at("textures").dump(), R"([{"sampler":0,"source":0},{"sampler":1,"source":0}])");
    EXPECT_EQ(file.json.at("samplers").dump(),
              R"([{"magFilter":9729,"minFilter":9987},)"
              R"({"magFilter":9728,"minFilter":9728,"wrapS":33071,"wrapT":33648}])");
    for (const nlohmann::json& material : file.json.at("materials")) {
        EXPECT_EQ(material.at("pbrMetallicRoughness").at("baseColorTexture").at("index"), 0);
        EXPECT_EQ(material.at("emissiveTexture").at("index"), 1);
    }
}

TEST(GltfMaterials, SamplersSayHowTexturesAreShownSmaller) {
    for (int number = 0; number < 6; ++number) {
        Scene scene = texturedScene();
        const auto minification = static_cast<TextureMinification>(number);
        scene.materials[0].emissiveTexture =
            TextureUse{.texture = IndexOf<Texture>(0), .sampler = {.minification = minification}};
        const ReadGltf file = readBack(scene);
        const bool isMipmapped = number > 1;
        EXPECT_EQ(file.json.at("samplers").back().at("minFilter"),
                  isMipmapped ? 9984 + number - 2 : 9728 + number);
    }
}

TEST(GltfMaterials, EmbedsImagesBehindGeometryInAnyOrderOfSizes) {
    Scene scene = texturedScene();
    scene.textures.push_back({.sourceName = "b.jpg", .mimeType = "image/jpeg", .encoded = tinyJpeg()});
    scene.materials[0].emissiveTexture = TextureUse{.texture = IndexOf<Texture>(1)};
    const ReadGltf file = readBack(scene);
    ASSERT_EQ(file.images.size(), 2U);
    EXPECT_EQ(file.images[0], scene.textures[0].encoded);
    EXPECT_EQ(file.images[1], scene.textures[1].encoded);
}

TEST(GltfMaterials, MapsNormalsWhereThereAreTangents) {
    Scene scene = texturedScene();
    scene.materials[0].normalTexture = TextureUse{.texture = IndexOf<Texture>(0)};
    scene.meshes[0].primitives[0].tangents.assign(3, {1, 0, 0, 1});
    const ReadGltf file = readBack(scene);
    ASSERT_EQ(file.json.at("materials").size(), 1U);
    EXPECT_EQ(file.json.at("materials").at(0).at("normalTexture").at("index"), 0);
}

TEST(GltfMaterials, WritesASecondMaterialWithoutNormalMapForMeshesWithoutTangents) {
    Scene scene = texturedScene();
    scene.materials[0].normalTexture = TextureUse{.texture = IndexOf<Texture>(0)};
    scene.meshes[0].primitives.push_back(scene.meshes[0].primitives[0]);
    scene.meshes[0].primitives[0].tangents.assign(3, {1, 0, 0, 1});
    Diagnostics diagnostics;
    ASSERT_TRUE(exportScene(scene, {}, diagnostics));
    EXPECT_TRUE(diagnostics.has(gltf_export::kNormalMapWithoutTangents));
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.meshes.at(0).primitives.at(0).material, 0);
    EXPECT_EQ(file.meshes.at(0).primitives.at(1).material, 1);
    const auto& flat = file.json.at("materials").at(1);
    EXPECT_FALSE(flat.contains("normalTexture"));
    EXPECT_EQ(flat.at("name"), "skin_2");
    EXPECT_EQ(record(flat, "rigkiln_material").at("textures").at("normal"), "skin.tga");
}

TEST(GltfMaterials, KeepsTheNamesOfMissingTexturesInExtras) {
    Scene scene = texturedScene();
    scene.textures[0].encoded = {};
    const auto document = readBack(scene).json;
    EXPECT_FALSE(document.contains("images"));
    EXPECT_EQ(document.at("materials").at(0).at("extras").at("rigkiln_material"),
              R"({"textures":{"base_color":"skin.tga"}})");
}

TEST(GltfMaterials, ReportsImagesThatCannotBeEmbeddedAndKeepsTheirNames) {
    Scene scene = texturedScene();
    std::vector<std::byte> cut = tinyPng();
    cut.resize(20);
    scene.textures[0].encoded = cut;
    Diagnostics diagnostics;
    const Result<OutputSet> set = exportScene(scene, {}, diagnostics);
    ASSERT_TRUE(set) << set.error().text();
    EXPECT_TRUE(diagnostics.has(gltf_export::kUnusableImage));
    EXPECT_EQ(record(readBack(scene).json.at("materials").at(0), "rigkiln_material")
                  .at("textures")
                  .at("base_color"),
              "skin.tga");
}

TEST(GltfMaterials, MakesNamesUnique) {
    Scene scene = chainOfJoints(1);
    scene.materials.resize(2);
    scene.materials[0].name = scene.materials[1].name = "m";
    const auto materials = readBack(scene).json.at("materials");
    EXPECT_EQ(materials.at(1).at("name"), "m_2");
    EXPECT_EQ(materials.at(1).at("extras").at("rigkiln_name"), "m");
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
