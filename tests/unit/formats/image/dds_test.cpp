#include "formats/image/dds.hpp"

#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/image/image_issues.hpp"
#include "tests/support/image/dds_builder.hpp"

namespace rigkiln::images {
namespace {

using testing::HasSubstr;
using Pixels = std::vector<std::uint8_t>;

std::vector<std::byte> bytes(std::initializer_list<unsigned> values) {
    std::vector<std::byte> all;
    for (const unsigned value : values)
        all.push_back(static_cast<std::byte>(value));
    return all;
}

Result<Image> read(const DdsFields& fields, const std::vector<std::byte>& pixels) {
    Diagnostics diagnostics;
    return kDdsFormat.read(makeDds(fields, pixels), diagnostics);
}

Pixels pixelsOf(const DdsFields& fields, const std::vector<std::byte>& pixels) {
    const Result<Image> image = read(fields, pixels);
    EXPECT_TRUE(image) << (image ? "" : image.error().text());
    return image ? image->pixels : Pixels();
}

std::string problemOf(const DdsFields& fields, const std::vector<std::byte>& pixels = {}) {
    const Result<Image> image = read(fields, pixels);
    return image ? "none" : image.error().text();
}

/// DDS without a format code: masks define the channels.
DdsFields masked(std::uint32_t bits, const std::array<std::uint32_t, 4>& masks, std::uint32_t flags = 0x41) {
    return {.width = 2, .height = 1, .formatFlags = flags, .fourCc = "", .bits = bits, .masks = masks};
}

TEST(Dds, IsKnownByItsMagic) {
    EXPECT_TRUE(kDdsFormat.recognise(makeDds({}, {}), ".png"));
    EXPECT_FALSE(kDdsFormat.recognise(bytes({'D', 'D', 'S'}), ".dds"));
}

TEST(Dds, ReadsColoursByTheirMasks) {
    EXPECT_EQ(pixelsOf(masked(32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}), bytes({1, 2, 3, 4, 5, 6, 7, 8})),
              (Pixels{3, 2, 1, 4, 7, 6, 5, 8}));
    EXPECT_EQ(
        pixelsOf(masked(32, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, 0x40), bytes({1, 2, 3, 4, 5, 6, 7, 8})),
        (Pixels{1, 2, 3, 255, 5, 6, 7, 255}));
    EXPECT_EQ(pixelsOf(masked(24, {0xFF0000, 0xFF00, 0xFF, 0}, 0x40), bytes({1, 2, 3, 4, 5, 6})),
              (Pixels{3, 2, 1, 255, 6, 5, 4, 255}));
}

TEST(Dds, WidensSmallChannels) {
    EXPECT_EQ(pixelsOf(masked(16, {0xF800, 0x7E0, 0x1F, 0}, 0x40), bytes({0xFF, 0xFF, 0x00, 0x08})),
              (Pixels{255, 255, 255, 255, 8, 0, 0, 255}));
    EXPECT_EQ(pixelsOf(masked(16, {0x7C00, 0x3E0, 0x1F, 0x8000}), bytes({0x10, 0x80, 0x10, 0x00})),
              (Pixels{0, 0, 132, 255, 0, 0, 132, 0}));
}

TEST(Dds, NarrowsWideChannels) {
    EXPECT_EQ(pixelsOf(masked(32, {0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000}),
                       bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x40})),
              (Pixels{255, 255, 255, 255, 0, 0, 0, 85}));
}

TEST(Dds, MakesLuminanceGrey) {
    EXPECT_EQ(pixelsOf(masked(8, {0xFF, 0, 0, 0}, 0x20000), bytes({7, 200})),
              (Pixels{7, 7, 7, 255, 200, 200, 200, 255}));
    EXPECT_EQ(pixelsOf(masked(16, {0xFF, 0, 0, 0xFF00}, 0x20001), bytes({7, 8, 9, 10})),
              (Pixels{7, 7, 7, 8, 9, 9, 9, 10}));
}

