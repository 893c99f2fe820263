#include "formats/image/resize_image.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <gtest/gtest.h>

namespace rigkiln::images {
namespace {

/// Square checkerboard of two pixel values.
Image checkers(std::uint32_t side, const std::vector<std::uint8_t>& even,
               const std::vector<std::uint8_t>& odd) {
    Image image{.width = side, .height = side};
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            const auto& pixel = (x + y) % 2 == 0 ? even : odd;
            image.pixels.insert(image.pixels.end(), pixel.begin(), pixel.end());
        }
    }
    return image;
}

TEST(SizeWithin, KeepsTheShape) {
    EXPECT_EQ(sizeWithin({2048, 1024}, 512), (ImageSize{512, 256}));
    EXPECT_EQ(sizeWithin({1024, 2048}, 512), (ImageSize{256, 512}));
    EXPECT_EQ(sizeWithin({300, 200}, 100), (ImageSize{100, 67})) << "any number of pixels";
}

TEST(SizeWithin, NeverEnlarges) {
    EXPECT_EQ(sizeWithin({64, 32}, 512), (ImageSize{64, 32}));
    EXPECT_EQ(sizeWithin({512, 512}, 512), (ImageSize{512, 512}));
}

TEST(SizeWithin, OfNothingAskedIsTheSize) {
    EXPECT_EQ(sizeWithin({16384, 4096}, 0), (ImageSize{16384, 4096}));
}

TEST(SizeWithin, LeavesAtLeastOnePixel) {
    EXPECT_EQ(sizeWithin({4096, 2}, 16), (ImageSize{16, 1}));
    EXPECT_EQ(sizeWithin({16384, 16384}, 1), (ImageSize{1, 1}));
}

TEST(SizeFor, TakesTheNearestPowerOfTwo) {
    const ImageRecipe recipe{.powersOfTwo = true};
    EXPECT_EQ(sizeFor({600, 800}, recipe), (ImageSize{512, 1024}));
    EXPECT_EQ(sizeFor({724, 725}, recipe), (ImageSize{512, 1024})) << "around 512 times the root of 2";
    EXPECT_EQ(sizeFor({256, 1}, recipe), (ImageSize{256, 1}));
    EXPECT_EQ(sizeFor({3, 2}, recipe), (ImageSize{4, 2}));
    EXPECT_EQ(sizeFor({600, 800}, {}), (ImageSize{600, 800}));
}

TEST(SizeFor, StaysWithinTheMaximumSide) {
    EXPECT_EQ(sizeFor({1000, 500}, {.maximumSide = 1000, .powersOfTwo = true}), (ImageSize{512, 512}));
    EXPECT_EQ(sizeFor({2048, 600}, {.maximumSide = 1024, .powersOfTwo = true}), (ImageSize{1024, 256}));
}

TEST(SizeFor, StaysWithinTheLimitsOfImages) {
    for (std::uint32_t width = 1; width <= kMaximumImageSide; width += 7) {
        const auto height =
            static_cast<std::uint32_t>(std::min<std::size_t>(kMaximumImagePixels / width, kMaximumImageSide));
        const ImageSize size = sizeFor({width, height}, {.powersOfTwo = true});
        EXPECT_LE(std::max(size.width, size.height), kMaximumImageSide) << width;
        EXPECT_LE(std::size_t{size.width} * size.height, kMaximumImagePixels) << width;
    }
}

TEST(Resized, MixesColorsAsLight) {
    const Image small = resized(checkers(16, {0, 0, 0, 255}, {255, 255, 255, 255}), {4, 4},
                                ImageContent::Color, ImageAlpha::Opacity);
    ASSERT_EQ(small.pixels.size(), 64U);
    // Half of the light is 188 in sRGB, not 128.
    EXPECT_NEAR(small.pixels[20], 188, 2);
    EXPECT_EQ(small.pixels[23], 255);
}

TEST(Resized, LeavesTheColorsOfClearPixelsOut) {
    const Image small = resized(checkers(16, {200, 10, 10, 255}, {0, 255, 0, 0}), {4, 4}, ImageContent::Color,
                                ImageAlpha::Opacity);
    EXPECT_NEAR(small.pixels[20], 200, 1);
    EXPECT_NEAR(small.pixels[21], 10, 1);
    EXPECT_NEAR(small.pixels[23], 128, 1) << "alpha is a number";
}

TEST(Resized, MixesAllColorsWhereAlphaIsNoOpacity) {
    const Image small = resized(checkers(16, {255, 255, 255, 255}, {0, 0, 0, 0}), {4, 4}, ImageContent::Color,
                                ImageAlpha::Mask);
    EXPECT_NEAR(small.pixels[20], 188, 2);
    EXPECT_NEAR(small.pixels[23], 128, 1);
}

TEST(Resized, KeepsNormalsOfLengthOne) {
    const Image small = resized(checkers(16, {218, 128, 218, 255}, {38, 128, 218, 0}), {4, 4},
                                ImageContent::Normal, ImageAlpha::Mask);
    // Normals that lean left and right in turn average to straight up, at full length.
    EXPECT_NEAR(small.pixels[20], 128, 2);
    EXPECT_NEAR(small.pixels[21], 128, 2);
    EXPECT_NEAR(small.pixels[22], 255, 1);
    EXPECT_NEAR(small.pixels[23], 128, 1) << "alpha is something else";
}

TEST(Resized, KeepsAFlatPictureAsItIs) {
    const Image small = resized(checkers(16, {10, 20, 30, 255}, {10, 20, 30, 255}), {3, 5},
                                ImageContent::Color, ImageAlpha::Opacity);
    for (std::size_t i = 0; i < small.pixels.size(); i += 4) {
        EXPECT_EQ(small.pixels[i], 10);
        EXPECT_EQ(small.pixels[i + 1], 20);
        EXPECT_EQ(small.pixels[i + 2], 30);
        EXPECT_EQ(small.pixels[i + 3], 255);
    }
}

}  // namespace
}  // namespace rigkiln::images
