#include "formats/image/prepare_image.hpp"

#include <gtest/gtest.h>

#include "tests/support/image/picture.hpp"

namespace rigkiln::images {
namespace {

using Pixels = std::vector<std::uint8_t>;

TEST(PrepareImage, ChangesNothingUnlessAsked) {
    const Image image = makePicture(8, 8, PictureKind::Smooth, true);
    const PreparedImage prepared = prepareImage(image, {});
    EXPECT_FALSE(prepared.isChanged);
    EXPECT_EQ(prepared.image, image);
    EXPECT_EQ(prepared.traits, (ImageTraits{.width = 8, .height = 8, .alpha = AlphaKind::Smooth}));
}

TEST(PrepareImage, SaysThatTheKeyWasThere) {
    const Image image{.width = 2, .height = 1, .pixels = {255, 0, 255, 255, 1, 2, 3, 255}};
    const PreparedImage prepared = prepareImage(image, {.colorKey = Rgb{255, 0, 255}});
    EXPECT_TRUE(prepared.isChanged);
    EXPECT_EQ(prepared.traits,
              (ImageTraits{.width = 2, .height = 1, .alpha = AlphaKind::Binary, .isKeyed = true}));
}

TEST(PrepareImage, SaysThatTheKeyWasNotThere) {
    const Image image{.width = 1, .height = 1, .pixels = {1, 2, 3, 255}};
    const PreparedImage prepared = prepareImage(image, {.colorKey = Rgb{255, 0, 255}});
    EXPECT_FALSE(prepared.isChanged);
    EXPECT_EQ(prepared.traits, (ImageTraits{.width = 1, .height = 1}));
}

TEST(PrepareImage, ChangesOnlyWhatIsNotSoAlready) {
    const Image image{.width = 1, .height = 1, .pixels = {1, 2, 3, 255}};
    EXPECT_FALSE(prepareImage(image, {.alpha = ImageAlpha::Dropped}).isChanged);
    EXPECT_FALSE(prepareImage(image, {.maximumSide = 1}).isChanged);
    EXPECT_TRUE(prepareImage(image, {.flipGreen = true}).isChanged);
}

TEST(PrepareImage, PaintsByAlphaAndThenDropsIt) {
    const Image image{.width = 1, .height = 1, .pixels = {100, 100, 100, 255}};
    const PreparedImage prepared =
        prepareImage(image, {.alpha = ImageAlpha::Tint, .tint = {.red = 255, .green = 0, .blue = 51}});
    EXPECT_EQ(prepared.image.pixels, (Pixels{100, 0, 20, 255}));
    EXPECT_EQ(prepared.traits.alpha, AlphaKind::None);
}

/// Averaged alpha is neither opaque nor clear, and does not show the original kind of alpha.
TEST(PrepareImage, TellsTheAlphaFromBeforeItWasMadeSmaller) {
    Image image{.width = 3, .height = 1, .pixels = {9, 9, 9, 255, 9, 9, 9, 0, 9, 9, 9, 255}};
    const PreparedImage prepared = prepareImage(image, {.maximumSide = 1});
    EXPECT_EQ(prepared.image.width, 1U);
    EXPECT_EQ(prepared.traits.alpha, AlphaKind::Binary);
}

/// FNV-1a of the pixels that all kinds of recipes make of one picture.
std::uint64_t digestOfAllRecipes() {
    const Image picture = makePicture(37, 23, PictureKind::Smooth, true);
    const Rgb corner{picture.pixels[0], picture.pixels[1], picture.pixels[2]};
    const std::vector<ImageRecipe> recipes = {
        {.alpha = ImageAlpha::Dropped},
        {.alpha = ImageAlpha::Tint, .tint = {.red = 200, .green = 100, .blue = 50}},
        {.colorKey = corner},
        {.flipGreen = true},
        {.maximumSide = 16},
        {.alpha = ImageAlpha::Mask, .maximumSide = 16},
        {.content = ImageContent::Normal, .flipGreen = true, .maximumSide = 9},
    };
    std::uint64_t digest = 0xCBF29CE484222325U;
    for (const ImageRecipe& recipe : recipes) {
        for (const std::uint8_t octet : prepareImage(picture, recipe).image.pixels)
            digest = (digest ^ octet) * 0x100000001B3U;
    }
    return digest;
}

TEST(PrepareImage, HasANewRevisionWhenItMakesOtherPixels) {
    EXPECT_EQ(kPreparedImageRevision, 1U);
    EXPECT_EQ(digestOfAllRecipes(), 0xCD80FC90B90A26FDU)
        << "pixels differ: raise kPreparedImageRevision, or states keep handing out the old ones";
}

}  // namespace
}  // namespace rigkiln::images
