#include "pipeline/conversion/texture_finder.hpp"

#include <gtest/gtest.h>

#include "tests/support/image_map.hpp"

namespace rigkiln {
namespace {

struct Finding {
    Scene scene;
    test::ImageMap images;
    Diagnostics diagnostics;
    TextureFinder finder{scene, images, diagnostics};
};

const std::vector<std::byte> kPng = {std::byte{0x89}, std::byte{'P'}, std::byte{'N'}, std::byte{'G'}};
const std::vector<std::byte> kJpeg = {std::byte{0xFF}, std::byte{0xD8}};

TEST(TextureFinder, BringsAnImageIntoTheSceneOnceWhateverTheCase) {
    Finding finding;
    finding.images.images["a.bmp"] = kPng;
    EXPECT_EQ(finding.finder.find("A.bmp"), IndexOf<Texture>(0));
    EXPECT_EQ(finding.finder.find("a.BMP"), IndexOf<Texture>(0));
    EXPECT_EQ(finding.images.searches, 1);
    ASSERT_EQ(finding.scene.textures.size(), 1U);
    EXPECT_EQ(finding.scene.textures[0], (Texture{"A.bmp", "image/png", kPng, "a"}));
}

TEST(TextureFinder, MakesATextureForEachRecipeOfAName) {
    Finding finding;
    finding.images.images["a.bmp"] = kPng;
    const ImageRecipe keyed{.colorKey = Rgb{255, 0, 255}};
    EXPECT_EQ(finding.finder.find("a.bmp"), IndexOf<Texture>(0));
    EXPECT_EQ(finding.finder.find("a.bmp", keyed), IndexOf<Texture>(1));
    EXPECT_EQ(finding.finder.find("A.bmp", keyed), IndexOf<Texture>(1));
    ASSERT_EQ(finding.images.recipes.size(), 2U);
    EXPECT_EQ(finding.images.recipes[1], keyed);
}

TEST(TextureFinder, KnowsTheTraitsOfWhatWasFoundWithThem) {
    Finding finding;
    finding.images.images["a.bmp"] = kPng;
    finding.images.traits["a.bmp"] = {.alpha = AlphaKind::Binary};
    const auto texture = finding.finder.find("a.bmp");
    EXPECT_EQ(finding.finder.traitsOf(*texture), ImageTraits{}) << "nobody has asked";
    EXPECT_EQ(finding.finder.find("a.bmp", {.needsTraits = true}), texture) << "the same picture";
    EXPECT_EQ(finding.finder.traitsOf(*texture), (ImageTraits{.alpha = AlphaKind::Binary}));
    EXPECT_EQ(finding.scene.textures.size(), 1U);
}

TEST(TextureFinder, SaysWhereItLookedForWhatIsMissing) {
    Finding finding;
    finding.images.folders = {"/art/Models", "/art/Textures"};
    finding.finder.find("missing.dds");
    finding.finder.find("missing.dds", {.flipGreen = true});
    ASSERT_EQ(finding.diagnostics.issues().size(), 1U) << "told once, whatever the recipe";
    EXPECT_EQ(finding.diagnostics.issues()[0].details, "looked in '/art/Models', '/art/Textures'");
}

TEST(TextureFinder, NamesTheFirstFourFoldersOnly) {
    Finding finding;
    finding.images.folders = {"a", "b", "c", "d", "e", "f"};
    finding.finder.find("missing.dds");
    EXPECT_EQ(finding.diagnostics.issues()[0].details, "looked in 'a', 'b', 'c', 'd' and 2 more");
}

TEST(TextureFinder, TellsPngFromJpegByTheFirstByte) {
    Finding finding;
    finding.images.images["a"] = kJpeg;
    finding.finder.find("a");
    EXPECT_EQ(finding.scene.textures.at(0).mimeType, "image/jpeg");
}

TEST(TextureFinder, TellsOnceOfWhatIsMissingAndOfWhatCannotBeRead) {
    Finding finding;
    finding.images.images["found.dds"] = {};
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(finding.finder.find("missing.dds"), std::nullopt);
        EXPECT_EQ(finding.finder.find("found.dds"), std::nullopt);
    }
    ASSERT_EQ(finding.diagnostics.issues().size(), 2U);
    EXPECT_EQ(finding.diagnostics.issues()[0].kind, &kTextureNotFound);
    EXPECT_EQ(finding.diagnostics.issues()[1].kind, &kTextureUnreadable);
    EXPECT_EQ(finding.diagnostics.issues()[1].details, "Textures/found.dds: is broken");
    EXPECT_TRUE(finding.scene.textures.empty());
}

}  // namespace
}  // namespace rigkiln