TEST(Dds, MakesAlphaAloneBlack) {
    EXPECT_EQ(pixelsOf(masked(8, {0xFF, 0xFF, 0xFF, 0xFF}, 0x2), bytes({7, 200})),
              (Pixels{0, 0, 0, 7, 0, 0, 0, 200}));
}

TEST(Dds, LooksUpPalettes) {
    std::vector<std::byte> pixels(1024);
    for (std::size_t i = 0; i < 4; ++i)
        pixels[4 * 9 + i] = static_cast<std::byte>(10 + i);
    pixels.push_back(std::byte{9});
    pixels.push_back(std::byte{0});
    EXPECT_EQ(pixelsOf(masked(8, {}, 0x21), pixels), (Pixels{10, 11, 12, 13, 0, 0, 0, 0}));
    EXPECT_EQ(pixelsOf(masked(8, {}, 0x20), pixels), (Pixels{10, 11, 12, 255, 0, 0, 0, 255}));
}

TEST(Dds, ReadsBlocks) {
    // End values red and blue; the first two pixels of a row take them.
    const std::vector<std::byte> block = bytes({0x00, 0xF8, 0x1F, 0x00, 0x04, 0, 0, 0});
    const Pixels pixels = pixelsOf({.width = 2, .height = 1}, block);
    EXPECT_EQ(pixels, (Pixels{255, 0, 0, 255, 0, 0, 255, 255}));
}

TEST(Dds, MakesBc4Grey) {
    const std::vector<std::byte> block = bytes({9, 200, 0x08, 0, 0, 0, 0, 0});
    EXPECT_EQ(pixelsOf({.width = 2, .height = 1, .fourCc = "ATI1"}, block),
              (Pixels{9, 9, 9, 255, 200, 200, 200, 255}));
}

TEST(Dds, ComputesTheThirdCoordinateOfBc5) {
    const std::vector<std::byte> block = bytes({128, 255, 0x08, 0, 0, 0, 0, 0, 128, 128, 0, 0, 0, 0, 0, 0});
    EXPECT_EQ(pixelsOf({.width = 2, .height = 1, .fourCc = "ATI2"}, block),
              (Pixels{128, 128, 255, 255, 255, 128, 128, 255}));
}

TEST(Dds, PutsRedBackWhereRxgbKeepsItInAlpha) {
    const std::vector<std::byte> block =
        bytes({77, 77, 0, 0, 0, 0, 0, 0, 0xE0, 0x07, 0xE0, 0x07, 0, 0, 0, 0});
    EXPECT_EQ(pixelsOf({.width = 1, .height = 1, .fourCc = "RXGB"}, block), (Pixels{77, 255, 0, 255}));
}

TEST(Dds, DividesByAlphaWhatWasMultiplied) {
    const std::vector<std::byte> block =
        bytes({51, 51, 0, 0, 0, 0, 0, 0, 0x00, 0x30, 0x00, 0x30, 0, 0, 0, 0});
    // Red is 6 of 31, that is 49; 49 * 255 / 51 = 245.
    EXPECT_EQ(pixelsOf({.width = 1, .height = 1, .fourCc = "DXT4"}, block), (Pixels{245, 0, 0, 51}));
    EXPECT_EQ(pixelsOf({.width = 1, .height = 1, .fourCc = "DXT5"}, block), (Pixels{49, 0, 0, 51}));
}

TEST(Dds, ReadsTheExtendedHeader) {
    const auto read = [](std::uint32_t format, const std::vector<std::byte>& pixels) {
        return pixelsOf({.width = 1, .height = 1, .fourCc = "DX10", .dxgi = {format, 3, 0, 1, 0}}, pixels);
    };
    EXPECT_EQ(read(28, bytes({1, 2, 3, 4})), (Pixels{1, 2, 3, 4}));
    EXPECT_EQ(read(87, bytes({1, 2, 3, 4})), (Pixels{3, 2, 1, 4}));
    EXPECT_EQ(read(88, bytes({1, 2, 3, 4})), (Pixels{3, 2, 1, 255}));
    EXPECT_EQ(read(61, bytes({7})), (Pixels{7, 7, 7, 255}));
    EXPECT_EQ(read(115, bytes({0x21, 0x43})), (Pixels{0x33, 0x22, 0x11, 0x44}));
    EXPECT_EQ(read(72, bytes({0x00, 0xF8, 0x1F, 0x00, 0, 0, 0, 0})), (Pixels{255, 0, 0, 255}));
}

