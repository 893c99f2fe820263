#include "pipeline/conversion/image_recipe.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(WithSettings, AddsWhatTheRunAsksOfEveryImage) {
    const ImageRecipe recipe =
        withSettings({.alpha = ImageAlpha::Dropped}, {.maximumSide = 512, .encoding = ImageEncoding::Png});
    EXPECT_EQ(recipe, (ImageRecipe{
                          .alpha = ImageAlpha::Dropped, .maximumSide = 512, .encoding = ImageEncoding::Png}));
}

TEST(WithSettings, TurnsTheGreenOfNormalMapsOver) {
    const TextureSettings settings{.flipGreen = true};
    EXPECT_TRUE(withSettings({.content = ImageContent::Normal}, settings).flipGreen);
    EXPECT_FALSE(withSettings({.content = ImageContent::Normal, .flipGreen = true}, settings).flipGreen)
        << "the format has turned it once";
}

TEST(WithSettings, LeavesTheGreenOfColorsAlone) {
    EXPECT_FALSE(withSettings({}, {.flipGreen = true}).flipGreen);
}

TEST(WithSettings, LetsColorsAloneLoseByTheirEncoding) {
    const TextureSettings settings{.encoding = ImageEncoding::Webp, .quality = 80};
    EXPECT_EQ(withSettings({}, settings).quality, 80U);
    EXPECT_EQ(withSettings({.alpha = ImageAlpha::Mask}, settings).quality, 80U) << "alpha is lossless anyway";
    EXPECT_EQ(withSettings({.content = ImageContent::Normal}, settings).quality, 0U);
    EXPECT_EQ(withSettings({.content = ImageContent::Unknown}, settings).quality, 0U);
    EXPECT_EQ(withSettings({}, {.quality = 80}).quality, 0U) << "PNG has none";
}

}  // namespace
}  // namespace rigkiln
