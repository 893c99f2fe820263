#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using nlohmann::json;

/// A textured triangle whose texture jumps to another offset at 0.5 s.
Scene slidingScene() {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "belt");
    scene.textures.push_back({.sourceName = "belt", .mimeType = "image/png", .encoded = tinyPng()});
    Material material;
    material.name = "belt";
    material.baseColorTexture = TextureUse{};
    scene.materials.push_back(material);
    Primitive& primitive = scene.meshes.at(0).primitives.at(0);
    primitive.material = IndexOf<Material>(0);
    primitive.texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
    Clip clip = clipNamed("slide", 1.0F);
    MaterialTracks tracks;
    tracks.baseColorOffset = {
        .interpolation = Interpolation::Step, .times = {0, 0.5F}, .values = {{0, 0}, {0.25F, 0.5F}}};
    clip.materials.push_back(tracks);
    scene.clips.push_back(clip);
    return scene;
}

json transformOf(const ReadGltf& file) {
    const json& texture = file.json.at("materials").at(0).at("pbrMetallicRoughness").at("baseColorTexture");
    return texture.contains("extensions") ? texture.at("extensions").at("KHR_texture_transform") : json();
}

TEST(GltfTextureOffsets, AreMovedByPointersInProfileFull) {
    const ReadGltf file = readBack(slidingScene(), {.profile = "full"});
    const json animation = file.json.at("animations").at(0);
    const json target = animation.at("channels").at(0).at("target");
    EXPECT_EQ(target.at("path"), "pointer");
    EXPECT_FALSE(target.contains("node"));
    EXPECT_EQ(target.at("extensions").at("KHR_animation_pointer").at("pointer"),
              "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset");
    const json sampler =
        animation.at("samplers").at(animation.at("channels").at(0).at("sampler").get<std::size_t>());
    EXPECT_EQ(sampler.at("interpolation"), "STEP");
    EXPECT_EQ(file.json.at("accessors").at(sampler.at("output").get<std::size_t>()).at("type"), "VEC2");
    // The channel reaches the end of the clip.
    EXPECT_EQ(file.json.at("accessors").at(sampler.at("input").get<std::size_t>()).at("max"), json({1.0}));
    EXPECT_EQ(transformOf(file), json({{"offset", {0.0, 0.0}}}));
    EXPECT_EQ(file.json.at("extensionsUsed"), json({"KHR_animation_pointer", "KHR_texture_transform"}));
    EXPECT_FALSE(file.json.contains("extensionsRequired"));
}

TEST(GltfTextureOffsets, AreOnlyInTheRecordInProfileCore) {
    Diagnostics diagnostics;
    ASSERT_TRUE(exportScene(slidingScene(), {}, diagnostics));
    EXPECT_TRUE(diagnostics.has(kTextureMotion));
    const ReadGltf file = readBack(slidingScene());
    EXPECT_FALSE(file.json.contains("extensionsUsed"));
    const json record = json::parse(file.json.at("animations").at(0).at("extras").at("rigkiln").dump());
    EXPECT_EQ(record.at("texture_offsets").at("belt"),
              json({{"interpolation", "STEP"}, {"times", {0, 0.5}}, {"values", {{0, 0}, {0.25, 0.5}}}}));
}

TEST(GltfTextureOffsets, StandInTheMaterialAtRest) {
    Scene scene = slidingScene();
    scene.clips.clear();
    scene.materials[0].baseColorTexture->offset = {0.125F, 0};
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(transformOf(file), json({{"offset", {0.125, 0.0}}}));
    EXPECT_EQ(file.json.at("extensionsUsed"), json({"KHR_texture_transform"}));
}

TEST(GltfTextureOffsets, ReturnToRestInClipsThatDoNotMoveThem) {
    Scene scene = slidingScene();
    scene.clips.push_back(clipNamed("stay", 1.0F));
    const ReadGltf file = readBack(scene, {.profile = "full"});
    EXPECT_EQ(file.json.at("animations").at(1).at("channels").at(0).at("target").at("path"), "pointer");
}

TEST(GltfTextureOffsets, NeedATexture) {
    Scene scene = slidingScene();
    scene.textures[0].encoded = {};
    Diagnostics diagnostics;
    ASSERT_TRUE(exportScene(scene, {.profile = "full"}, diagnostics));
    EXPECT_TRUE(diagnostics.has(kTextureMotion));
}

TEST(GltfVisibility, IsSaidByTheMeansThatAreAskedFor) {
    Scene scene = chainOfJoints(2);
    addTriangle(scene, 1, "flag");
    scene.joints[1].visible = false;
    const auto node = [&](const std::string& visibility) {
        const ReadGltf file = readBack(scene, {.visibility = visibility});
        return file.json.at("nodes").at(static_cast<std::size_t>(file.nodeNamed("flag")));
    };
    EXPECT_TRUE(node("auto").contains("scale"));
    EXPECT_FALSE(node("auto").contains("extensions"));
    EXPECT_TRUE(node("both").contains("scale"));
    EXPECT_TRUE(node("both").contains("extensions"));
    EXPECT_FALSE(node("extension").contains("scale"));
    EXPECT_TRUE(node("extension").contains("extensions"));
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
