#include <set>

#include <gmock/gmock.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/write_container.hpp"
#include "pipeline/base/side_name.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using testing::ElementsAre;
using testing::MatchesRegex;

/// Makes a scene with one material for each texture.
Scene sceneWith(const std::vector<Texture>& textures) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    scene.textures = textures;
    for (std::size_t i = 0; i < textures.size(); ++i) {
        Material material;
        material.baseColorTexture = TextureUse{.texture = IndexOf<Texture>(i)};
        scene.materials.push_back(material);
    }
    return scene;
}

Texture skin() {
    return {.sourceName = "SKIN.TGA", .mimeType = "image/png", .encoded = tinyPng(), .fileStem = "Skin"};
}

std::vector<std::string> sharedNames(const OutputSet& set) {
    std::vector<std::string> names;
    for (const OutputFile& file : set) {
        if (file.isShared) names.push_back(file.name);
    }
    return names;
}

/// The only image of the main file.
nlohmann::json imageOf(const Scene& scene, const ExportSettings& settings) {
    return readBack(scene, settings).json.at("images").at(0);
}

const ExportSettings kGltf{.fileName = "hero.gltf"};

TEST(LinkedImages, AreTheDefaultOfGltfAndNotOfGlb) {
    EXPECT_TRUE(imageOf(sceneWith({skin()}), kGltf).contains("uri"));
    EXPECT_TRUE(imageOf(sceneWith({skin()}), {.fileName = "hero.glb"}).contains("bufferView"));
}

TEST(LinkedImages, AreChosenByTheOptionInBothContainers) {
    const Scene scene = sceneWith({skin()});
    EXPECT_TRUE(imageOf(scene, {.fileName = "a.gltf", .textureFiles = "embed"}).contains("bufferView"));
    EXPECT_TRUE(imageOf(scene, {.fileName = "a.glb", .textureFiles = "link"}).contains("uri"));
    EXPECT_THAT(sharedNames(exported(scene, {.fileName = "a.gltf", .textureFiles = "embed"})), ElementsAre());
}

TEST(LinkedImages, HaveEitherAUriOrABufferViewWithItsType) {
    const nlohmann::json linked = imageOf(sceneWith({skin()}), kGltf);
    EXPECT_FALSE(linked.contains("bufferView"));
    EXPECT_FALSE(linked.contains("mimeType"));
    EXPECT_EQ(linked.at("name"), "SKIN.TGA");
    const nlohmann::json embedded = imageOf(sceneWith({skin()}), {.fileName = "hero.glb"});
    EXPECT_FALSE(embedded.contains("uri"));
    EXPECT_EQ(embedded.at("mimeType"), "image/png");
}

TEST(LinkedImages, AreWebpByItsExtensionAlone) {
    const Scene scene = sceneWith(
        {{.sourceName = "SKIN.TGA", .mimeType = "image/webp", .encoded = tinyWebp(), .fileStem = "Skin"},
         skin()});
    for (const char* name : {"hero.gltf", "hero.glb"}) {
        const auto read = readBack(scene, {.fileName = name});
        const nlohmann::json& textures = read.json.at("textures");
        EXPECT_FALSE(textures.at(0).contains("source"));
        EXPECT_EQ(textures.at(0).at("extensions"), (nlohmann::json{{"EXT_texture_webp", {{"source", 0}}}}));
        EXPECT_EQ(textures.at(1).at("source"), 1);
        EXPECT_EQ(read.json.at("extensionsUsed"), nlohmann::json::array({"EXT_texture_webp"}));
        EXPECT_EQ(read.json.at("extensionsRequired"), nlohmann::json::array({"EXT_texture_webp"}));
    }
    EXPECT_THAT(sharedNames(exported(scene, kGltf)).at(0), MatchesRegex("Skin\\.[0-9a-f]+\\.webp"));
}

TEST(LinkedImages, AreSharedFilesInFrontOfBufferAndMainFile) {
    const OutputSet set = exported(sceneWith({skin()}), kGltf);
    ASSERT_EQ(set.size(), 3U);
    EXPECT_TRUE(set[0].isShared);
    EXPECT_FALSE(set[1].isShared);
    EXPECT_FALSE(set[2].isShared);
    EXPECT_TRUE(set[1].name.ends_with(".bin"));
    EXPECT_EQ(set[2].name, "hero.gltf");
}

