#include "formats/image/change_channels.hpp"

#include <gtest/gtest.h>

namespace rigkiln::images {
namespace {

using Pixels = std::vector<std::uint8_t>;

Image row(Pixels pixels) {
    const auto width = static_cast<std::uint32_t>(pixels.size() / 4);
    return {.width = width, .height = 1, .pixels = std::move(pixels)};
}

TEST(AlphaKindOf, TellsOpaqueFromCutOutFromSmooth) {
    EXPECT_EQ(alphaKindOf(row({1, 2, 3, 255, 4, 5, 6, 255})), AlphaKind::None);
    EXPECT_EQ(alphaKindOf(row({1, 2, 3, 255, 4, 5, 6, 0})), AlphaKind::Binary);
    EXPECT_EQ(alphaKindOf(row({1, 2, 3, 254, 4, 5, 6, 0})), AlphaKind::Smooth);
}

TEST(DropAlpha, MakesEveryPixelOpaqueAndKeepsItsColors) {
    Image image = row({1, 2, 3, 0, 4, 5, 6, 128});
    EXPECT_TRUE(dropAlpha(image));
    EXPECT_EQ(image.pixels, (Pixels{1, 2, 3, 255, 4, 5, 6, 255}));
    EXPECT_FALSE(dropAlpha(image)) << "nothing is left to do";
}

TEST(TintByAlpha, MultipliesColorsAsFarAsAlphaSays) {
    Image image = row({200, 100, 50, 0, 200, 100, 50, 255, 200, 100, 50, 128});
    EXPECT_TRUE(tintByAlpha(image, {.red = 255, .green = 128, .blue = 0}));
    EXPECT_EQ(image.pixels, (Pixels{200, 100, 50, 255, 200, 50, 0, 255, 200, 75, 25, 255}));
}

TEST(TintByAlpha, ByWhiteOfAnOpaquePictureChangesNothing) {
    Image image = row({200, 100, 50, 255});
    EXPECT_FALSE(tintByAlpha(image, {.red = 255, .green = 255, .blue = 255}));
    EXPECT_EQ(image.pixels, (Pixels{200, 100, 50, 255}));
}

TEST(FlipGreen, TurnsGreenOverAndNothingElse) {
    Image image = row({1, 0, 3, 4, 5, 200, 7, 8});
    flipGreen(image);
    EXPECT_EQ(image.pixels, (Pixels{1, 255, 3, 4, 5, 55, 7, 8}));
    flipGreen(image);
    EXPECT_EQ(image.pixels, (Pixels{1, 0, 3, 4, 5, 200, 7, 8})) << "twice is not at all";
}

}  // namespace
}  // namespace rigkiln::images