TEST(Dds, SaysWhatItDoesNotDecode) {
    const auto dxgi = [](std::uint32_t format) {
        return problemOf({.fourCc = "DX10", .dxgi = {format, 3, 0, 1, 0}});
    };
    EXPECT_EQ(dxgi(98), "dxgiFormat at 0x80: 98 (BC7) is not decoded");
    EXPECT_EQ(dxgi(95), "dxgiFormat at 0x80: 95 (BC6H) is not decoded");
    EXPECT_EQ(dxgi(2), "dxgiFormat at 0x80: 2 is not decoded");
    EXPECT_EQ(problemOf({.fourCc = "UYVY"}),
              "pixelFormat.fourCC at 0x54: 'UYVY' (0x59565955) is not decoded");
    EXPECT_THAT(problemOf(masked(8, {}, 0)),
                HasSubstr("pixelFormat.flags at 0x50: 0x0, neither colours nor"));
    EXPECT_EQ(problemOf(masked(12, {0xF00, 0xF0, 0xF, 0})),
              "pixelFormat.rgbBitCount at 0x58: 12, 8, 16, 24 or 32 is expected");
}

TEST(Dds, WantsASizeOfTheFormatThatIsOne) {
    constexpr std::size_t kSizeOfFormat = 0x4C;
    std::vector<std::byte> file = makeDds({.width = 1, .height = 1}, std::vector<std::byte>(16));
    file[kSizeOfFormat] = std::byte{24};
    Diagnostics diagnostics;
    const Result<Image> image = kDdsFormat.read(file, diagnostics);
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().text(), "pixelFormat.size at 0x4C: 24, 32 is expected");
}

TEST(Dds, TakesTheFirstOfSeveralPictures) {
    Diagnostics diagnostics;
    const auto file = makeDds({.width = 1, .height = 1, .caps2 = 0xFE00}, std::vector<std::byte>(48));
    ASSERT_TRUE(kDdsFormat.read(file, diagnostics));
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kFirstPictureOnly);
    EXPECT_EQ(diagnostics.issues()[0].details, "the faces of a cube");
}

TEST(Dds, RefusesSizesThatLie) {
    EXPECT_EQ(problemOf({.width = 65535, .height = 65535}),
              "width at 0xC: 65535 x 65535 pixels, 1 to 16384 each way are read");
    EXPECT_EQ(problemOf({.width = 0, .height = 4}),
              "width at 0xC: 0 x 4 pixels, 1 to 16384 each way are read");
    EXPECT_EQ(problemOf({.width = 16384, .height = 16384}),
              "width at 0xC: 16384 x 16384 are 268435456 pixels, at most 67108864 are read");
    // The reader checks the file size before it allocates memory.
    EXPECT_EQ(problemOf({.width = 16384, .height = 4096}, bytes({1, 2, 3})),
              "blocks at 0x80: needs 33554432 bytes, 3 are left in file");
}

TEST(Dds, EveryCutFileIsRefused) {
    const std::vector<std::byte> file = makeDds(
        {.width = 8, .height = 8, .fourCc = "DX10", .dxgi = {77, 3, 0, 1, 0}}, std::vector<std::byte>(64));
    Diagnostics diagnostics;
    for (std::size_t size = 0; size < file.size(); ++size)
        EXPECT_FALSE(kDdsFormat.read(std::span(file).first(size), diagnostics)) << size;
    EXPECT_TRUE(kDdsFormat.read(file, diagnostics));
}

}  // namespace
}  // namespace rigkiln::images
