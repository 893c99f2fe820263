#include "formats/bfres/textures/texture_image.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/bfres/textures/texture_level.hpp"
#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/textures/reference_texture.hpp"
#include "tools/corpus/bfres_texture.hpp"

namespace rigkiln::bfres {
namespace {

using corpus::makeTexture;

constexpr std::array kFormats = {0x01U,  0x201U, 0x02U, 0x05U,  0x07U, 0x207U, 0x08U,  0x0AU, 0x0BU,
                                 0x0FU,  0x20FU, 0x19U, 0x219U, 0x1AU, 0x41AU, 0x21AU, 0x1FU, 0x31U,
                                 0x431U, 0x32U,  0x33U, 0x433U, 0x34U, 0x234U, 0x35U,  0x235U};

std::vector<unsigned> bitsOf(const TextureLayout& layout) {
    std::vector<unsigned> bits;
    for (const unsigned one : layout.bits) {
        if (one != 0) bits.push_back(one);
    }
    return bits;
}

std::array<int, 4> pixelAt(const Image& image, std::uint32_t x, std::uint32_t y) {
    std::array<int, 4> pixel{};
    for (std::size_t i = 0; i < pixel.size(); ++i)
        pixel.at(i) = image.pixels.at(4 * (std::size_t{y} * image.width + x) + i);
    return pixel;
}

/// Tolerance in steps of 255: blocks are decoded in integers, and signed blocks round their end values first.
double toleranceOf(const TextureFormat& format) {
    if (!format.layout.blocks) return 0.5 + 1e-9;
    return format.type == NumberType::Snorm ? 1.5 + 1e-9 : 1;
}

class EveryFormatAndMode : public testing::TestWithParam<std::uint32_t> {
protected:
    static void compare(std::uint32_t formatNumber, TileMode mode) {
        const TextureFormat format = *readTextureFormat(formatNumber);
        if (isThick(mode) && mode != TileMode::Thick1D && format.layout.elementBytes == 16) return;
        const corpus::TextureSpec spec{.name = "t",
                                       .format = formatNumber,
                                       .mode = mode,
                                       .width = 150,
                                       .height = 77,
                                       .swizzle = 0x40300};
        Texture texture = makeTexture(spec, {});
        texture.channels = {0, 1, 1, 3};  // not a normal map
        const Bytes data = randomBytes(texture.image->size(), formatNumber);
        const Result<Image> image = decodeTexture(texture, data);
        ASSERT_TRUE(image) << image.error().text();
        const TiledSurface surface = textureLevel(texture)->surface;
        double worst = 0;
        for (std::uint32_t y = 0; y < spec.height; ++y) {
            for (std::uint32_t x = 0; x < spec.width; ++x) {
                const auto pixel = pixelAt(*image, x, y);
                const auto expected = reference(format, surface, data, x, y);
                for (const std::size_t channel : {0U, 1U, 3U})
                    worst = std::max(worst, std::abs(pixel.at(channel) - expected.at(channel)));
                ASSERT_EQ(pixel[2], pixel[1]);
            }
        }
        EXPECT_LE(worst, toleranceOf(format)) << format.name();
    }

