#include "formats/image/color_key.hpp"

#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/support/image/picture.hpp"

namespace rigkiln::images {
namespace {

using Pixels = std::vector<std::uint8_t>;

constexpr Rgb kKey{.red = 255, .green = 0, .blue = 255};

/// One letter per pixel: k is the key, a to i are greys of 10 to 90.
Image drawn(std::uint32_t width, std::string_view letters) {
    Image image{.width = width, .height = static_cast<std::uint32_t>(letters.size()) / width};
    for (const char letter : letters) {
        const auto grey = static_cast<std::uint8_t>((letter - 'a' + 1) * 10);
        const Pixels pixel = letter == 'k' ? Pixels{255, 0, 255, 255} : Pixels{grey, grey, grey, 255};
        image.pixels.insert(image.pixels.end(), pixel.begin(), pixel.end());
    }
    return image;
}

Pixels pixelAt(const Image& image, std::uint32_t x, std::uint32_t y) {
    const auto start = image.pixels.begin() + 4 * static_cast<std::ptrdiff_t>(y * image.width + x);
    return {start, start + 4};
}

TEST(ApplyColorKey, MakesThePixelsOfThatColorClear) {
    Image image = drawn(3, "akb");
    EXPECT_TRUE(applyColorKey(image, kKey));
    EXPECT_EQ(image.pixels, (Pixels{10, 10, 10, 255, 15, 15, 15, 0, 20, 20, 20, 255}));
}

TEST(ApplyColorKey, TakesExactlyThatColor) {
    Image image{.width = 2, .height = 1, .pixels = {254, 0, 255, 255, 255, 1, 255, 255}};
    const Image before = image;
    EXPECT_FALSE(applyColorKey(image, kKey));
    EXPECT_EQ(image, before);
}

TEST(ApplyColorKey, WorksWhateverTheAlphaWas) {
    Image image{.width = 2, .height = 1, .pixels = {255, 0, 255, 7, 8, 8, 8, 9}};
    EXPECT_TRUE(applyColorKey(image, kKey));
    EXPECT_EQ(image.pixels, (Pixels{8, 8, 8, 0, 8, 8, 8, 9}));
}

TEST(ApplyColorKey, GivesEachClearPixelTheMeanOfItsNeighbours) {
    Image image = drawn(3,
                        "abc"
                        "dke"
                        "fgh");
    applyColorKey(image, kKey);
    EXPECT_EQ(pixelAt(image, 1, 1), (Pixels{45, 45, 45, 0}));
}

TEST(ApplyColorKey, FillsFromTheEdgesRingByRing) {
    Image image = drawn(6, "akkkkd");
    applyColorKey(image, kKey);
    EXPECT_EQ(pixelAt(image, 1, 0), (Pixels{10, 10, 10, 0}));
    EXPECT_EQ(pixelAt(image, 2, 0), (Pixels{10, 10, 10, 0}));
    EXPECT_EQ(pixelAt(image, 3, 0), (Pixels{40, 40, 40, 0}));
    EXPECT_EQ(pixelAt(image, 4, 0), (Pixels{40, 40, 40, 0}));
}

TEST(ApplyColorKey, LeavesNoneOfTheKeyAnywhere) {
    Image image = makePicture(64, 48, PictureKind::Smooth, false);
    for (std::uint32_t y = 5; y < 40; ++y) {
        for (std::uint32_t x = 3; x < 60; ++x) {
            const std::size_t start = std::size_t{4} * (y * image.width + x);
            image.pixels[start] = image.pixels[start + 2] = 255;
            image.pixels[start + 1] = 0;
        }
    }
    applyColorKey(image, kKey);
    std::size_t clear = 0;
    for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
        EXPECT_FALSE(image.pixels[i] == 255 && image.pixels[i + 1] == 0 && image.pixels[i + 2] == 255);
        clear += image.pixels[i + 3] == 0 ? 1U : 0U;
    }
    EXPECT_EQ(clear, 35U * 57U);
}

TEST(ApplyColorKey, MakesBlackOfAPictureThatIsNothingElse) {
    Image image = drawn(2, "kkkk");
    EXPECT_TRUE(applyColorKey(image, kKey));
    EXPECT_EQ(image.pixels, Pixels(16, 0));
}

}  // namespace
}  // namespace rigkiln::images
