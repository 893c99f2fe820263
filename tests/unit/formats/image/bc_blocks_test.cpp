#include "formats/image/bc_blocks.hpp"

#include <array>
#include <random>
#include <squish.h>
#include <string>

#include <gtest/gtest.h>

namespace rigkiln::images {
namespace {

struct Coding {
    BlockCoding coding;
    int squishFlags;
};

constexpr std::array kCodings = {
    Coding{BlockCoding::Bc1, squish::kDxt1},
    Coding{BlockCoding::Bc2, squish::kDxt3},
    Coding{BlockCoding::Bc3, squish::kDxt5},
};

std::vector<std::byte> randomBytes(std::size_t size, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<std::byte> bytes(size);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random() & 0xFFU);
    return bytes;
}

Image decoded(BlockCoding coding, std::uint32_t width, std::uint32_t height,
              const std::vector<std::byte>& blocks) {
    Image image{.width = width, .height = height};
    decodeBlocks(coding, blocks, image);
    return image;
}

/// Random blocks cover every order of end values, every index and all roundings of libsquish.
TEST(BcBlocks, GiveThePixelsThatLibsquishGives) {
    for (const Coding& coding : kCodings) {
        for (const auto& [width, height] : {std::pair{64U, 64U}, {1U, 1U}, {3U, 5U}, {17U, 9U}, {4U, 130U}}) {
            SCOPED_TRACE(std::to_string(static_cast<int>(coding.coding)) + " " + std::to_string(width));
            const std::vector<std::byte> blocks =
                randomBytes(sizeInBlocks(coding.coding, width, height), width * 7 + height);
            const Image image = decoded(coding.coding, width, height, blocks);
            std::vector<std::uint8_t> expected(image.pixels.size());
            squish::DecompressImage(expected.data(), static_cast<int>(width), static_cast<int>(height),
                                    blocks.data(), coding.squishFlags);
            EXPECT_EQ(image.pixels, expected);
        }
    }
}

/// Bc4 stores a channel like the alpha of Bc3; Bc5 stores two such channels.
TEST(BcBlocks, GiveOneChannelAsBc3GivesAlpha) {
    constexpr std::size_t kBlocks = 256;
    const std::vector<std::byte> blocks = randomBytes(16 * kBlocks, 5);
    const Image alphas = decoded(BlockCoding::Bc3, 4 * kBlocks, 4, blocks);
    std::vector<std::byte> reds;
    std::vector<std::byte> both;
    for (std::size_t i = 0; i < kBlocks; ++i) {
        const auto half = std::span(blocks).subspan(16 * i, 8);
        reds.insert(reds.end(), half.begin(), half.end());
        const std::vector<std::byte> constant = {std::byte{7}, std::byte{9}, {}, {}, {}, {}, {}, {}};
        both.insert(both.end(), constant.begin(), constant.end());
        both.insert(both.end(), half.begin(), half.end());
    }
    const Image red = decoded(BlockCoding::Bc4, 4 * kBlocks, 4, reds);
    const Image two = decoded(BlockCoding::Bc5, 4 * kBlocks, 4, both);
    for (std::size_t i = 0; i < alphas.pixels.size(); i += 4) {
        const std::uint8_t alpha = alphas.pixels[i + 3];
        const std::array<std::uint8_t, 8> found = {red.pixels[i],     red.pixels[i + 1], red.pixels[i + 2],
                                                   red.pixels[i + 3], two.pixels[i],     two.pixels[i + 1],
                                                   two.pixels[i + 2], two.pixels[i + 3]};
        ASSERT_EQ(found, (std::array<std::uint8_t, 8>{alpha, 0, 0, 255, 7, alpha, 0, 255}));
    }
}

TEST(BcBlocks, TakeAsManyOctetsAsBlocksCoverThePicture) {
    EXPECT_EQ(sizeInBlocks(BlockCoding::Bc1, 1, 1), 8U);
    EXPECT_EQ(sizeInBlocks(BlockCoding::Bc1, 5, 4), 16U);
    EXPECT_EQ(sizeInBlocks(BlockCoding::Bc3, 8, 9), 96U);
    EXPECT_EQ(sizeInBlocks(BlockCoding::Bc5, 16384, 4096), 16384U * 4096U);
}

TEST(BcBlocks, OfThreeColoursTheFourthIndexIsNothing) {
    // Equal end values select the mode of three colours; all indices are 3.
    const std::vector<std::byte> block = {std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF},
                                          std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}};
    EXPECT_EQ(decoded(BlockCoding::Bc1, 1, 1, block).pixels, (std::vector<std::uint8_t>{0, 0, 0, 0}));
}

}  // namespace
}  // namespace rigkiln::images
