#include "formats/image/bmp.hpp"

#include <cstdint>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/image/bmp_builder.hpp"

namespace rigkiln::images {
namespace {

using test::bmpFile;
using test::BmpParts;
using test::Bytes;
using test::bytesOf;
using test::readImage;
using testing::ElementsAre;
using testing::IsEmpty;

test::ReadOutcome readBmp(const BmpParts& parts) {
    return readImage(kBmpFormat, bmpFile(parts));
}

// Blue, green, red, and an unused byte.
const Bytes kFourColours = bytesOf({1, 1, 1, 0, 2, 2, 2, 0, 3, 3, 3, 0, 4, 4, 4, 0});

constexpr std::uint32_t kMasks = 3;
constexpr std::uint32_t kMasksWithAlpha = 6;

// --- plain pixels

TEST(BmpPixels, StandBottomUpInRowsOfFourOctets) {
    const auto read =
        readBmp({.width = 1, .height = 2, .bits = 24, .pixels = bytesOf({1, 2, 3, 0xAA, 4, 5, 6, 0xAA})});
    EXPECT_EQ(read.size, "1 x 2");
    EXPECT_THAT(read.pixels, ElementsAre("060504FF", "030201FF"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(BmpPixels, StandTopDownWhenTheHeightIsNegative) {
    const auto read =
        readBmp({.width = 1, .height = -2, .bits = 24, .pixels = bytesOf({1, 2, 3, 0xAA, 4, 5, 6, 0xAA})});
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "060504FF"));
}

TEST(BmpPixels, NeedNoPaddingBehindTheLastRow) {
    EXPECT_THAT(readBmp({.bits = 24, .pixels = bytesOf({1, 2, 3})}).pixels, ElementsAre("030201FF"));
}

TEST(BmpPixels, MayStandAnywhereBehindTheHeaders) {
    const auto read = readBmp({.bits = 24, .gap = Bytes(7), .pixels = bytesOf({1, 2, 3})});
    EXPECT_THAT(read.pixels, ElementsAre("030201FF"));
}

TEST(BmpPixels, HaveFiveBitsEachInSixteenWithoutMasks) {
    // x RRRRR GGGGG BBBBB: red 31, green 3, blue 16; the highest bit is unused.
    const auto read = readBmp({.bits = 16, .pixels = bytesOf({0x70, 0x7C, 0, 0})});
    EXPECT_THAT(read.pixels, ElementsAre("FF1984FF"));
}

// --- the fourth octet

BmpParts twoPixelsOf32Bits(unsigned first, unsigned second) {
    return {.width = 2, .height = 1, .bits = 32, .pixels = bytesOf({1, 2, 3, first, 4, 5, 6, second})};
}

TEST(BmpFourthOctet, IsAlphaWhenAPixelHasSome) {
    const auto read = readBmp(twoPixelsOf32Bits(0, 0x40));
    EXPECT_THAT(read.pixels, ElementsAre("03020100", "06050440"));
    EXPECT_THAT(read.issues, ElementsAre("image.alpha-undeclared: alpha from 0 to 64"));
}

TEST(BmpFourthOctet, MeansNothingWhenItIsZeroEverywhere) {
    const auto read = readBmp(twoPixelsOf32Bits(0, 0));
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "060504FF"));
    EXPECT_THAT(read.issues, IsEmpty());
}

// --- colour maps

struct Indexed {
    unsigned bits;
    Bytes pixels;  ///< indices 1, 0, 1 in a row
};

class BmpColourMap : public testing::TestWithParam<Indexed> {};

TEST_P(BmpColourMap, IsNamedFromTheHighBitsDown) {
    const auto read = readBmp({.width = 3,
                               .height = 1,
                               .bits = GetParam().bits,
                               .coloursUsed = 2,
                               .colours = bytesOf({1, 2, 3, 0, 4, 5, 6, 0}),
                               .pixels = GetParam().pixels});
    EXPECT_THAT(read.pixels, ElementsAre("060504FF", "030201FF", "060504FF"));
    EXPECT_THAT(read.issues, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(OfEachDepth, BmpColourMap,
                         testing::Values(Indexed{1, bytesOf({0xA0, 0, 0, 0})},
                                         Indexed{2, bytesOf({0x44, 0, 0, 0})},
                                         Indexed{4, bytesOf({0x10, 0x10, 0, 0})},
                                         Indexed{8, bytesOf({1, 0, 1, 0})}));

BmpParts fourColours(const Bytes& pixels) {
    return {.width = 2, .height = 1, .bits = 8, .coloursUsed = 4, .colours = kFourColours, .pixels = pixels};
}

TEST(BmpColourMap, HasTheFirstColourForOthersAndTellsItOnce) {
    const auto read = readBmp(fourColours(bytesOf({4, 9, 0, 0})));
    EXPECT_THAT(read.pixels, ElementsAre("010101FF", "010101FF"));
    EXPECT_THAT(
        read.issues,
        ElementsAre("image.palette-index: 2 pixels, the highest number is 9, the colours are 0 to 3"));
}

TEST(BmpColourMap, MayBeShorterThanItSays) {
    BmpParts parts = fourColours(bytesOf({3, 2, 0, 0}));
    parts.coloursUsed = 0;  // 256
    EXPECT_THAT(readBmp(parts).pixels, ElementsAre("040404FF", "030303FF"));
}

TEST(BmpColourMap, MayBeLongerThanPixelsCanName) {
    const auto read =
        readBmp({.bits = 1, .coloursUsed = 4, .colours = kFourColours, .pixels = bytesOf({0x80})});
    EXPECT_THAT(read.pixels, ElementsAre("020202FF"));
}

TEST(BmpColourMap, NeedsAColour) {
    const auto read = readBmp({.bits = 8, .colours = bytesOf({1, 2}), .pixels = bytesOf({0, 0, 0, 0})});
    EXPECT_EQ(read.error,
              "colours at 0x36: 2 bytes are in front of the pixels, at least 1 colour of 4 bytes is needed");
}

// --- headers

TEST(BmpHeaders, OfOs2HaveShortSizesAndColoursOfThreeOctets) {
    const auto read = readBmp({.headerBytes = 12,
                               .width = 2,
                               .height = 1,
                               .bits = 4,
                               .colours = bytesOf({1, 2, 3, 4, 5, 6}),
                               .pixels = bytesOf({0x10, 0, 0, 0})});
    EXPECT_THAT(read.pixels, ElementsAre("060504FF", "030201FF"));
}

class LongerBmpHeader : public testing::TestWithParam<std::uint32_t> {};

TEST_P(LongerBmpHeader, IsReadAsTheInfoHeaderIs) {
    BmpParts parts = fourColours(bytesOf({3, 1, 0, 0}));
    parts.headerBytes = GetParam();
    EXPECT_THAT(readBmp(parts).pixels, ElementsAre("040404FF", "020202FF"));
}

INSTANTIATE_TEST_SUITE_P(Lengths, LongerBmpHeader, testing::Values(16U, 40U, 52U, 56U, 64U, 108U, 124U));

// --- masks

Bytes masks(std::initializer_list<std::uint32_t> numbers) {
    Bytes bytes;
    for (const std::uint32_t number : numbers) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            bytes.push_back(static_cast<std::byte>(number >> shift & 0xFFU));
    }
    return bytes;
}

TEST(BmpMasks, StandBehindTheInfoHeader) {
    // 5 bits red, 6 green, 5 blue: 31, 1, 16.
    const auto read = readBmp({.bits = 16,
                               .compression = kMasks,
                               .masks = masks({0xF800, 0x07E0, 0x001F}),
                               .pixels = bytesOf({0x30, 0xF8, 0, 0})});
    EXPECT_THAT(read.pixels, ElementsAre("FF0484FF"));
}

TEST(BmpMasks, StandInLaterHeadersWithOneForAlpha) {
    for (const std::uint32_t headerBytes : {56U, 108U, 124U}) {
        const auto read = readBmp({.headerBytes = headerBytes,
                                   .bits = 16,
                                   .compression = kMasks,
                                   .masks = masks({0x0F00, 0x00F0, 0x000F, 0xF000}),
                                   .pixels = bytesOf({0x34, 0x12, 0, 0})});
        EXPECT_THAT(read.pixels, ElementsAre("22334411")) << headerBytes;
    }
}

TEST(BmpMasks, HaveNoAlphaInTheSecondHeader) {
    const auto read = readBmp({.headerBytes = 52,
                               .bits = 32,
                               .compression = kMasks,
                               .masks = masks({0xFF, 0xFF00, 0xFF0000}),
                               .pixels = bytesOf({1, 2, 3, 4})});
    EXPECT_THAT(read.pixels, ElementsAre("010203FF"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(BmpMasks, StandBehindTheInfoHeaderWithOneForAlphaToo) {
    const auto read = readBmp({.bits = 32,
                               .compression = kMasksWithAlpha,
                               .masks = masks({0xFF, 0xFF00, 0xFF0000, 0xFF000000}),
                               .pixels = bytesOf({1, 2, 3, 4})});
    EXPECT_THAT(read.pixels, ElementsAre("01020304"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(BmpMasks, OfAnyWidthAreBroughtToEightBits) {
    // 10 bits red, all set; 1 bit green, set; 21 bits blue, at half of the range.
    const auto read = readBmp({.bits = 32,
                               .compression = kMasks,
                               .masks = masks({0xFFC00000, 0x00200000, 0x001FFFFF}),
                               .pixels = bytesOf({0x00, 0x00, 0xF0, 0xFF})});
    EXPECT_THAT(read.pixels, ElementsAre("FFFF80FF"));
}

TEST(BmpMasks, OfAllBitsAreRead) {
    const auto read = readBmp({.bits = 32,
                               .compression = kMasks,
                               .masks = masks({0xFFFFFFFF, 0, 0}),
                               .pixels = bytesOf({0xFF, 0xFF, 0xFF, 0xFF})});
    EXPECT_THAT(read.pixels, ElementsAre("FF0000FF"));
}

struct BadMasks {
    std::uint32_t red;
    std::uint32_t green;
    std::string error;
};

class BadBmpMasks : public testing::TestWithParam<BadMasks> {};

TEST_P(BadBmpMasks, AreRefused) {
    const auto read = readBmp({.bits = 16,
                               .compression = kMasks,
                               .masks = masks({GetParam().red, GetParam().green, 0}),
                               .pixels = bytesOf({0, 0, 0, 0})});
    EXPECT_EQ(read.error, GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadBmpMasks,
    testing::Values(BadMasks{0xF800, 0x0505,
                             "green mask at 0x3A: 0x00000505, its bits must stand side by side"},
                    BadMasks{0x1F800, 0, "red mask at 0x36: 0x0001F800, a pixel has 16 bits"},
                    BadMasks{0, 0, "red mask at 0x36: no colour has a bit, at least 1 is needed"}));

// --- recognising

TEST(RecogniseBmp, GoesByTheLettersAndTheLengthOfTheHeader) {
    EXPECT_TRUE(kBmpFormat.recognise(bmpFile({}), ""));
    EXPECT_FALSE(kBmpFormat.recognise(bmpFile({.headerBytes = 41}), ""));
    EXPECT_FALSE(kBmpFormat.recognise(bytesOf({'B', 'M', 'X'}), ""));
}

TEST(RecogniseBmp, GoesByTheLettersAndTheExtension) {
    EXPECT_TRUE(kBmpFormat.recognise(bmpFile({.headerBytes = 41}), ".bmp"));
    EXPECT_FALSE(kBmpFormat.recognise(bytesOf({'M', 'B'}), ".bmp"));
    EXPECT_FALSE(kBmpFormat.recognise({}, ".bmp"));
}

// --- damage

struct BadHeader {
    BmpParts parts;
    std::string error;
};

class BadBmpHeader : public testing::TestWithParam<BadHeader> {};

TEST_P(BadBmpHeader, IsRefusedWithTheFieldAndWhatIsRead) {
    EXPECT_EQ(readBmp(GetParam().parts).error, GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadBmpHeader,
    testing::Values(
        BadHeader{{.headerBytes = 41},
                  "header size at 0xE: 41 bytes, 12, 16, 40, 52, 56, 64, 108, 124 are known"},
        BadHeader{{.width = -1}, "width at 0x12: -1, at least 1 is needed"},
        BadHeader{{.width = 0}, "width at 0x12: 0 x 1 pixels, 1 to 16384 each way are read"},
        BadHeader{{.height = std::numeric_limits<std::int32_t>::min()},
                  "width at 0x12: 1 x 2147483648 pixels, 1 to 16384 each way are read"},
        BadHeader{{.bits = 7}, "bits at 0x1C: 7, 1, 2, 4, 8, 16, 24 and 32 are read"},
        BadHeader{{.headerBytes = 12, .bits = 7}, "bits at 0x18: 7, 1, 2, 4, 8, 16, 24 and 32 are read"},
        BadHeader{{.bits = 0, .compression = 4},
                  "compression at 0x1E: 4 (a JPEG inside), 0, 1, 2, 3 and 6 are read"},
        BadHeader{{.bits = 0, .compression = 5},
                  "compression at 0x1E: 5 (a PNG inside), 0, 1, 2, 3 and 6 are read"},
        BadHeader{{.bits = 32, .compression = 11},
                  "compression at 0x1E: 11 (CMYK), 0, 1, 2, 3 and 6 are read"},
        BadHeader{{.bits = 8, .compression = 99},
                  "compression at 0x1E: 99 (unknown), 0, 1, 2, 3 and 6 are read"},
        BadHeader{{.headerBytes = 64, .bits = 1, .compression = 3},
                  "compression at 0x1E: 3 (Huffman-coded rows), 0, 1, 2, 3 and 6 are read"},
        BadHeader{{.headerBytes = 64, .bits = 24, .compression = 4},
                  "compression at 0x1E: 4 (packed 24-bit rows), 0, 1, 2, 3 and 6 are read"},
        BadHeader{{.bits = 24, .compression = 1},
                  "compression at 0x1E: 1 with 24 bits, 1 goes with 8, 2 with 4, 3 and 6 go with 16 and 32"},
        BadHeader{{.bits = 24, .compression = 3},
                  "compression at 0x1E: 3 with 24 bits, 1 goes with 8, 2 with 4, 3 and 6 go with 16 and 32"},
        BadHeader{{.pixelOffset = 53}, "pixel offset at 0xA: 53, the headers end at 54 and the file at 54"},
        BadHeader{{.pixelOffset = 55}, "pixel offset at 0xA: 55, the headers end at 54 and the file at 54"}));

TEST(DamagedBmp, NamesTheFirstPixelThatIsMissing) {
    const auto read = readBmp({.width = 2, .height = 2, .bits = 24, .pixels = Bytes(12)});
    EXPECT_EQ(read.error, "row[1].pixel[1] at 0x41: needs 3 bytes, 1 are left in file");
}

TEST(DamagedBmp, NamesThePixelBehindAnOctetOfSmallOnes) {
    const auto read =
        readBmp({.width = 33, .height = 1, .bits = 1, .colours = kFourColours, .pixels = Bytes(2)});
    EXPECT_EQ(read.error, "row[0].pixel[16] at 0x48: needs 1 bytes, 0 are left in file");
}

TEST(DamagedBmp, NamesTheNextRowWhenItEndsInPadding) {
    const auto read = readBmp({.width = 1, .height = 2, .bits = 24, .pixels = Bytes(3)});
    EXPECT_EQ(read.error, "row[1].pixel[0] at 0x39: needs 3 bytes, 0 are left in file");
}

TEST(DamagedBmp, NamesAHeaderThatIsMissing) {
    Bytes file = bmpFile({});
    file.resize(30);
    const auto read = readImage(kBmpFormat, file);
    EXPECT_EQ(read.error, "header at 0x12: needs 36 bytes, 12 are left in file");
}

TEST(DamagedBmp, IsHandledWhereverItIsCutOffAndWhicheverByteChanges) {
    const BmpParts masked{.headerBytes = 56,
                          .width = 2,
                          .height = 2,
                          .bits = 16,
                          .compression = kMasks,
                          .masks = masks({0x0F00, 0x00F0, 0x000F, 0xF000}),
                          .pixels = Bytes(8)};
    BmpParts packed = fourColours(bytesOf({2, 1, 0, 0, 0, 2, 0, 1, 0, 3, 1, 2, 3, 0, 0, 1}));
    packed.compression = 1;
    packed.height = 4;
    for (const BmpParts& parts : {masked, packed, twoPixelsOf32Bits(0, 9), fourColours(Bytes(4))})
        test::expectHandledWhenDamaged(kBmpFormat, bmpFile(parts));
}

}  // namespace
}  // namespace rigkiln::images
