#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/image/bmp.hpp"
#include "formats/image/tga.hpp"
#include "tests/support/image/bmp_builder.hpp"
#include "tests/support/image/magick.hpp"
#include "tests/support/image/tga_builder.hpp"
#include "tests/support/temporary_folder.hpp"

/// Compares decoding of files that ImageMagick does not write itself. Skipped where ImageMagick is not
/// installed.
namespace rigkiln::images {
namespace {

using test::Bytes;
using test::kFiveBitTolerance;
using test::kTrialSizes;
using test::magickProgram;
using test::noise;
using test::PixelSize;

// --- TGA

struct BuiltTgaKind {
    std::string name;
    test::TgaParts parts;
    int tolerance = 0;
};

std::size_t bytesFor(unsigned bits) {
    return (bits + 7U) / 8U;
}

/// Packets of random kinds and lengths for `pixelCount` pixels.
Bytes packed(std::size_t pixelCount, std::size_t pixelBytes, std::mt19937& random) {
    constexpr std::size_t kMaximumCount = 128;
    Bytes packets;
    while (pixelCount > 0) {
        const std::size_t count = std::min<std::size_t>(1 + random() % kMaximumCount, pixelCount);
        const bool isRun = random() % 2 == 0;
        packets.push_back(static_cast<std::byte>((count - 1) | (isRun ? 0x80U : 0U)));
        const Bytes colours = noise(isRun ? pixelBytes : count * pixelBytes, random);
        packets.insert(packets.end(), colours.begin(), colours.end());
        pixelCount -= count;
    }
    return packets;
}

Bytes builtTga(test::TgaParts parts, const PixelSize& size, std::mt19937& random) {
    const std::size_t pixelCount = std::size_t{size.width} * size.height;
    const std::size_t pixelBytes = bytesFor(parts.pixelBits);
    parts.width = size.width;
    parts.height = size.height;
    parts.colourMap = noise(parts.entryCount * bytesFor(parts.entryBits), random);
    parts.pixels = parts.imageType >= 9 ? packed(pixelCount, pixelBytes, random)
                                        : noise(pixelCount * pixelBytes, random);
    parts.id = noise(random() % 20, random);
    return test::tgaFile(parts);
}

class BuiltTga : public testing::TestWithParam<BuiltTgaKind> {
protected:
    void SetUp() override {
        ASSERT_FALSE(magickProgram().empty()) << "ImageMagick is not in PATH; tools/setup test installs it";
    }
};

TEST_P(BuiltTga, HasTheSamePixelsFromEachCorner) {
    const test::TemporaryFolder folder;
    std::mt19937 random(2);
    std::vector<std::filesystem::path> files;
    for (const PixelSize& size : kTrialSizes) {
        for (const unsigned origin : {0x00U, 0x10U, 0x20U, 0x30U}) {
            test::TgaParts parts = GetParam().parts;
            parts.descriptor |= origin;
            const std::string name = fmt::format("{} x {}, origin 0x{:02X}", size.width, size.height, origin);
            files.push_back(folder.write(name, builtTga(parts, size, random)));
        }
    }
    test::expectSameAsMagick(kTgaFormat, files, GetParam().tolerance);
}

test::TgaParts plain(unsigned imageType, unsigned pixelBits, unsigned alphaBits) {
    return {.imageType = imageType, .pixelBits = pixelBits, .descriptor = alphaBits};
}

test::TgaParts mapped(unsigned imageType, unsigned entryBits, unsigned alphaBits) {
    return {.colourMapType = 1,
            .imageType = imageType,
            .entryCount = 256,
            .entryBits = entryBits,
            .pixelBits = 8,
            .descriptor = alphaBits};
}

INSTANTIATE_TEST_SUITE_P(
    All, BuiltTga,
    testing::Values(BuiltTgaKind{"Colour15", plain(2, 15, 0), kFiveBitTolerance},
                    BuiltTgaKind{"Colour16", plain(2, 16, 0), kFiveBitTolerance},
                    BuiltTgaKind{"Colour16Alpha", plain(2, 16, 1), kFiveBitTolerance},
                    BuiltTgaKind{"Colour24", plain(2, 24, 0)}, BuiltTgaKind{"Colour32", plain(2, 32, 8)},
                    BuiltTgaKind{"Colour16Packed", plain(10, 16, 0), kFiveBitTolerance},
                    BuiltTgaKind{"Colour24Packed", plain(10, 24, 0)},
                    BuiltTgaKind{"Colour32Packed", plain(10, 32, 8)}, BuiltTgaKind{"Grey8", plain(3, 8, 0)},
                    BuiltTgaKind{"Grey8Packed", plain(11, 8, 0)},
                    BuiltTgaKind{"Mapped15", mapped(1, 15, 0), kFiveBitTolerance},
                    BuiltTgaKind{"Mapped16", mapped(1, 16, 0), kFiveBitTolerance},
                    BuiltTgaKind{"Mapped24", mapped(1, 24, 0)}, BuiltTgaKind{"Mapped32", mapped(1, 32, 8)},
                    BuiltTgaKind{"Mapped24Packed", mapped(9, 24, 0)}),
    [](const auto& built) { return built.param.name; });

// --- BMP

struct BuiltBmpKind {
    std::string name;
    test::BmpParts parts;
    int tolerance = 0;
};

// Without this, GoogleTest prints the bytes of the object.
std::ostream& operator<<(std::ostream& stream, const BuiltBmpKind& kind) {
    return stream << kind.name;
}

void add(Bytes& bytes, std::initializer_list<std::size_t> octets) {
    for (const std::size_t octet : octets)
        bytes.push_back(static_cast<std::byte>(octet));
}

/// Packets of random kinds and lengths for one row: runs, lists, and moves to the right.
void addPacketsOfRow(Bytes& packets, std::size_t width, unsigned bits, std::mt19937& random) {
    constexpr std::size_t kMaximumCount = 255;
    constexpr std::size_t kShortestList = 3;
    for (std::size_t left = width; left > 0;) {
        const std::size_t count = std::min<std::size_t>(1 + random() % kMaximumCount, left);
        const auto kind = random() % 8;
        if (kind == 0) {
            add(packets, {0, 2, count, 0});
        } else if (kind < 4 && count >= kShortestList) {
            const std::size_t octets = (count * bits + 7) / 8;
            add(packets, {0, count});
            const Bytes list = noise(octets + octets % 2, random);
            packets.insert(packets.end(), list.begin(), list.end());
        } else {
            add(packets, {count, random() & 0xFFU});
        }
        left -= count;
    }
}

Bytes bmpPackets(const PixelSize& size, unsigned bits, std::mt19937& random) {
    Bytes packets;
    for (unsigned row = 0; row < size.height; ++row) {
        addPacketsOfRow(packets, size.width, bits, random);
        add(packets, {0, 0});
    }
    add(packets, {0, 1});
    return packets;
}

Bytes builtBmp(test::BmpParts parts, const PixelSize& size, std::mt19937& random) {
    parts.width = static_cast<std::int32_t>(size.width);
    parts.height = static_cast<std::int32_t>(size.height);
    if (parts.bits <= 8) parts.colours = noise((std::size_t{1} << parts.bits) * 4, random);
    const std::size_t rowBytes = (std::size_t{size.width} * parts.bits + 31) / 32 * 4;
    const bool isPacked = parts.compression == 1 || parts.compression == 2;
    parts.pixels = isPacked ? bmpPackets(size, parts.bits, random) : noise(rowBytes * size.height, random);
    return test::bmpFile(parts);
}

class BuiltBmp : public testing::TestWithParam<BuiltBmpKind> {
protected:
    void SetUp() override {
        ASSERT_FALSE(magickProgram().empty()) << "ImageMagick is not in PATH; tools/setup test installs it";
    }
};

TEST_P(BuiltBmp, HasTheSamePixels) {
    const test::TemporaryFolder folder;
    std::mt19937 random(3);
    std::vector<std::filesystem::path> files;
    for (const PixelSize& size : kTrialSizes) {
        const std::string name = fmt::format("{} x {}", size.width, size.height);
        files.push_back(folder.write(name, builtBmp(GetParam().parts, size, random)));
    }
    test::expectSameAsMagick(kBmpFormat, files, GetParam().tolerance);
}

const Bytes kRedFirst = test::bytesOf({0xFF, 0, 0, 0, 0, 0xFF, 0, 0, 0, 0, 0xFF, 0});
const Bytes kRedFirstAndAlpha = test::joined({kRedFirst, test::bytesOf({0, 0, 0, 0xFF})});

INSTANTIATE_TEST_SUITE_P(
    All, BuiltBmp,
    testing::Values(
        BuiltBmpKind{"Colours2", {.bits = 1}}, BuiltBmpKind{"Colours16", {.bits = 4}},
        BuiltBmpKind{"Colours256", {.bits = 8}}, BuiltBmpKind{"Rle8", {.bits = 8, .compression = 1}},
        BuiltBmpKind{"Rle4", {.bits = 4, .compression = 2}},
        BuiltBmpKind{"Bits16", {.bits = 16}, kFiveBitTolerance},
        BuiltBmpKind{"Masks", {.bits = 32, .compression = 3, .masks = kRedFirst}},
        BuiltBmpKind{"MasksInside", {.headerBytes = 56, .bits = 32, .compression = 3, .masks = kRedFirst}},
        BuiltBmpKind{"MasksWithAlpha",
                     {.headerBytes = 108, .bits = 32, .compression = 3, .masks = kRedFirstAndAlpha}},
        BuiltBmpKind{"Undeclared32", {.bits = 32}}),
    [](const auto& built) { return built.param.name; });

}  // namespace
}  // namespace rigkiln::images
