#include <gtest/gtest.h>

#include "formats/bfres/base/bfres_issues.hpp"
#include "formats/bfres/materials/bfres_materials.hpp"
#include "formats/bfres/materials/material_extras.hpp"
#include "pipeline/base/text.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres.hpp"

namespace rigkiln::bfres {
namespace {

/// Finds the same picture under every name.
class EveryPicture final : public FileSource {
private:
    std::optional<Found> loadImage(std::string_view name, const ImageRecipe& /*recipe*/) override {
        return Found{.path = std::string(name), .bytes = std::vector<std::byte>{std::byte{1}}};
    }
};

Material sample() {
    return corpus::makeBfresFile(kWiiU).models.front().materials.front();
}

rigkiln::Material lift(const Material& material, const Layout& layout = kWiiU) {
    Scene scene;
    EveryPicture companions;
    Diagnostics diagnostics;
    MaterialBuilder builder(scene, layout, companions, diagnostics);
    const IndexOf<rigkiln::Material> index = builder.add(0, material, true);
    EXPECT_EQ(builder.add(0, material, true), index) << "made once";
    EXPECT_NE(builder.add(0, material, false), index);
    EXPECT_NE(builder.add(1, material, true), index) << "of another model";
    EXPECT_FALSE(scene.materials[1].baseColorTexture);
    return scene.materials[index.value];
}

TEST(BfresMaterials, GivesTexturesTheRolesThatSamplersName) {
    const rigkiln::Material material = lift(sample());
    ASSERT_TRUE(material.baseColorTexture);
    ASSERT_TRUE(material.normalTexture);
    EXPECT_FALSE(material.emissiveTexture);
    EXPECT_EQ(material.baseColorTexture->sampler.wrapS, TextureWrap::ClampToEdge);
    EXPECT_EQ(material.baseColorTexture->sampler.wrapT, TextureWrap::Repeat);
}

/// Issues for a base colour and a normal map stored in these formats.
Diagnostics liftWith(std::uint32_t colorFormat, std::uint32_t normalFormat) {
    const Material material = sample();
    std::vector<Texture> headers(2);
    headers[0].name = material.textures[0];
    headers[0].format = colorFormat;
    headers[1].name = material.textures[1];
    headers[1].format = normalFormat;
    Scene scene;
    EveryPicture companions;
    Diagnostics diagnostics;
    MaterialBuilder builder(scene, kWiiU, companions, diagnostics, headers);
    (void)builder.add(0, material, true);
    return diagnostics;
}

TEST(BfresMaterials, TellsOfTexturesInAnotherColorSpaceThanTheirRole) {
    constexpr std::uint32_t kSrgb = 0x431;
    constexpr std::uint32_t kLinear = 0x31;
    EXPECT_TRUE(liftWith(kSrgb, kLinear).issues().empty());
    const Diagnostics swapped = liftWith(kLinear, kSrgb);
    ASSERT_EQ(swapped.issues().size(), 2U);
    EXPECT_EQ(swapped.issues()[0].kind->id, kColorSpace.id);
    EXPECT_EQ(swapped.issues()[0].where, "material " + quote(sample().name));
    EXPECT_EQ(swapped.issues()[0].details,
              quote(sample().textures[0]) + " as '_a0' is linear, which glTF takes for sRGB");
    EXPECT_EQ(swapped.issues()[1].details,
              quote(sample().textures[1]) + " as '_n0' is sRGB, which glTF takes for linear");
}

TEST(BfresMaterials, AsksTheShaderWhereSamplersHaveOtherNames) {
    Material material = sample();
    material.samplers[0].name = "tex0";
    material.samplers[1].name = "tex1";
    EXPECT_FALSE(lift(material).baseColorTexture);
    material.shader->samplers = {{"_e0", "tex0"}, {"_a0", "tex1"}};
    const rigkiln::Material lifted = lift(material);
    EXPECT_TRUE(lifted.baseColorTexture);
    ASSERT_TRUE(lifted.emissiveTexture);
    EXPECT_EQ(lifted.emissiveFactor, glm::vec3(1));
}

TEST(BfresMaterials, ReadsWhatTheTextureUnitDoes) {
    EXPECT_EQ(textureSampler(0).wrapS, TextureWrap::Repeat);
    EXPECT_EQ(textureSampler(1).wrapS, TextureWrap::MirroredRepeat);
    EXPECT_EQ(textureSampler(2 << 3).wrapT, TextureWrap::ClampToEdge);
    EXPECT_EQ(textureSampler(2 << 3).wrapS, TextureWrap::Repeat);
    EXPECT_EQ(textureSampler(0).filter, TextureFilter::Nearest);
    EXPECT_EQ(textureSampler(1 << 9).filter, TextureFilter::Linear);
}

TEST(BfresMaterials, FollowsTheRenderState) {
    Material material = sample();
    RenderState& state = *material.renderState;
    EXPECT_EQ(lift(material).alphaMode, AlphaMode::Opaque);
    EXPECT_FALSE(lift(material).doubleSided);
    state[0] = 2;
    EXPECT_EQ(lift(material).alphaMode, AlphaMode::Mask);
    EXPECT_EQ(lift(material).alphaCutoff, 0.5F);
    state[0] = 0x13;
    EXPECT_EQ(lift(material).alphaMode, AlphaMode::Blend);
    state[0] = 0x10;
    EXPECT_EQ(lift(material).alphaMode, AlphaMode::Blend) << "custom, blends";
    state[0] = 0;
    EXPECT_EQ(lift(material).alphaMode, AlphaMode::Opaque);
    state[3] = 8 | 6;
    EXPECT_EQ(lift(material).alphaMode, AlphaMode::Mask) << "custom, tests";
    state[1] &= ~3U;
    EXPECT_TRUE(lift(material).doubleSided);
    state[4] = 0x7FC00000;
    EXPECT_EQ(lift(material).alphaCutoff, 0.5F) << "no number";
    state[4] = 0x40000000;
    EXPECT_EQ(lift(material).alphaCutoff, 1.0F);
}

TEST(BfresMaterials, KeepsTheRestInExtras) {
    Material material = sample();
    material.userData.clear();
    material.renderState.reset();
    material.shader->options = {{"uses_fog", "1"}, {"uses_fog", "2"}};
    EXPECT_EQ(toJson(Value(materialExtras(material, kWiiU))),
              R"({"samplers":{"_a0":"box_Alb","_n0":"box_Nrm"},)"
              R"("shader":{"archive":"archive","model":"model","revision":3,"options":{"uses_fog":"1"}},)"
              R"("render_info":{"order":7,"bias":[0.5,1],"mode":"opaque"},)"
              R"("parameters":{"color":[0.7470588,0.7470588,0.7470588,0.7470588]}})");
}

TEST(BfresMaterials, ReadsParametersByTheirTypes) {
    Material material;
    const auto add = [&](std::uint8_t type, std::vector<std::uint8_t> bytes) {
        ShaderParameter parameter;
        parameter.name = std::to_string(type);
        parameter.type = type;
        parameter.size = static_cast<std::uint8_t>(bytes.size());
        parameter.offset = static_cast<std::uint16_t>(material.parameterData.size());
        for (const std::uint8_t octet : bytes)
            material.parameterData.push_back(std::byte{octet});
        material.parameters.push_back(parameter);
    };
    add(0, {0, 0, 0, 1});
    add(5, {0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 0, 3});
    add(8, {0xFF, 0xFF, 0xFF, 0xFF});
    add(30, {0, 0, 0, 2, 0x3F, 0x80, 0, 0});
    EXPECT_EQ(toJson(Value(materialExtras(material, kWiiU))),
              R"({"parameters":{"0":true,"5":[-2,3],"8":4294967295,"30":[2,1]}})");
    material.parameters[0].offset = 0xFFFF;
    material.parameters[1].size = 255;
    EXPECT_EQ(toJson(Value(materialExtras(material, kWiiU))),
              R"({"parameters":{"8":4294967295,"30":[2,1]}})");
}

}  // namespace
}  // namespace rigkiln::bfres
