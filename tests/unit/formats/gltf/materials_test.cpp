#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_buffers.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::base64;
using test::bytesOf;
using test::FilesBeside;
using test::GltfBuilder;
using test::Json;
using test::ReadBack;
using test::readFile;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kPng = "\x89PNG\r\n\x1a\n rest of the file";
const std::string kJpeg = "\xFF\xD8\xFF rest of the file";

class Materials : public testing::Test {
protected:
    Material read(const Json& material) {
        builder.json["materials"] = Json::array({material});
        const std::string text = builder.gltf();
        back = readFile(std::as_bytes(std::span(text)), files);
        EXPECT_EQ(back.error, "");
        return back.scene.materials.empty() ? Material{} : back.scene.materials.front();
    }
    /// Reads a material with that image as its colour.
    Material readWithImage(const Json& image) {
        builder.json["images"] = Json::array({image});
        builder.json["textures"] = {{{"source", 0}}};
        return read({{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}});
    }

    GltfBuilder builder;
    FilesBeside files;
    ReadBack back;
};

TEST_F(Materials, HaveTheDefaultsOfGltf) {
    const Material material = read(Json::object());
    EXPECT_EQ(material.baseColorFactor, glm::vec4(1));
    EXPECT_EQ(material.metallicFactor, 1);
    EXPECT_EQ(material.roughnessFactor, 1);
    EXPECT_EQ(material.alphaMode, AlphaMode::Opaque);
    EXPECT_FALSE(material.doubleSided);
    EXPECT_FALSE(material.unlit);
}

TEST_F(Materials, HaveFactorsAndModes) {
    const Material material = read(
        {{"name", "glass"},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", {0.5, 0.25, 1, 0.75}}, {"metallicFactor", 0.5}, {"roughnessFactor", 0.25}}},
         {"emissiveFactor", {0, 0.5, 1}},
         {"alphaMode", "MASK"},
         {"alphaCutoff", 0.125},
         {"doubleSided", true},
         {"extensions", {{"KHR_materials_unlit", Json::object()}}}});
    EXPECT_EQ(material.name, "glass");
    EXPECT_EQ(material.baseColorFactor, glm::vec4(0.5F, 0.25F, 1, 0.75F));
    EXPECT_EQ(material.metallicFactor, 0.5F);
    EXPECT_EQ(material.roughnessFactor, 0.25F);
    EXPECT_EQ(material.emissiveFactor, glm::vec3(0, 0.5F, 1));
    EXPECT_EQ(material.alphaMode, AlphaMode::Mask);
    EXPECT_EQ(material.alphaCutoff, 0.125F);
    EXPECT_TRUE(material.doubleSided);
    EXPECT_TRUE(material.unlit);
    EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
}

TEST_F(Materials, FactorsAreClamped) {
    EXPECT_EQ(read({{"pbrMetallicRoughness", {{"metallicFactor", 2}}}}).metallicFactor, 1);
    EXPECT_THAT(back.placesOf(kValueClamped),
                ElementsAre("materials[0].pbrMetallicRoughness.metallicFactor"));
}

TEST_F(Materials, UnknownAlphaModesAreOpaque) {
    EXPECT_EQ(read({{"alphaMode", "GLOW"}}).alphaMode, AlphaMode::Opaque);
    EXPECT_TRUE(back.diagnostics.has(kMalformed));
}

TEST_F(Materials, WhatTheModelHasNoPlaceForIsReported) {
    builder.json["images"] = {{{"uri", "a.png"}}};
    builder.json["textures"] = {{{"source", 0}}};
    (void)read({{"occlusionTexture", {{"index", 0}}},
                {"extensions", {{"KHR_materials_clearcoat", Json::object()}}}});
    EXPECT_THAT(
        back.placesOf(kMaterialDetail),
        ElementsAre("materials[0].occlusionTexture", "materials[0].extensions.KHR_materials_clearcoat"));
    EXPECT_THAT(back.placesOf(kImageUnused), ElementsAre("images[0]"));
}

