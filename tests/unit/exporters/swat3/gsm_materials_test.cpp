#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "tests/unit/exporters/swat3/material_scene.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::Float3;
using swat3::GsmFile;
using swat3::GsmGroup;
using swat3::GsmMaterial;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(GsmMaterials, ComeBackFromTheirExtrasToTheBit) {
    MaterialScene made;
    made.wear(liftedMaterial());
    EXPECT_EQ(made.buildOne(), storedMaterial());
    EXPECT_THAT(made.diagnostics.issues(), IsEmpty());
}

TEST(GsmMaterials, ComeBackFromTheBaseWhereExtrasAreGone) {
    MaterialScene made;
    GsmFile base;
    base.materials = {storedMaterial()};
    Material material = liftedMaterial();
    material.extras = {};
    made.wear(material);
    made.base = &base;
    EXPECT_EQ(made.buildOne(), storedMaterial());
}

TEST(GsmMaterials, TakeTheMapsOfTheBaseWhoseTexturesItHas) {
    MaterialScene made;
    GsmFile base;
    base.textures = {{.name = "H:\\a.bmp", .countedNuls = 1}, {.name = "H:\\b.bmp", .countedNuls = 1}};
    base.materials = {storedMaterial()};
    base.materials[0].maps = {{.slot = 9, .texture = 1}, {.slot = 4, .texture = 2}};
    Material material = liftedMaterial();
    material.extras = {};
    made.wear(material);
    made.base = &base;
    EXPECT_THAT(made.buildOne().maps, ElementsAre(swat3::GsmMap{.slot = 9, .texture = 1}))
        << "texture 2 is not in the base";
}

TEST(GsmMaterials, KeepNumbersThatAreNotFiniteWhileNobodyChangesThem) {
    MaterialScene made;
    Material material = liftedMaterial();
    material.extras.set("self_illumination", "Infinity");
    material.emissiveFactor = glm::vec3(0.0F);
    made.wear(material);
    EXPECT_EQ(made.buildOne().selfIllumination, std::numeric_limits<float>::infinity());
}

TEST(GsmMaterials, LoseNothingOfWhatTheColorKeyCutOut) {
    MaterialScene made;
    Material material = liftedMaterial();
    material.alphaMode = AlphaMode::Mask;
    material.extras.set("image", "keyed");
    made.wear(material);
    made.buildOne();
    EXPECT_FALSE(made.diagnostics.has(kAlphaMaskLost)) << "the game's own picture has the key";
}

TEST(GsmMaterials, HaveNoMoreMapsThanTheirNumberHolds) {
    const auto problemWith = [](std::size_t count) {
        Properties map;
        map.set("slot", 2);
        map.set("texture", "shine.tga");
        Material material = liftedMaterial();
        material.extras.set("maps", ValueList(count, Value(std::move(map))));
        MaterialScene made;
        made.wear(material);
        return made.problem();
    };
    EXPECT_THAT(problemWith(65536),
                testing::HasSubstr("65536 maps of a material, a GSM holds 65535 at most"));
    EXPECT_EQ(problemWith(65535), "no problem");
}

TEST(GsmMaterials, TakeANewColourPartByPart) {
    MaterialScene made;
    Material material = liftedMaterial();
    material.baseColorFactor.y = swat3::toLinear(0.75F);
    made.wear(material);
    const Float3 diffuse = made.buildOne().diffuse;
    EXPECT_EQ(diffuse[0], kOddDiffuse);
    EXPECT_NEAR(diffuse[1], 0.75F, 1e-5F);
    EXPECT_EQ(diffuse[2], 0.25F);
}

TEST(GsmMaterials, TakeANewOpacityInTheSenseOfTheStyle) {
    MaterialScene made;
    Material material = liftedMaterial();
    material.baseColorFactor.a = 0.5F;
    made.wear(material);
    EXPECT_EQ(made.buildOne().transparency, 0.5F);
    made.scene.materials[0].baseColorFactor.a = 0.125F;
    EXPECT_EQ(made.buildOne().transparency, 0.875F);
    made.style.transparencyIsClear = false;
    EXPECT_EQ(made.buildOne().transparency, 0.125F);
}

TEST(GsmMaterials, AreOpaqueWhenTheSceneSaysSoWhateverTheAlpha) {
    MaterialScene made;
    Material material = liftedMaterial();
    material.alphaMode = AlphaMode::Opaque;
    made.wear(material);
    EXPECT_EQ(made.buildOne().transparency, 0.0F);
}

TEST(GsmMaterials, TakeANewRoughness) {
    for (const float roughness : {0.1F, 0.4F, 0.8F, 1.0F}) {
        MaterialScene made;
        Material material = liftedMaterial();
        material.roughnessFactor = roughness;
        made.wear(material);
        EXPECT_NEAR(swat3::roughnessOf(made.buildOne()), roughness, 1e-4F);
    }
}

