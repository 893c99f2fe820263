#include "pipeline/compare/compare_images.hpp"

#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "formats/registry.hpp"

namespace rigkiln {
namespace {

Image pictureOf(std::uint32_t width, std::uint32_t height) {
    Image image{.width = width, .height = height};
    for (std::size_t i = 0; i < std::size_t{4} * width * height; ++i)
        image.pixels.push_back(static_cast<std::uint8_t>(i * 7U));
    return image;
}

SharedBytes pngOf(const Image& image) {
    return {allImageFormats().encodePng(image)};
}

TEST(ComparePixels, FindsNothingInEqualImages) {
    EXPECT_FALSE(comparePixels(pictureOf(3, 2), pictureOf(3, 2)));
}

TEST(ComparePixels, CountsPixelsAndNamesTheFirst) {
    Image changed = pictureOf(4, 4);
    const std::size_t second = 4 * (1 * 4 + 2);
    changed.pixels[second] = static_cast<std::uint8_t>(changed.pixels[second] ^ 0x0FU);
    changed.pixels.back() = static_cast<std::uint8_t>(changed.pixels.back() ^ 0x80U);
    const auto difference = comparePixels(pictureOf(4, 4), changed);
    ASSERT_TRUE(difference);
    EXPECT_EQ(difference->differing, 2U);
    EXPECT_EQ(difference->pixels, 16U);
    EXPECT_EQ(difference->largest, 128U);
    EXPECT_EQ(difference->alphaOnly, 1U);
    EXPECT_EQ(difference->first, (ImageSize{.width = 2, .height = 1}));
}

TEST(ComparePixels, TellsImagesOfOtherSizes) {
    const auto difference = comparePixels(pictureOf(4, 2), pictureOf(2, 4));
    ASSERT_TRUE(difference);
    EXPECT_EQ(textOf(*difference), "4 x 2 pixels, 2 x 4 pixels");
}

TEST(CompareImages, ComparesPixelsAndNotFiles) {
    const SharedBytes file = pngOf(pictureOf(3, 3));
    // A chunk of text before the end changes the file and no pixel.
    std::vector<std::byte> other(file.begin(), file.end());
    constexpr std::size_t kEndChunk = 12;
    const std::vector<unsigned char> text = {0, 0, 0, 2, 't', 'E', 'X', 't', 'a', 0, 0x90, 0xC5, 0x84, 0x6A};
    const std::span<const std::byte> chunk = std::as_bytes(std::span(text));
    other.insert(other.end() - kEndChunk, chunk.begin(), chunk.end());
    EXPECT_FALSE(compareImages(allImageFormats(), file, SharedBytes(other)));
}

TEST(CompareImages, TellsWhichFileCannotBeRead) {
    const SharedBytes good = pngOf(pictureOf(3, 3));
    const SharedBytes bad(std::string("no image"));
    const auto difference = compareImages(allImageFormats(), good, bad);
    ASSERT_TRUE(difference);
    EXPECT_NE(difference->problem.find("the image of B cannot be read"), std::string::npos);
    EXPECT_EQ(difference->share(), 1);
}

TEST(CompareImages, TellsAnImageThatWasNotFound) {
    const auto difference = compareImages(allImageFormats(), {}, pngOf(pictureOf(3, 3)));
    ASSERT_TRUE(difference);
    EXPECT_EQ(textOf(*difference), "the image of A was not found");
}

}  // namespace
}  // namespace rigkiln