TEST_F(Materials, TexturesStandInBufferViews) {
    const auto png = bytesOf(kPng);
    const std::size_t view = builder.addView(png);
    const Material material =
        readWithImage({{"name", "skin"}, {"bufferView", view}, {"mimeType", "image/png"}});
    ASSERT_TRUE(material.baseColorTexture);
    const Texture& texture = back.scene.textures.at(0);
    EXPECT_EQ(texture.sourceName, "skin");
    EXPECT_EQ(texture.mimeType, "image/png");
    EXPECT_EQ(texture.encoded, png);
}

TEST_F(Materials, TexturesStandInDataUris) {
    (void)readWithImage({{"uri", "data:image/jpeg;base64," + base64(bytesOf(kJpeg))}});
    EXPECT_EQ(back.scene.textures.at(0).mimeType, "image/jpeg");
    EXPECT_EQ(back.scene.textures.at(0).encoded, bytesOf(kJpeg));
}

TEST_F(Materials, TexturesMayBeWebp) {
    builder.json["images"] = {{{"uri", "a.webp"}}, {{"uri", "b.png"}}};
    builder.json["textures"] = {{{"extensions", {{"EXT_texture_webp", {{"source", 0}}}}}},
                                {{"source", 1}, {"extensions", {{"EXT_texture_webp", {{"source", 0}}}}}}};
    files.files["a.webp"] = bytesOf("RIFF....WEBPVP8L");
    files.files["b.png"] = bytesOf(kPng);
    const auto ofTexture = [&](int texture) {
        (void)read({{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", texture}}}}}});
        return back.scene.textures.at(0).mimeType;
    };
    EXPECT_EQ(ofTexture(0), "image/webp");
    EXPECT_EQ(ofTexture(1), "image/png") << "what every reader can take comes first";
}

TEST_F(Materials, ImagesWhoseDataAreNotBase64AreReported) {
    (void)readWithImage({{"uri", "data:image/png;base64,SG*="}});
    ASSERT_EQ(back.diagnostics.issues().size(), 1U);
    EXPECT_EQ(back.diagnostics.issues().front().kind, &kImageUnusable);
    EXPECT_EQ(back.diagnostics.issues().front().details,
              "images[0].uri is 'data:image/png;base64,SG*=', expected base64 data");
}

TEST_F(Materials, ImagesWhoseUriIsNoneAreReported) {
    (void)readWithImage({{"uri", "skin%zz.png"}});
    ASSERT_EQ(back.diagnostics.issues().size(), 1U);
    EXPECT_EQ(back.diagnostics.issues().front().kind, &kImageUnusable);
    EXPECT_EQ(back.diagnostics.issues().front().details,
              "images[0].uri is 'skin%zz.png', expected two digits behind %");
}

TEST_F(Materials, TexturesStandBesideTheFile) {
    files.files["my skin.png"] = bytesOf(kPng);
    (void)readWithImage({{"uri", "my%20skin.png"}});
    EXPECT_EQ(back.scene.textures.at(0).sourceName, "my skin.png");
    EXPECT_EQ(back.scene.textures.at(0).encoded, bytesOf(kPng));
}

TEST_F(Materials, TexturesStandInTheFolderThatModelsShare) {
    files.files["../../textures/my skin.png"] = bytesOf(kPng);
    (void)readWithImage({{"name", "skin.tga"}, {"uri", "../../textures/my%20skin.png"}});
    EXPECT_EQ(back.scene.textures.at(0).sourceName, "skin.tga");
    EXPECT_EQ(back.scene.textures.at(0).encoded, bytesOf(kPng));
    EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
}

TEST_F(Materials, TexturesThatAreNotWhereTheFileSaysAreLookedForByName) {
    files.images["skin.png"] = bytesOf(kPng);
    (void)readWithImage({{"uri", "../elsewhere/skin.png"}});
    EXPECT_EQ(back.scene.textures.at(0).encoded, bytesOf(kPng));
    EXPECT_THAT(back.placesOf(kImageElsewhere), ElementsAre("images[0] '../elsewhere/skin.png'"));
    EXPECT_EQ(back.diagnostics.issues().front().details, "found/skin.png");
}

TEST_F(Materials, MissingImagesAreNamedWithThePlaceTheFileSays) {
    (void)readWithImage({{"uri", "../textures/skin.png"}});
    ASSERT_EQ(back.diagnostics.issues().size(), 1U);
    EXPECT_EQ(back.diagnostics.issues().front().kind, &kImageUnusable);
    EXPECT_EQ(back.diagnostics.issues().front().details,
              "images[0].uri: there is no image '../textures/skin.png'");
}

TEST_F(Materials, TypesOfTexturesGoByTheirBytes) {
    files.files["skin.png"] = bytesOf(kJpeg);
    (void)readWithImage({{"uri", "skin.png"}, {"mimeType", "image/png"}});
    EXPECT_EQ(back.scene.textures.at(0).mimeType, "image/jpeg");
}

TEST_F(Materials, NamesOfMissingImagesAreKept) {
    (void)readWithImage({{"uri", "../skin.png"}});
    EXPECT_EQ(back.scene.textures.at(0).sourceName, "../skin.png");
    EXPECT_THAT(back.scene.textures.at(0).encoded, IsEmpty());
    EXPECT_THAT(back.placesOf(kImageUnusable), ElementsAre("images[0] '../skin.png'"));
}

TEST_F(Materials, ImagesOfOtherTypesAreReported) {
    files.files["skin.dds"] = bytesOf("DDS ....");
    (void)readWithImage({{"uri", "skin.dds"}});
    EXPECT_THAT(back.scene.textures.at(0).encoded, IsEmpty());
    EXPECT_TRUE(back.diagnostics.has(kImageUnusable));
}

TEST_F(Materials, OneImageIsOneTexture) {
    files.files["skin.png"] = bytesOf(kPng);
    builder.json["images"] = {{{"uri", "skin.png"}}};
    builder.json["textures"] = {{{"source", 0}}, {{"source", 0}}};
    const Material material = read({{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}},
                                    {"emissiveTexture", {{"index", 1}}}});
    EXPECT_EQ(back.scene.textures.size(), 1U);
    EXPECT_EQ(material.emissiveTexture, material.baseColorTexture);
}

TEST_F(Materials, ImagesOfOneFileAreOneTextureForEachName) {
    files.files["skin.png"] = bytesOf(kPng);
    builder.json["images"] = {
        {{"uri", "skin.png"}}, {{"uri", "skin.png"}}, {{"uri", "skin.png"}, {"name", "skin.tga"}}};
    builder.json["textures"] = {{{"source", 0}}, {{"source", 1}}, {{"source", 2}}};
    const Material material = read({{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}},
                                    {"emissiveTexture", {{"index", 1}}},
                                    {"normalTexture", {{"index", 2}}}});
    ASSERT_EQ(back.scene.textures.size(), 2U);
    EXPECT_EQ(material.emissiveTexture, material.baseColorTexture);
    EXPECT_EQ(back.scene.textures[material.normalTexture->texture.value].sourceName, "skin.tga");
    EXPECT_EQ(back.scene.textures[material.normalTexture->texture.value].encoded, bytesOf(kPng));
}

/// Gives the same image for every path.
class SameImageBeside final : public FileSource {
public:
    explicit SameImageBeside(SharedBytes image) : image_(std::move(image)) {}

private:
    std::optional<Found> loadImage(std::string_view /*name*/, const ImageRecipe& /*recipe*/) override {
        return std::nullopt;
    }
    Result<Found> loadBeside(const std::string& path, std::size_t /*limit*/) override {
        return Found{.path = path, .bytes = image_};
    }

    SharedBytes image_;
};

TEST_F(Materials, ImagesBesideHaveALimitTogether) {
    constexpr std::size_t kImageBytes = std::size_t{64} << 20U;
    constexpr std::size_t kMost = kMaximumBytesBeside / kImageBytes;
    for (std::size_t i = 0; i <= kMost; ++i) {
        builder.json["images"].push_back({{"uri", std::to_string(i) + ".png"}});
        builder.json["textures"].push_back({{"source", i}});
        builder.json["materials"].push_back({{"emissiveTexture", {{"index", i}}}});
    }
    // A buffer of that size allows that many decoded bytes.
    builder.json["buffers"] = {{{"byteLength", 1}, {"uri", "data.bin"}}};
    std::vector<std::byte> image = bytesOf(kPng);
    image.resize(kImageBytes);
    SameImageBeside images{std::move(image)};
    const std::string text = builder.gltf();
    back = readFile(std::as_bytes(std::span(text)), images);
    ASSERT_EQ(back.error, "");
    EXPECT_THAT(back.placesOf(kImageUnusable), ElementsAre("images[32] '32.png'"));
    EXPECT_EQ(back.diagnostics.issues().back().details,
              "images[32]: the images beside this file have more than 2147483648 bytes");
    EXPECT_EQ(back.scene.textures.at(31).encoded.size(), kImageBytes);
    EXPECT_THAT(back.scene.textures.at(32).encoded, IsEmpty());
}

TEST_F(Materials, TexturesOfCoordinatesBeyondTheLastSetAreLeftOut) {
    files.files["skin.png"] = bytesOf(kPng);
    builder.json["images"] = {{{"uri", "skin.png"}}};
    builder.json["textures"] = {{{"source", 0}}};
    const auto readWithSet = [this](int set) {
        return read({{"emissiveTexture", {{"index", 0}, {"texCoord", set}}}}).emissiveTexture;
    };
    EXPECT_EQ(readWithSet(7)->texCoordSet, 7U);
    for (const int set : {-1, 8}) {
        EXPECT_FALSE(readWithSet(set)) << set;
        EXPECT_THAT(back.placesOf(kMaterialDetail), ElementsAre("materials[0].emissiveTexture.texCoord"));
        EXPECT_EQ(back.diagnostics.issues().front().details,
                  "is " + std::to_string(set) + ", expected 0 to 7; the texture was left out");
    }
}

TEST_F(Materials, SamplersSayHowTexturesWrapAndWhatIsBetweenTheirPixels) {
    files.files["skin.png"] = bytesOf(kPng);
    builder.json["samplers"] = {{{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}},
                                {{"magFilter", 9729}}};
    builder.json["images"] = {{{"uri", "skin.png"}}};
    builder.json["textures"] = {{{"source", 0}, {"sampler", 0}}, {{"source", 0}, {"sampler", 1}}};
    const Material material = read({{"normalTexture", {{"index", 0}}}, {"emissiveTexture", {{"index", 1}}}});
    EXPECT_EQ(material.normalTexture->sampler, (TextureSampler{.wrapS = TextureWrap::ClampToEdge,
                                                               .wrapT = TextureWrap::MirroredRepeat,
                                                               .filter = TextureFilter::Nearest}));
    EXPECT_EQ(material.emissiveTexture->sampler, TextureSampler());
}

TEST_F(Materials, SamplersSayHowTexturesAreShownSmaller) {
    files.files["skin.png"] = bytesOf(kPng);
    builder.json["images"] = {{{"uri", "skin.png"}}};
    builder.json["textures"] = {{{"source", 0}, {"sampler", 0}}};
    const auto readWith = [this](int magFilter, int minFilter) {
        builder.json["samplers"] = {{{"magFilter", magFilter}, {"minFilter", minFilter}}};
        return read({{"normalTexture", {{"index", 0}}}}).normalTexture->sampler;
    };
    EXPECT_EQ(readWith(9729, 9987), TextureSampler());
    EXPECT_EQ(readWith(9728, 9728), TextureSampler{.filter = TextureFilter::Nearest});
    EXPECT_EQ(readWith(9729, 9728).minification, TextureMinification::Nearest);
    EXPECT_EQ(readWith(9729, 9729).minification, TextureMinification::Linear);
    EXPECT_EQ(readWith(9729, 9984).minification, TextureMinification::NearestMipmapNearest);
    EXPECT_EQ(readWith(9729, 9985).minification, TextureMinification::LinearMipmapNearest);
    EXPECT_EQ(readWith(9729, 9986).minification, TextureMinification::NearestMipmapLinear);
    EXPECT_EQ(readWith(9728, 9987).minification, TextureMinification::LinearMipmapLinear);
    EXPECT_THAT(back.placesOf(kMaterialDetail), IsEmpty());
    EXPECT_EQ(readWith(9730, 9988), TextureSampler());
    EXPECT_THAT(back.placesOf(kMaterialDetail),
                ElementsAre("samplers[0].magFilter", "samplers[0].minFilter"));
}

TEST_F(Materials, AWrappingThatIsNoneIsReported) {
    files.files["skin.png"] = bytesOf(kPng);
    builder.json["samplers"] = {{{"wrapS", 1}}};
    builder.json["images"] = {{{"uri", "skin.png"}}};
    builder.json["textures"] = {{{"source", 0}, {"sampler", 0}}};
    EXPECT_EQ(read({{"normalTexture", {{"index", 0}}}}).normalTexture->sampler, TextureSampler());
    EXPECT_THAT(back.placesOf(kMaterialDetail), ElementsAre("samplers[0].wrapS"));
}

TEST_F(Materials, TextureCoordinatesThatAreMissingAreZero) {
    builder.addRoot({{"mesh", builder.addTriangle()}});
    builder.json["meshes"][0]["primitives"][0]["material"] = 0;
    files.files["skin.png"] = bytesOf(kPng);
    (void)readWithImage({{"uri", "skin.png"}});
    EXPECT_EQ(back.scene.meshes.at(0).primitives[0].texCoordSets.at(0).size(), 3U);
    EXPECT_TRUE(back.diagnostics.has(kTexCoordsMissing));
}

TEST_F(Materials, ATextureWithoutImageNeedsNoCoordinates) {
    builder.addRoot({{"mesh", builder.addTriangle()}});
    builder.json["meshes"][0]["primitives"][0]["material"] = 0;
    (void)readWithImage({{"uri", "skin.png"}});
    EXPECT_FALSE(back.scene.materials[0].baseColorTexture);
    EXPECT_EQ(toJson(back.scene.materials[0].extras), R"({"textures":{"base_color":"skin.png"}})");
}

TEST_F(Materials, TexturesThatNameNoImageAreLeftOut) {
    builder.json["textures"] = Json::array({Json::object()});
    EXPECT_FALSE(read({{"normalTexture", {{"index", 0}}}}).normalTexture);
    EXPECT_THAT(back.placesOf(kImageUnusable), ElementsAre("textures[0]"));
    EXPECT_EQ(back.diagnostics.issues().at(0).details, "names no image");
}

TEST_F(Materials, IndicesOutOfRangeAreRefused) {
    builder.json["materials"] = {{{"normalTexture", {{"index", 0}}}}};
    EXPECT_EQ(readFile(builder).error, "materials[0].normalTexture.index is 0, the file has 0");
    builder.json["textures"] = {{{"source", 2}}};
    EXPECT_EQ(readFile(builder).error, "textures[0].source is 2, the file has 0");
}

TEST_F(Materials, OwnExtrasGiveNamesOfTexturesBack) {
    const Material material =
        read({{"extras", {{"rigkiln_material", R"({"textures":{"base_color":"a.dds"},"shader":"x.fx"})"}}}});
    ASSERT_TRUE(material.baseColorTexture);
    EXPECT_EQ(back.scene.textures.at(0).sourceName, "a.dds");
    EXPECT_EQ(toJson(material.extras), R"({"shader":"x.fx"})");
}

}  // namespace
}  // namespace rigkiln::gltf
