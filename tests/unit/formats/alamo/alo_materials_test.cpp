#include "formats/alamo/alo_materials.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/alamo/alo_to_scene.hpp"
#include "tests/unit/formats/alamo/scene_request.hpp"

namespace rigkiln::alamo {
namespace {

AloMaterial material(std::string shader, std::vector<AloParameter> parameters = {}) {
    return {.shader = std::move(shader), .parameters = std::move(parameters), .unknownChunks = {}};
}

AloParameter parameter(std::string name, AloParameterValue value) {
    return {.name = std::move(name), .value = std::move(value), .unknownMinis = {}};
}

struct Building {
    Scene scene;
    ImageMap images;
    Diagnostics diagnostics;
    MaterialOptions options{};
    MaterialBuilder builder{scene, images, diagnostics, options};

    explicit Building(const MaterialOptions& made = {}) : options(made) {}

    const Material& add(const AloMaterial& source, const SurfaceUse& use = {}) {
        return scene.materials.at(builder.add(source, use).value);
    }
};

const std::vector<std::byte> kPng = {std::byte{0x89}, std::byte{'P'}, std::byte{'N'}, std::byte{'G'}};

TEST(ShaderFamily, GoesByWordsInTheFileNameWhateverTheCase) {
    EXPECT_EQ(shaderFamily("MESHCOLLISION.FX"), ShaderFamily::Collision);
    EXPECT_EQ(shaderFamily("RSkinShadowVolume.fxo"), ShaderFamily::ShadowVolume);
    EXPECT_EQ(shaderFamily("meshadditive.fx"), ShaderFamily::Additive);
    EXPECT_EQ(shaderFamily("RSkinAlpha.fx"), ShaderFamily::Alpha);
    EXPECT_EQ(shaderFamily("MeshBumpColorize.fx"), ShaderFamily::Opaque);
    EXPECT_EQ(shaderFamily("alDefault.fx"), ShaderFamily::Opaque);
}

TEST(AloMaterials, KeepsAnOpaqueShaderOpaqueAndItsAlphaAsTeamMask) {
    Building building;
    building.images.images["trooper.dds"] = kPng;
    const Material& made =
        building.add(material("MeshBumpColorize.fx", {parameter("BaseTexture", std::string("Trooper.dds"))}));
    EXPECT_EQ(made.alphaMode, AlphaMode::Opaque);
    ASSERT_NE(made.extras.find("team_color_mask"), nullptr);
    EXPECT_EQ(*made.extras.find("team_color_mask"), Value("base_texture_alpha"));
    EXPECT_TRUE(made.baseColorTexture.has_value());
}

TEST(AloMaterials, BlendsAlphaAndAdditiveShaders) {
    Building building;
    EXPECT_EQ(building.add(material("MeshAlpha.fx")).alphaMode, AlphaMode::Blend);
    const Material& additive = building.add(material("MeshAdditive.fx"));
    EXPECT_EQ(additive.alphaMode, AlphaMode::Blend);
    EXPECT_TRUE(additive.unlit);
    EXPECT_EQ(*additive.extras.find("blending"), Value("additive"));
}

TEST(AloMaterials, MakesGlowEmissionWhenAsked) {
    Building building({.glowIsEmissive = true});
    building.images.images["glow.dds"] = kPng;
    const std::vector<AloParameter> parameters = {parameter("BaseTexture", std::string("glow.dds")),
                                                  parameter("Color", Float4{1, 0.5F, 0.25F, 0.75F})};
    const Material& glow = building.add(material("MeshAdditive.fx", parameters));
    EXPECT_FALSE(glow.unlit);
    EXPECT_EQ(glow.alphaMode, AlphaMode::Blend);
    EXPECT_EQ(glow.emissiveFactor, glm::vec3(1, 0.5F, 0.25F));
    EXPECT_EQ(glow.baseColorFactor, glm::vec4(0, 0, 0, 0.75F));
    EXPECT_EQ(glow.metallicFactor, 1.0F);
    EXPECT_EQ(glow.emissiveTexture, glow.baseColorTexture);
    EXPECT_TRUE(glow.baseColorTexture);
    EXPECT_EQ(*glow.extras.find("blending"), Value("additive"));
}

TEST(AloMaterials, MakesOtherShadersNoEmissionThen) {
    Building building({.glowIsEmissive = true});
    EXPECT_EQ(building.add(material("MeshAlpha.fx")).emissiveFactor, glm::vec3(0));
    EXPECT_EQ(building.add(material("MeshGloss.fx")).baseColorFactor, glm::vec4(1));
}

/// Recipe that the reader requested for the only image.
ImageRecipe recipeOf(const MaterialOptions& options, const std::string& shader,
                     const std::string& parameterName, const SurfaceUse& use = {}) {
    Building building(options);
    building.images.images["t.dds"] = kPng;
    building.add(material(shader, {parameter(parameterName, std::string("t.dds"))}), use);
    return building.images.recipes.at(0);
}

TEST(AloMaterials, KeepsTheTeamMaskUnlessAskedOtherwise) {
    EXPECT_EQ(recipeOf({}, "MeshBumpColorize.fx", "BaseTexture"), (ImageRecipe{.alpha = ImageAlpha::Mask}));
}

TEST(AloMaterials, DropsTheTeamMaskWhenAsked) {
    EXPECT_EQ(recipeOf({.teamMask = TeamMask::Opaque}, "MeshBumpColorize.fx", "BaseTexture"),
              (ImageRecipe{.alpha = ImageAlpha::Dropped}));
    Building building({.teamMask = TeamMask::Opaque});
    EXPECT_EQ(building.add(material("MeshBumpColorize.fx")).extras.find("team_color_mask"), nullptr)
        << "there is none any more";
}

TEST(AloMaterials, PaintsTheTeamColorWhenAsked) {
    const MaterialOptions options{.teamMask = TeamMask::Tint,
                                  .teamColor = {.red = 255, .green = 128, .blue = 10}};
    EXPECT_EQ(recipeOf(options, "MeshGlossColorize.fx", "BaseTexture"),
              (ImageRecipe{.alpha = ImageAlpha::Tint, .tint = options.teamColor}));
    Building building(options);
    EXPECT_EQ(*building.add(material("MeshGlossColorize.fx")).extras.find("team_color"), Value("#FF800A"));
}

TEST(AloMaterials, PaintsOnlyWhereAlphaIsATeamMask) {
    const MaterialOptions options{.teamMask = TeamMask::Tint, .teamColor = {}};
    EXPECT_EQ(recipeOf(options, "MeshGloss.fx", "BaseTexture").alpha, ImageAlpha::Mask);
    EXPECT_EQ(recipeOf(options, "MeshAlpha.fx", "BaseTexture").alpha, ImageAlpha::Opacity);
    EXPECT_EQ(recipeOf(options, "MeshAdditive.fx", "BaseTexture").alpha, ImageAlpha::Opacity);
}

TEST(AloMaterials, TakesNormalMapsAsSuchAndTurnsGreenThatPointsDown) {
    const ImageRecipe up{.content = ImageContent::Normal, .alpha = ImageAlpha::Mask};
    ImageRecipe down = up;
    down.flipGreen = true;
    EXPECT_EQ(recipeOf({}, "MeshBump.fx", "NormalTexture"), up);
    EXPECT_EQ(recipeOf({}, "MeshBump.fx", "NormalTexture", {.isGreenDown = true}), down);
}

/// Alpha mode of an alpha shader whose texture has this kind of alpha.
AlphaMode modeOf(AlphaKind kind, const SurfaceUse& use = {}, float opacity = 1.0F) {
    Building building;
    building.images.images["leaf.dds"] = kPng;
    building.images.traits["leaf.dds"] = {.alpha = kind};
    return building
        .add(material("TreeAlpha.fx", {parameter("BaseTexture", std::string("leaf.dds")),
                                       parameter("Color", Float4{1, 1, 1, opacity})}),
             use)
        .alphaMode;
}

TEST(AloMaterials, CutOutWhereAlphaOnlySaysWhetherThereIsAnything) {
    EXPECT_EQ(modeOf(AlphaKind::Binary), AlphaMode::Mask);
}

TEST(AloMaterials, BlendWhereAlphaSaysMoreThanThat) {
    EXPECT_EQ(modeOf(AlphaKind::Smooth), AlphaMode::Blend);
    EXPECT_EQ(modeOf(AlphaKind::None), AlphaMode::Blend) << "as the shader has it";
    EXPECT_EQ(modeOf(AlphaKind::Binary, {.hasClearColors = true}), AlphaMode::Blend);
    EXPECT_EQ(modeOf(AlphaKind::Binary, {}, 0.5F), AlphaMode::Blend);
    EXPECT_EQ(modeOf(AlphaKind::Binary, {.hasTexCoords = false}), AlphaMode::Blend);
}

TEST(AloMaterials, KeepsTheShaderAndEveryParameterInExtras) {
    Building building;
    const Material& made = building.add(material(
        "MeshGloss.fx", {parameter("Count", std::int32_t{3}), parameter("Shininess", 32.0F),
                         parameter("Axis", Float3{1, 2, 3}), parameter("GlossTexture", std::string("g.tga")),
                         parameter("Specular", Float4{1, 0.5F, 0.25F, 1})}));
    EXPECT_EQ(
        toJson(Value(made.extras)),
        R"({"shader":"MeshGloss.fx","parameters":{"Count":3,"Shininess":32,"Axis":[1,2,3],"GlossTexture":"g.tga","Specular":[1,0.5,0.25,1]}})");
}

TEST(AloMaterials, LosesNoneOfTwoParametersOfOneName) {
    Building building;
    const Material& made = building.add(material("a.fx", {parameter("X", 1.0F), parameter("X", 2.0F)}));
    EXPECT_EQ(toJson(*made.extras.find("parameters")), R"([["X",1],["X",2]])");
}

TEST(AloMaterials, MakesOneMaterialOfEqualOnes) {
    Building building;
    const AloMaterial source = material("a.fx", {parameter("X", 1.0F)});
    EXPECT_EQ(building.builder.add(source, {}), building.builder.add(source, {}));
    EXPECT_NE(building.builder.add(source, {}), building.builder.add(source, {.hasTexCoords = false}))
        << "one has texture coordinates";
    EXPECT_EQ(building.scene.materials.size(), 2U);
}

TEST(AloMaterials, LooksForATextureOncePerModelWhateverTheCase) {
    Building building;
    building.images.images["a.dds"] = kPng;
    building.add(material("a.fx", {parameter("BaseTexture", std::string("a.dds"))}));
    building.add(material("b.fx", {parameter("BaseTexture", std::string("A.DDS"))}));
    EXPECT_EQ(building.images.searches, 1);
    EXPECT_EQ(building.scene.textures.size(), 1U);
}

TEST(AloMaterials, NamesATextureThatIsNotThereAndOneThatCannotBeRead) {
    Building building;
    building.images.images["found.dds"] = {};
    building.add(material("a.fx", {parameter("BaseTexture", std::string("missing.dds")),
                                   parameter("NormalTexture", std::string("found.dds"))}));
    EXPECT_TRUE(building.diagnostics.has(kTextureNotFound));
    EXPECT_TRUE(building.diagnostics.has(kTextureUnreadable));
    EXPECT_EQ(building.diagnostics.issues()[1].details, "Textures/found.dds: is broken");
    EXPECT_TRUE(building.scene.textures.empty());
}

TEST(AloMaterials, TakesTheWordNoneAsNoTexture) {
    Building building;
    building.add(material("a.fx", {parameter("BaseTexture", std::string("None"))}));
    EXPECT_EQ(building.images.searches, 0);
    EXPECT_TRUE(building.diagnostics.issues().empty());
}

TEST(AloMaterials, UsesNoTextureWhereVerticesHaveNoCoordinates) {
    Building building;
    building.images.images["a.dds"] = kPng;
    EXPECT_FALSE(
        building
            .add(material("a.fx", {parameter("BaseTexture", std::string("a.dds"))}), {.hasTexCoords = false})
            .baseColorTexture);
}

TEST(AloMaterials, BringsFactorsIntoRangeAndKeepsWhatIsNotFiniteAsText) {
    Building building;
    const Material& made =
        building.add(material("a.fx", {parameter("Diffuse", Float4{2, 0.5F, -1, 1}),
                                       parameter("Shininess", std::numeric_limits<float>::quiet_NaN())}));
    EXPECT_EQ(made.baseColorFactor, glm::vec4(1, 0.5F, 0, 1));
    EXPECT_EQ(made.roughnessFactor, 1.0F);
    EXPECT_TRUE(building.diagnostics.has(kNotFiniteParameter));
    EXPECT_NE(toJson(Value(made.extras)).find(R"("Shininess":"NaN")"), std::string::npos);
}

TEST(AloMaterials, MakesAHighExponentSmooth) {
    Building building;
    const float rough = building.add(material("a.fx", {parameter("Shininess", 0.0F)})).roughnessFactor;
    const float smooth = building.add(material("a.fx", {parameter("Shininess", 100.0F)})).roughnessFactor;
    EXPECT_EQ(rough, 1.0F);
    EXPECT_LT(smooth, 0.5F);
}

}  // namespace
}  // namespace rigkiln::alamo