TEST(GsmMaterials, TakeANewEmission) {
    MaterialScene made;
    Material material = liftedMaterial();
    material.emissiveFactor = 0.75F * glm::vec3(material.baseColorFactor);
    made.wear(material);
    EXPECT_NEAR(made.buildOne().selfIllumination, 0.75F, 1e-5F);
    EXPECT_FALSE(made.diagnostics.has(kEmissiveLost));
}

TEST(GsmMaterials, ReportAnEmissionInAnotherColour) {
    MaterialScene made;
    Material material = liftedMaterial();
    material.emissiveFactor = {0, 0, 1};
    made.wear(material);
    made.build();
    EXPECT_THAT(made.details(kEmissiveLost), ElementsAre("material 'Body': (0, 0, 1)"));
}

TEST(GsmMaterials, ShineWithTheirTextureWhateverTheirColour) {
    MaterialScene made;
    Material material;
    material.baseColorFactor = {0.5F, 0.5F, 0.5F, 1};
    material.baseColorTexture = made.addTexture("lamp.bmp");
    material.emissiveTexture = material.baseColorTexture;
    material.emissiveFactor = glm::vec3(0.25F);
    made.wear(material);
    EXPECT_FLOAT_EQ(made.buildOne().selfIllumination, 0.25F);
    EXPECT_FALSE(made.diagnostics.has(kEmissiveLost));
}

TEST(GsmMaterials, TakeANewNumberOfSides) {
    MaterialScene made;
    Material material = liftedMaterial();
    material.doubleSided = false;
    made.wear(material);
    EXPECT_EQ(made.buildOne().twoSided, 0);
}

TEST(GsmMaterials, AreMadeFromNothingButTheScene) {
    MaterialScene made;
    Material material;
    material.name = "New";
    material.baseColorFactor = glm::vec4(swat3::toLinear({0.5F, 0.25F, 0.75F}), 1.0F);
    made.wear(material);
    const GsmMaterial built = made.buildOne();
    EXPECT_EQ(built.name, "New");
    EXPECT_EQ(built.unknown, 1);
    EXPECT_NEAR(built.diffuse[0], 0.5F, 1e-5F);
    EXPECT_EQ(swat3::roughnessOf(built), 1.0F);
    EXPECT_EQ(built.transparency, 0.0F);
}

TEST(GsmMaterials, HaveNoUnknownNumberWhereTheVariantHasNone) {
    MaterialScene made;
    made.style.hasUnknownWithoutMaps = false;
    made.wear(liftedMaterial());
    const GsmFile file = made.build();
    EXPECT_EQ(file.materials.at(0).unknown, 0);
    EXPECT_TRUE(swat3::encodeGsm(file));
}

TEST(GsmMaterials, KeepTheirIdsAndNewOnesTakeTheSmallestFree) {
    MaterialScene made;
    Material zero = liftedMaterial();
    zero.extras.set("id", 0);
    Material unnumbered;
    unnumbered.name = "New";
    made.wear(unnumbered);
    made.wear(zero);
    made.wear(unnumbered);
    const GsmFile file = made.build();
    EXPECT_THAT(file.groups, ElementsAre(GsmGroup{.material = 1, .first = 0, .count = 1},
                                         GsmGroup{.material = 0, .first = 1, .count = 1},
                                         GsmGroup{.material = 2, .first = 2, .count = 1}));
}

TEST(GsmMaterials, OfOneIdLeaveItToTheFirst) {
    MaterialScene made;
    made.wear(liftedMaterial());
    made.wear(liftedMaterial());
    const GsmFile file = made.build();
    ASSERT_THAT(file.materials, SizeIs(2));
    EXPECT_EQ(file.materials[0].id, 5);
    EXPECT_EQ(file.materials[1].id, 0);
}

TEST(GsmMaterials, DoNotTakeTheIdOfAnotherFormat) {
    MaterialScene made;
    Material material;
    material.extras.set("id", 1234);
    made.wear(material);
    EXPECT_EQ(made.buildOne().id, 0);
}

TEST(GsmMaterials, MakeOneGroupOfARunOfTriangles) {
    MaterialScene made;
    made.wear(liftedMaterial());
    Primitive more = oneTriangle();
    more.material = IndexOf<Material>(0);
    made.addMesh(more);
    EXPECT_THAT(made.build().groups, ElementsAre(GsmGroup{.material = 5, .first = 0, .count = 2}));
}

TEST(GsmMaterials, GiveTrianglesWithoutOneAGreyOne) {
    MaterialScene made;
    made.addMesh(oneTriangle());
    const GsmFile file = made.build();
    EXPECT_EQ(file.materials.at(0).name, "default");
    EXPECT_EQ(file.groups.at(0).material, file.materials[0].id);
    EXPECT_THAT(made.details(kDefaultMaterial), ElementsAre("triangles: 1 of them"));
}

