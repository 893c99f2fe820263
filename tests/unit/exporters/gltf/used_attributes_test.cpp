#include "exporters/gltf/used_attributes.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

/// A triangle with all kinds of attributes, and a material without a texture.
Scene decorated() {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "hull");
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.tangents.assign(3, glm::vec4(1, 0, 0, 1));
    primitive.texCoordSets.assign(3, {{0, 0}, {1, 0}, {0, 1}});
    primitive.colors.assign(3, glm::vec4(1));
    primitive.attributes = {{.name = "_GSM_HIT", .components = 1, .values = {1, 2, 3}}};
    primitive.material = IndexOf<Material>(0);
    scene.textures.push_back({.sourceName = "missing.dds", .mimeType = {}, .encoded = {}});
    scene.materials.resize(1);
    return scene;
}

Primitive used(const Scene& scene) {
    const Primitive& primitive = scene.meshes[0].primitives[0];
    return withoutUnusedAttributes(scene, primitive).value_or(primitive);
}

TEST(UsedAttributes, LeaveOutWhatNoMaterialUses) {
    const Primitive primitive = used(decorated());
    EXPECT_TRUE(primitive.tangents.empty());
    EXPECT_TRUE(primitive.texCoordSets.empty());
    EXPECT_TRUE(primitive.attributes.empty());
    EXPECT_EQ(primitive.normals.size(), 3U);
    EXPECT_EQ(primitive.colors.size(), 3U);
}

TEST(UsedAttributes, KeepCoordinatesOfTexturesWithoutAnImage) {
    Scene scene = decorated();
    scene.materials[0].emissiveTexture = TextureUse{};
    scene.materials[0].emissiveTexture->texCoordSet = 1;
    EXPECT_EQ(used(scene).texCoordSets.size(), 2U);
}

TEST(UsedAttributes, KeepTangentsOfNormalMaps) {
    Scene scene = decorated();
    scene.materials[0].normalTexture = TextureUse{};
    EXPECT_EQ(used(scene).tangents.size(), 3U);
    EXPECT_EQ(used(scene).texCoordSets.size(), 1U);
}

TEST(UsedAttributes, LeaveOutWhatOnlyLightNeedsOfUnlitMaterials) {
    Scene scene = decorated();
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.texCoordSets.clear();
    primitive.attributes.clear();
    primitive.tangents.clear();
    EXPECT_FALSE(withoutUnusedAttributes(scene, primitive));
    scene.materials[0].unlit = true;
    EXPECT_TRUE(used(scene).normals.empty());
    EXPECT_EQ(used(scene).colors.size(), 3U);
    scene.materials[0].normalTexture = TextureUse{};
    primitive.tangents.assign(3, glm::vec4(1, 0, 0, 1));
    EXPECT_TRUE(used(scene).tangents.empty());
}

TEST(UsedAttributes, AreNothingToChangeWhereAllAreUsed) {
    Scene scene = decorated();
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.attributes.clear();
    primitive.texCoordSets.resize(1);
    scene.materials[0].normalTexture = TextureUse{};
    EXPECT_FALSE(withoutUnusedAttributes(scene, primitive));
    primitive.material.reset();
    EXPECT_TRUE(withoutUnusedAttributes(scene, primitive));
}

TEST(UsedAttributes, AreAnOptionOfEveryProfile) {
    for (const char* profile : {"core", "web", "full"}) {
        const auto attributes = [&](const char* which) {
            const OutputSet set =
                exported(decorated(), {.fileName = "hull.gltf", .profile = profile, .attributes = which});
            const auto document = nlohmann::json::parse(joinedBytes(set.back()));
            return document.at("meshes").at(0).at("primitives").at(0).at("attributes");
        };
        EXPECT_TRUE(attributes("all").contains("TANGENT")) << profile;
        EXPECT_TRUE(attributes("all").contains("_GSM_HIT")) << profile;
        EXPECT_FALSE(attributes("used").contains("TANGENT")) << profile;
        EXPECT_FALSE(attributes("used").contains("TEXCOORD_0")) << profile;
        EXPECT_FALSE(attributes("used").contains("_GSM_HIT")) << profile;
        EXPECT_TRUE(attributes("used").contains("COLOR_0")) << profile;
    }
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