TEST(LinkedImages, AreNamedByTheirStemAndContent) {
    const std::vector<std::string> names = sharedNames(exported(sceneWith({skin()}), kGltf));
    ASSERT_EQ(names.size(), 1U);
    EXPECT_THAT(names[0], MatchesRegex("Skin\\.[0-9a-f]{16}\\.png"));
    EXPECT_EQ(sharedNames(exported(sceneWith({skin()}), {.fileName = "other.gltf"})), names);
    Texture changed = skin();
    changed.encoded = tinyPng(pngChunk("tEXt", "a"));
    EXPECT_NE(sharedNames(exported(sceneWith({changed}), kGltf)), names);
}

TEST(LinkedImages, WithoutAStemAreNamedAsTheSourceCallsThem) {
    Texture texture{.sourceName = "C:\\art\\Wall?.jpeg", .mimeType = "image/jpeg", .encoded = tinyJpeg()};
    EXPECT_THAT(sharedNames(exported(sceneWith({texture}), kGltf)),
                ElementsAre(MatchesRegex("Wall_\\.[0-9a-f]{16}\\.jpg")));
    texture.sourceName = "../textures/Wall.0123456789abcdef.jpg";
    EXPECT_THAT(sharedNames(exported(sceneWith({texture}), kGltf)),
                ElementsAre(MatchesRegex("Wall\\.[0-9a-f]{16}\\.jpg")));
    texture.sourceName.clear();
    EXPECT_THAT(sharedNames(exported(sceneWith({texture}), kGltf)),
                ElementsAre(MatchesRegex("_\\.[0-9a-f]{16}\\.jpg")));
}

TEST(LinkedImages, OfTheSameBytesAreOneFileAsTheyAreOneImage) {
    Texture copy = skin();
    copy.sourceName = copy.fileStem = "copy";
    Texture other{.sourceName = "b", .mimeType = "image/jpeg", .encoded = tinyJpeg()};
    const Scene scene = sceneWith({skin(), other, copy});
    EXPECT_EQ(sharedNames(exported(scene, kGltf)).size(), 2U);
    const ReadGltf linked = readBack(scene, kGltf);
    const ReadGltf embedded = readBack(scene, {.fileName = "hero.glb"});
    EXPECT_EQ(linked.images, embedded.images);
    EXPECT_EQ(linked.json.at("textures"), embedded.json.at("textures"));
    EXPECT_EQ(linked.json.at("materials"), embedded.json.at("materials"));
}

TEST(LinkedImages, AreReferredToByARelativePathWithEachNameEncoded) {
    Texture texture = skin();
    texture.fileStem = "100% wool \xC3\xBC";
    const nlohmann::json image =
        imageOf(sceneWith({texture}), {.fileName = "hero.gltf", .sharedFolder = "../../my textures"});
    EXPECT_THAT(image.at("uri").get<std::string>(),
                MatchesRegex("\\.\\./\\.\\./my%20textures/100%25%20wool%20%C3%BC\\.[0-9a-f]{16}\\.png"));
}

TEST(LinkedImages, AreWrittenWithoutACopyOfTheirBytes) {
    const Scene scene = sceneWith({skin()});
    EXPECT_EQ(exported(scene, kGltf).front().pieces.front().data(), scene.textures[0].encoded.data());
}

TEST(LinkedImages, HoldWhatWouldBeEmbedded) {
    Texture texture = skin();
    texture.encoded = tinyPng(pngChunk("gAMA", std::string("\0\1\x86\xa0", 4)));
    const OutputSet set = exported(sceneWith({texture}), kGltf);
    EXPECT_EQ(set.front().pieces.front(), tinyPng());
    EXPECT_EQ(sharedNames(set), sharedNames(exported(sceneWith({skin()}), kGltf)));
}

TEST(LinkedImages, ThatCannotBeUsedStayNames) {
    Texture texture = skin();
    texture.encoded = std::vector(20, std::byte{1});
    Diagnostics diagnostics;
    const Result<OutputSet> set = exportScene(sceneWith({texture}), kGltf, diagnostics);
    ASSERT_TRUE(set) << set.error().text();
    EXPECT_TRUE(diagnostics.has(kUnusableImage));
    EXPECT_THAT(sharedNames(*set), ElementsAre());
}

TEST(EncodedPath, KeepsWhatSeparatesNames) {
    EXPECT_EQ(encodedPath("../a b/\xC3\xBC"), "../a%20b/%C3%BC");
    EXPECT_EQ(encodedPath("textures"), "textures");
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