    static reference::Pixel reference(const TextureFormat& format, const TiledSurface& surface,
                                      std::span<const std::byte> data, std::uint32_t x, std::uint32_t y) {
        const std::uint32_t side = format.layout.blocks ? 4 : 1;
        const std::uint64_t at = reference::address(surface, x / side, y / side);
        const auto element = data.subspan(static_cast<std::size_t>(at), surface.elementBytes);
        const bool isSigned = format.type == NumberType::Snorm;
        if (format.layout.blocks)
            return reference::blockPixel(format.layout.number, element, 4 * (y % 4) + x % 4, isSigned);
        return reference::packedPixel(bitsOf(format.layout), element, isSigned);
    }
};

TEST_P(EveryFormatAndMode, GivesThePixelsOfTheSecondDecoder) {
    for (std::uint32_t mode = 0; mode <= 16; ++mode) {
        SCOPED_TRACE(tileModeName(static_cast<TileMode>(mode)));
        compare(GetParam(), static_cast<TileMode>(mode));
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormatAndMode, testing::ValuesIn(kFormats), [](const auto& format) {
    std::string name = readTextureFormat(format.param)->name();
    std::erase(name, ' ');
    std::erase(name, '_');
    return name;
});

Image decoded(const Texture& texture) {
    const Result<Image> image = decodeTexture(texture, *texture.image);
    EXPECT_TRUE(image) << image.error().text();
    return image ? *image : Image{};
}

std::array<int, 4> firstPixel(std::uint32_t format, std::string_view element,
                              std::array<std::uint8_t, 4> channels = {0, 1, 2, 3}) {
    Texture texture = makeTexture({.format = format}, fromHex(element));
    texture.channels = channels;
    return pixelAt(decoded(texture), 0, 0);
}

using Channels = std::array<int, 4>;

TEST(TextureImage, HasPixelsThatCanBeWorkedOutByHand) {
    EXPECT_EQ(firstPixel(0x01, "80"), (Channels{128, 0, 0, 255}));
    EXPECT_EQ(firstPixel(0x02, "f1"), (Channels{17, 255, 0, 255}));
    EXPECT_EQ(firstPixel(0x05, "0080"), (Channels{128, 0, 0, 255})) << "32,768 of 65,535";
    EXPECT_EQ(firstPixel(0x07, "4020"), (Channels{64, 32, 0, 255}));
    EXPECT_EQ(firstPixel(0x08, "1f00"), (Channels{255, 0, 0, 255})) << "red is in the lowest bits";
    EXPECT_EQ(firstPixel(0x08, "e007"), (Channels{0, 255, 0, 255}));
    EXPECT_EQ(firstPixel(0x0A, "007c"), (Channels{0, 0, 255, 0}));
    EXPECT_EQ(firstPixel(0x0A, "0080"), (Channels{0, 0, 0, 255}));
    EXPECT_EQ(firstPixel(0x0B, "21f4"), (Channels{17, 34, 68, 255}));
    EXPECT_EQ(firstPixel(0x19, "ff0300c0"), (Channels{255, 0, 0, 255}));
    EXPECT_EQ(firstPixel(0x1A, "01020304"), (Channels{1, 2, 3, 4}));
    EXPECT_EQ(firstPixel(0x21A, "817f00c0"), (Channels{0, 255, 128, 63}));
    EXPECT_EQ(firstPixel(0x1F, "ffff000000800000"), (Channels{255, 0, 128, 0}));
    EXPECT_EQ(firstPixel(0x31, "1f00 0000 00000000"), (Channels{0, 0, 255, 255})) << "blocks have blue there";
    EXPECT_EQ(firstPixel(0x34, "c800 000000000000"), (Channels{200, 0, 0, 255}));
    EXPECT_EQ(firstPixel(0x234, "8100 000000000000"), (Channels{0, 0, 0, 255}));
    EXPECT_EQ(firstPixel(0x234, "8000 000000000000"), (Channels{0, 0, 0, 255})) << "-128 counts as -127";
}

TEST(TextureImage, FollowsTheChannels) {
    EXPECT_EQ(firstPixel(0x1A, "01020304", {2, 1, 0, 3}), (Channels{3, 2, 1, 4}));
    EXPECT_EQ(firstPixel(0x1A, "01020304", {4, 5, 3, 5}), (Channels{0, 255, 4, 255}));
    EXPECT_EQ(firstPixel(0x34, "c800 000000000000", {0, 0, 0, 0}), (Channels{200, 200, 200, 200}));
    EXPECT_EQ(firstPixel(0x35, "c800 000000000000 3200 000000000000", {0, 0, 0, 1}),
              (Channels{200, 200, 200, 50}))
        << "grey and alpha, no normal map";
}

TEST(TextureImage, RebuildsTheBlueOfNormalMaps) {
    EXPECT_EQ(firstPixel(0x235, "0000 000000000000 0000 000000000000", {0, 1, 4, 5}),
              (Channels{128, 128, 255, 255}));
    EXPECT_EQ(firstPixel(0x235, "7f00 000000000000 0000 000000000000", {0, 1, 4, 5}),
              (Channels{255, 128, 128, 255}));
    EXPECT_EQ(firstPixel(0x35, "0000 000000000000 8000 000000000000", {0, 1, 5, 5}),
              (Channels{0, 128, 128, 255}));
}

TEST(TextureImage, TakesTheFirstSliceOfAnArray) {
    Texture texture = makeTexture({.format = 0x01, .mode = TileMode::Thin1D, .width = 32}, fromHex("0a"));
    texture.image->resize(2 * texture.image->size(), std::byte{0xFF});
    texture.imageSize *= 2;
    texture.dimension = 5;
    texture.arrayLength = 2;
    EXPECT_EQ(pixelAt(decoded(texture), 0, 0), (Channels{10, 0, 0, 255}));
    EXPECT_EQ(pixelAt(decoded(texture), 31, 7), (Channels{0, 0, 0, 255}));
}

// 320 pixels are 80 blocks, and count as 512 pixels in the levels below: level 1 is 64 blocks wide, level 2
// is 32, and level 3, with 16, is narrower than a macro tile.
TEST(TextureLevels, AreRoundedUpAndLeaveMacroTilesBehind) {
    Texture texture = makeTexture({.format = 0x34, .width = 320, .height = 320, .swizzle = 0x30300}, {});
    texture.levelCount = 9;
    texture.levelOffsets = {61440, 32768, 41728, 43776};
    const auto level = [&](std::uint32_t number) { return *textureLevel(texture, number); };
    EXPECT_EQ(level(0).surface.pitch, 96U);
    EXPECT_EQ(level(0).surface.sizeBytes(), 61440U);
    EXPECT_EQ(level(1).surface.pitch, 64U);
    EXPECT_EQ(level(1).surface.width, 40U);
    EXPECT_EQ(level(1).offset, 0U);
    EXPECT_EQ(level(2).surface.mode, TileMode::Thin2D);
    EXPECT_EQ(level(2).offset, 32768U);
    EXPECT_EQ(level(2).surface.pitch, 32U);
    EXPECT_EQ(level(3).surface.mode, TileMode::Thin1D);
    EXPECT_EQ(level(3).surface.pitch, 16U);
    EXPECT_EQ(level(3).offset, 41728U);
    EXPECT_EQ(level(8).width, 1U);
    EXPECT_EQ(level(8).surface.pitch, 8U);
}

TEST(TextureLevels, SwapNoBanksBelowTheBase) {
    const auto modeBelow = [](TileMode base) {
        Texture texture = makeTexture({.mode = base, .width = 256, .height = 256}, {});
        texture.levelCount = 2;
        EXPECT_EQ(textureLevel(texture)->surface.mode, base);
        return textureLevel(texture, 1)->surface.mode;
    };
    EXPECT_EQ(modeBelow(TileMode::Thin2B), TileMode::Thin2D);
    EXPECT_EQ(modeBelow(TileMode::Thin2B2), TileMode::Thin2D2);
    EXPECT_EQ(modeBelow(TileMode::Thin2B4), TileMode::Thin2D4);
    EXPECT_EQ(modeBelow(TileMode::Thin3B), TileMode::Thin3D);
}

TEST(TextureLevels, AreDecodedFromTheMips) {
    const std::vector<Bytes> levels = {randomBytes(64 * 32 * 4, 1), randomBytes(32 * 16 * 4, 2),
                                       randomBytes(16 * 8 * 4, 3)};
    const Texture texture =
        corpus::makeMippedTexture({.width = 64, .height = 32, .swizzle = 0x20100}, levels);
    for (std::uint32_t level = 0; level < 3; ++level) {
        const Result<Image> image =
            decodeTexture(texture, level == 0 ? *texture.image : *texture.mips, level);
        ASSERT_TRUE(image) << image.error().text();
        EXPECT_EQ(image->width, 64U >> level);
        const std::span<const std::byte> pixels = std::as_bytes(std::span(image->pixels));
        EXPECT_TRUE(std::ranges::equal(pixels, levels[level])) << "level " << level;
    }
}

class RefusedTexture : public testing::Test {
protected:
    Texture texture_ = makeTexture({.format = 0x31}, {});

    [[nodiscard]] std::string error(std::uint32_t level = 0) const {
        const Result<Image> image = decodeTexture(texture_, *texture_.image, level);
        return image ? "none" : image.error().text();
    }
};

TEST_F(RefusedTexture, HasAFormatThatIsNotDecoded) {
    texture_.format = 0x816;
    EXPECT_EQ(
        error(),
        "format: 0x816 (R11_G11_B10 float), BC1 to BC5 and unorm, snorm, sRGB of 1 to 16 bits are decoded");
}

TEST_F(RefusedTexture, HasAnUnknownTileMode) {
    texture_.tileMode = 17;
    EXPECT_EQ(error(), "surface: tile mode 17, 0 to 16 are known");
}

TEST_F(RefusedTexture, HasAWrongPitch) {
    texture_.pitch = 31;
    EXPECT_EQ(error(), "surface: a pitch of 31 in tile mode 2D_TILED_THIN1, a multiple of 32 is expected");
}

TEST_F(RefusedTexture, HasSeveralSamples) {
    texture_.antialiasing = 2;
    EXPECT_EQ(error(), "antialiasing: 2, 0 is decoded: one sample a pixel");
}

TEST_F(RefusedTexture, HasAnUnknownChannel) {
    texture_.channels = {0, 6, 0, 0};
    EXPECT_EQ(error(), "channels: 6, 0 to 5 are known");
}

TEST_F(RefusedTexture, HasNoSuchLevel) {
    EXPECT_EQ(error(1), "levelCount: 1, there is no level 1");
    texture_.levelCount = 2;
    texture_.tileMode = 7;
    EXPECT_EQ(error(1), "tileMode: 2D_TILED_THICK, levels below the base are not decoded");
}

TEST_F(RefusedTexture, HasTooFewBytes) {
    texture_.image->pop_back();
    EXPECT_EQ(error(), "level 0: 4096 bytes up to 0x1000, the texture has 0xFFF");
    texture_.levelCount = 3;
    texture_.levelOffsets[1] = 0xFFFFFFFF;
    EXPECT_EQ(error(2), "level 2: 512 bytes up to 0x1000001FF, the texture has 0xFFF");
}

}  // namespace
}  // namespace rigkiln::bfres