TEST(GsmMaterials, ThatNobodyWearsStayOnlyWhereTheFileHadThem) {
    MaterialScene made;
    made.wear(liftedMaterial());
    Material had = liftedMaterial();
    had.name = "Had";
    Material added;
    added.name = "Added";
    made.scene.materials.push_back(had);
    made.scene.materials.push_back(added);
    const GsmFile file = made.build();
    ASSERT_THAT(file.materials, SizeIs(2));
    EXPECT_EQ(file.materials[1].name, "Had");
    EXPECT_THAT(made.details(kUnusedMaterial),
                ElementsAre("material 'Had': kept", "material 'Added': left out"));
}

/// Reading a file with the program leaves these out of the scene.
TEST(GsmMaterials, ThatNobodyWoreInTheBaseStayToTheBit) {
    MaterialScene made;
    GsmMaterial gone = storedMaterial();
    gone.id = 7;
    gone.name = "Worn before, and removed with its triangles";
    GsmMaterial spare = storedMaterial();
    spare.id = 9;
    spare.name = "Sp\xE4re";  // Windows-1252
    spare.maps = {{.slot = 1, .texture = 1}, {.slot = 4, .texture = 2}};
    GsmFile base;
    base.textures = {{.name = "H:\\a.bmp", .countedNuls = 1}, {.name = "H:\\b.bmp", .countedNuls = 1}};
    base.materials = {spare, storedMaterial(), gone};
    base.groups = {{.material = 5, .first = 0, .count = 1},
                   {.material = 7, .first = 1, .count = 1},
                   {.material = 9, .first = 2, .count = 0}};
    made.base = &base;
    made.wear(liftedMaterial());
    const GsmFile file = made.build();
    spare.maps.pop_back();  // texture 2 is not in the base
    EXPECT_THAT(file.materials, ElementsAre(storedMaterial(), spare));
    EXPECT_EQ(file.textures, base.textures);
    EXPECT_THAT(made.details(kUnusedMaterial), ElementsAre("material 'Sp\xC3\xA4re': kept"));
}

TEST(GsmMaterials, ThatNobodyWoreInTheBaseStayBesideOthersOfTheirNameOrId) {
    MaterialScene made;
    GsmMaterial sameName = storedMaterial();
    sameName.id = 6;
    GsmMaterial sameId = storedMaterial();
    sameId.name = "Other";
    GsmFile base;
    base.materials = {storedMaterial(), sameName, sameId};
    base.groups = {{.material = 5, .first = 0, .count = 1}};
    made.base = &base;
    made.wear(liftedMaterial());
    const GsmFile file = made.build();
    sameId.id = 0;  // 5 is the first one's
    EXPECT_THAT(file.materials, ElementsAre(storedMaterial(), sameName, sameId));
}

TEST(GsmMaterials, ThatTheSceneHasTooAreNotKeptTwice) {
    MaterialScene made;
    GsmMaterial spare = storedMaterial();
    spare.id = 9;
    spare.name = "Spare";
    GsmMaterial second = spare;
    second.id = 10;
    second.name = "Second";
    GsmFile base;
    base.materials = {storedMaterial(), spare, second};
    base.groups = {{.material = 5, .first = 0, .count = 1}};
    made.base = &base;
    made.wear(liftedMaterial());
    Material worn = liftedMaterial();  // somebody gave it a triangle
    worn.name = "Spare";
    worn.extras = {};
    made.wear(worn);
    Material unworn = liftedMaterial();
    unworn.name = "Second";
    unworn.extras.set("id", 10);
    made.scene.materials.push_back(unworn);
    const GsmFile file = made.build();
    EXPECT_THAT(file.materials, ElementsAre(storedMaterial(), spare, second));
    EXPECT_THAT(made.details(kUnusedMaterial), ElementsAre("material 'Second': kept"));
}

TEST(GsmMaterials, ReportWhatTheyCannotHold) {
    MaterialScene made;
    Material material;
    material.name = "Gold";
    material.metallicFactor = 0.5F;
    material.normalTexture = made.addTexture("bumps.png");
    material.alphaMode = AlphaMode::Mask;
    material.unlit = true;
    material.emissiveTexture = material.normalTexture;
    material.emissiveFactor = glm::vec3(1.0F);
    made.wear(material);
    made.build();
    EXPECT_THAT(made.details(kMetallicLost), ElementsAre("material 'Gold': 0.5"));
    EXPECT_THAT(made.details(kNormalMapLost), SizeIs(1));
    EXPECT_THAT(made.details(kAlphaMaskLost), ElementsAre("material 'Gold': cut off at 0.5"));
    EXPECT_THAT(made.details(kUnlitLost), SizeIs(1));
    EXPECT_THAT(made.details(kEmissiveLost), SizeIs(1));
}

}  // namespace
}  // namespace rigkiln::swat3_export
