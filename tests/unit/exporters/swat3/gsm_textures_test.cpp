#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "tests/unit/exporters/swat3/material_scene.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::GsmFile;
using swat3::GsmMap;
using testing::ElementsAre;

Properties mapEntry(std::uint16_t slot, const char* texture) {
    Properties entry;
    entry.set("slot", slot);
    entry.set("texture", texture);
    return entry;
}

std::vector<std::string> textureNames(const GsmFile& file) {
    std::vector<std::string> names;
    for (const swat3::GsmTexture& texture : file.textures)
        names.push_back(texture.name);
    return names;
}

TEST(GsmTextures, KeepTheirOrderAndThoseNobodyUses) {
    MaterialScene made;
    made.setTextures({"H:\\a.bmp", "H:\\b.bmp"});
    Material material = liftedMaterial();
    material.extras.set("maps", ValueList{mapEntry(1, "H:\\b.bmp")});
    material.extras.set("image", "missing");
    made.wear(material);
    const GsmFile file = made.build();
    EXPECT_THAT(textureNames(file), ElementsAre("H:\\a.bmp", "H:\\b.bmp"));
    EXPECT_THAT(file.materials.at(0).maps, ElementsAre(GsmMap{.slot = 1, .texture = 1}));
}

TEST(GsmTextures, ThatSomebodyTookAwayAreNotOnTheMaterialAnyMore) {
    MaterialScene made;
    made.setTextures({"H:\\a.bmp", "H:\\b.bmp"});
    Material material = liftedMaterial();
    material.extras.set("maps", ValueList{mapEntry(1, "H:\\b.bmp"), mapEntry(9, "H:\\a.bmp")});
    made.wear(material);
    EXPECT_THAT(made.build().materials.at(0).maps, ElementsAre(GsmMap{.slot = 9, .texture = 0}));
}

TEST(GsmTextures, KeepMapsOfAllSlots) {
    MaterialScene made;
    made.setTextures({"H:\\a.bmp", "H:\\b.bmp"});
    Material material = liftedMaterial();
    material.extras.set("maps", ValueList{mapEntry(9, "H:\\a.bmp"), mapEntry(1, "H:\\b.bmp")});
    material.baseColorTexture = made.addTexture("Textures/B.png");
    made.wear(material);
    EXPECT_THAT(made.build().materials.at(0).maps,
                ElementsAre(GsmMap{.slot = 9, .texture = 0}, GsmMap{.slot = 1, .texture = 1}));
}

TEST(GsmTextures, OfAnotherNameTakeThePlaceOfTheOld) {
    MaterialScene made;
    made.setTextures({"H:\\a.bmp"});
    Material material = liftedMaterial();
    material.extras.set("maps", ValueList{mapEntry(1, "H:\\a.bmp")});
    material.baseColorTexture = made.addTexture("Textures/New Skin.tga");
    made.wear(material);
    const GsmFile file = made.build();
    EXPECT_THAT(textureNames(file), ElementsAre("H:\\a.bmp", "New Skin.tga"));
    EXPECT_THAT(file.materials.at(0).maps, ElementsAre(GsmMap{.slot = 1, .texture = 1}));
}

TEST(GsmTextures, AreSharedByMaterials) {
    MaterialScene made;
    Material material;
    material.baseColorTexture = made.addTexture("skin.bmp");
    made.wear(material);
    made.wear(material);
    EXPECT_THAT(textureNames(made.build()), ElementsAre("skin.bmp"));
}

TEST(GsmTextures, ComeFromTheBaseWithTheNulsItCounts) {
    MaterialScene made;
    GsmFile base;
    base.textures = {{.name = "H:\\a.bmp", .countedNuls = 2}, {.name = "caf\xE9.bmp", .countedNuls = 1}};
    made.base = &base;
    Material material;
    material.baseColorTexture = made.addTexture("a.png");
    made.wear(material);
    const GsmFile file = made.build();
    EXPECT_EQ(file.textures, base.textures);
    EXPECT_THAT(file.materials.at(0).maps, ElementsAre(GsmMap{.slot = 1, .texture = 0}));
}

TEST(GsmTextures, AreStoredInTheCodePageOfTheTime) {
    MaterialScene made;
    made.setTextures({"caf\xC3\xA9\xE2\x82\xAC.bmp", "\xD0\x96.bmp"});
    made.addMesh(oneTriangle());
    EXPECT_THAT(textureNames(made.build()), ElementsAre("caf\xE9\x80.bmp", "\xD0\x96.bmp"));
}

TEST(GsmTextures, WithoutANameAreCalledAfterTheMaterial) {
    MaterialScene made;
    Material material;
    material.name = "Coat";
    material.baseColorTexture = made.addTexture("");
    made.wear(material);
    EXPECT_THAT(textureNames(made.build()), ElementsAre("Coat.bmp"));
    EXPECT_THAT(made.details(kTextureUnnamed), ElementsAre("material 'Coat': named 'Coat.bmp'"));
}

TEST(GsmTextures, WithAColourKeepItAsAnIssue) {
    MaterialScene made;
    Material material;
    material.name = "Coat";
    material.baseColorFactor = {0.5F, 1, 1, 1};
    material.baseColorTexture = made.addTexture("a.bmp");
    made.wear(material);
    made.build();
    EXPECT_THAT(made.details(kTintKept), ElementsAre("material 'Coat': (0.5, 1, 1), linear"));
}

}  // namespace
}  // namespace rigkiln::swat3_export
