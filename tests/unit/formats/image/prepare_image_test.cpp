#include "formats/image/prepare_image.hpp"

#include <gtest/gtest.h>

#include "tests/support/image/picture.hpp"

namespace rigkiln::image_format {
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

/// Averages are neither opaque nor clear, and say nothing of what the picture was made for.
TEST(PrepareImage, TellsTheAlphaFromBeforeItWasMadeSmaller) {
    Image image{.width = 3, .height = 1, .pixels = {9, 9, 9, 255, 9, 9, 9, 0, 9, 9, 9, 255}};
    const PreparedImage prepared = prepareImage(image, {.maximumSide = 1});
    EXPECT_EQ(prepared.image.width, 1U);
    EXPECT_EQ(prepared.traits.alpha, AlphaKind::Binary);
}

}  // namespace
}  // namespace rigkiln::image_format
