#include "formats/image/tga.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/formats/image/read_tga.hpp"

namespace rigkiln::images {
namespace {

using test::Bytes;
using test::bytesOf;
using test::readImage;
using test::tgaFile;
using test::TgaParts;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr unsigned kTopLeft = 0x20;

// --- true colour

TEST(TgaTrueColour, Has24BitsAsBlueGreenRed) {
    const auto read =
        readTga({.width = 2, .height = 1, .pixelBits = 24, .pixels = bytesOf({1, 2, 3, 0xFD, 0xFE, 0xFF})});
    EXPECT_EQ(read.size, "2 x 1");
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "FFFEFDFF"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(TgaTrueColour, Has32BitsAsBlueGreenRedAlpha) {
    const auto read = readTga(
        {.pixelBits = 32, .descriptor = kTopLeft | kEightAlphaBits, .pixels = bytesOf({1, 2, 3, 0x80})});
    EXPECT_THAT(read.pixels, ElementsAre("03020180"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(TgaTrueColour, WidensFiveBitsSoThatTheLargestIs255) {
    // x RRRRR GGGGG BBBBB: red 31, green 1, blue 16.
    const auto read = readTga({.pixelBits = 15, .pixels = bytesOf({0x30, 0x7C})});
    EXPECT_THAT(read.pixels, ElementsAre("FF0884FF"));
}

TEST(TgaTrueColour, IgnoresTheSixteenthBitWithoutAlphaBits) {
    const auto read =
        readTga({.width = 2, .height = 1, .pixelBits = 16, .pixels = bytesOf({0x00, 0xFC, 0x00, 0x7C})});
    EXPECT_THAT(read.pixels, ElementsAre("FF0000FF", "FF0000FF"));
}

TEST(TgaTrueColour, TakesTheSixteenthBitAsAlphaWithOneAlphaBit) {
    const auto read = readTga({.width = 2,
                               .height = 1,
                               .pixelBits = 16,
                               .descriptor = kTopLeft | 1,
                               .pixels = bytesOf({0x00, 0xFC, 0x00, 0x7C})});
    EXPECT_THAT(read.pixels, ElementsAre("FF0000FF", "FF000000"));
}

TEST(TgaTrueColour, SkipsTheIdAndAColourMap) {
    const auto read = readTga({.colourMapType = 1,
                               .entryCount = 2,
                               .entryBits = 16,
                               .pixelBits = 24,
                               .id = bytesOf({0xAA, 0xAA, 0xAA}),
                               .colourMap = bytesOf({0xBB, 0xBB, 0xBB, 0xBB}),
                               .pixels = bytesOf({1, 2, 3})});
    EXPECT_THAT(read.pixels, ElementsAre("030201FF"));
}

TEST(TgaTrueColour, AllowsBytesBehindThePixels) {
    EXPECT_THAT(readTga({.pixels = bytesOf({1, 2, 3, 4, 5})}).pixels, ElementsAre("030201FF"));
}

// --- place of the first pixel: bit 5 for the top, bit 4 for the right

struct Origin {
    unsigned descriptor;
    std::vector<std::string> pixels;
};

class TgaOrigin : public testing::TestWithParam<Origin> {};

TEST_P(TgaOrigin, SaysWhereTheFirstPixelIs) {
    const auto read = readTga({.imageType = 3,
                               .width = 2,
                               .height = 2,
                               .pixelBits = 8,
                               .descriptor = GetParam().descriptor,
                               .pixels = bytesOf({1, 2, 3, 4})});
    EXPECT_EQ(read.pixels, GetParam().pixels);
}

INSTANTIATE_TEST_SUITE_P(All, TgaOrigin,
                         testing::Values(Origin{0x00, {"030303FF", "040404FF", "010101FF", "020202FF"}},
                                         Origin{0x10, {"040404FF", "030303FF", "020202FF", "010101FF"}},
                                         Origin{0x20, {"010101FF", "020202FF", "030303FF", "040404FF"}},
                                         Origin{0x30, {"020202FF", "010101FF", "040404FF", "030303FF"}}));

// --- grey

TEST(TgaGrey, HasOneOctet) {
    EXPECT_THAT(readTga({.imageType = 3, .pixelBits = 8, .pixels = bytesOf({0x7F})}).pixels,
                ElementsAre("7F7F7FFF"));
}

TEST(TgaGrey, HasAlphaInTheSecondOctet) {
    const auto read = readTga({.imageType = 3,
                               .pixelBits = 16,
                               .descriptor = kTopLeft | kEightAlphaBits,
                               .pixels = bytesOf({0x7F, 0x40})});
    EXPECT_THAT(read.pixels, ElementsAre("7F7F7F40"));
}

// --- colour maps

struct MapEntry {
    unsigned bits;
    Bytes colours;  ///< two entries
    std::vector<std::string> pixels;
};

class TgaColourMap : public testing::TestWithParam<MapEntry> {};

TEST_P(TgaColourMap, GivesPixelsTheirColours) {
    const auto read = readTga({.colourMapType = 1,
                               .imageType = 1,
                               .entryCount = 2,
                               .entryBits = GetParam().bits,
                               .width = 2,
                               .height = 1,
                               .pixelBits = 8,
                               .colourMap = GetParam().colours,
                               .pixels = bytesOf({1, 0})});
    EXPECT_EQ(read.pixels, GetParam().pixels);
}

INSTANTIATE_TEST_SUITE_P(
    OfEachDepth, TgaColourMap,
    testing::Values(MapEntry{15, bytesOf({0x00, 0x7C, 0x1F, 0x00}), {"0000FFFF", "FF0000FF"}},
                    MapEntry{16, bytesOf({0x00, 0x7C, 0x1F, 0x80}), {"0000FFFF", "FF0000FF"}},
                    MapEntry{24, bytesOf({1, 2, 3, 4, 5, 6}), {"060504FF", "030201FF"}},
                    MapEntry{32, bytesOf({1, 2, 3, 0x80, 4, 5, 6, 0xFF}), {"060504FF", "03020180"}}));

const TgaParts kThreeColours{.colourMapType = 1,
                             .imageType = 1,
                             .firstEntry = 5,
                             .entryCount = 3,
                             .entryBits = 24,
                             .width = 3,
                             .height = 1,
                             .pixelBits = 8,
                             .colourMap = bytesOf({1, 1, 1, 2, 2, 2, 3, 3, 3}),
                             .pixels = bytesOf({7, 6, 5})};

TEST(TgaColourMap, StartsAtItsFirstEntry) {
    EXPECT_THAT(readTga(kThreeColours).pixels, ElementsAre("030303FF", "020202FF", "010101FF"));
}

TEST(TgaColourMap, HasTheFirstColourForOthersAndTellsItOnce) {
    TgaParts parts = kThreeColours;
    parts.pixels = bytesOf({8, 4, 6});
    const auto read = readTga(parts);
    EXPECT_THAT(read.pixels, ElementsAre("010101FF", "010101FF", "020202FF"));
    EXPECT_THAT(
        read.issues,
        ElementsAre("image.palette-index: 2 pixels, the highest number is 8, the colours are 5 to 7"));
}

TEST(TgaColourMap, IsNamedBySixteenBitsAsWell) {
    TgaParts parts = kThreeColours;
    parts.firstEntry = 0x1234;
    parts.pixelBits = 16;
    parts.pixels = bytesOf({0x34, 0x12, 0x36, 0x12, 0x35, 0x12});
    EXPECT_THAT(readTga(parts).pixels, ElementsAre("010101FF", "030303FF", "020202FF"));
}

// --- packets

TEST(TgaPackets, RepeatAColour) {
    const auto read = readTga({.imageType = 10, .width = 3, .height = 1, .pixels = bytesOf({0x82, 1, 2, 3})});
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "030201FF", "030201FF"));
}

TEST(TgaPackets, ListColours) {
    const auto read =
        readTga({.imageType = 10, .width = 2, .height = 1, .pixels = bytesOf({0x01, 1, 2, 3, 4, 5, 6})});
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "060504FF"));
}

TEST(TgaPackets, MayCrossRows) {
    const auto read = readTga({.imageType = 11,
                               .width = 2,
                               .height = 3,
                               .pixelBits = 8,
                               .pixels = bytesOf({0x82, 1, 0x02, 2, 3, 4})});
    EXPECT_THAT(read.pixels,
                ElementsAre("010101FF", "010101FF", "010101FF", "020202FF", "030303FF", "040404FF"));
}

TEST(TgaPackets, PackNumbersOfColours) {
    TgaParts parts = kThreeColours;
    parts.imageType = 9;
    parts.pixels = bytesOf({0x81, 7, 0x00, 5});
    EXPECT_THAT(readTga(parts).pixels, ElementsAre("030303FF", "030303FF", "010101FF"));
}

TEST(TgaPackets, Have128PixelsAtMost) {
    const auto read = readTga(
        {.imageType = 11, .width = 129, .height = 1, .pixelBits = 8, .pixels = bytesOf({0xFF, 1, 0x80, 2})});
    ASSERT_EQ(read.pixels.size(), 129U) << read.error;
    EXPECT_EQ(read.pixels[127], "010101FF");
    EXPECT_EQ(read.pixels[128], "020202FF");
}

TEST(TgaPackets, MayNotGoPastTheImage) {
    const auto read = readTga(
        {.imageType = 11, .width = 2, .height = 2, .pixelBits = 8, .pixels = bytesOf({0x82, 1, 0x81, 2})});
    EXPECT_EQ(read.error, "row[1].pixel[1].packet at 0x14: 2 pixels, 1 are left of the image");
}

TEST(TgaPackets, MayNotEndEarly) {
    const auto read = readTga({.imageType = 10,
                               .width = 2,
                               .height = 2,
                               .pixelBits = 24,
                               .pixels = bytesOf({0x80, 1, 2, 3, 0x02, 4, 5, 6, 7})});
    EXPECT_EQ(read.error, "row[0].pixel[1].colours at 0x17: needs 9 bytes, 4 are left in file");
}

TEST(TgaPackets, AreRefusedBeforeMemoryIsTakenForMoreThanTheyCanFill) {
    const auto read = readTga(
        {.imageType = 10, .width = 16384, .height = 4096, .pixelBits = 32, .pixels = test::Bytes(50)});
    EXPECT_EQ(read.error,
              "packets at 0x12: 67108864 pixels need at least 2621440 bytes, 50 are left in file");
}

// --- damage

struct TgaDefect {
    TgaParts parts;
    std::string error;
};

class BadTgaHeader : public testing::TestWithParam<TgaDefect> {};

TEST_P(BadTgaHeader, IsRefusedWithTheFieldAndWhatIsRead) {
    EXPECT_EQ(readTga(GetParam().parts).error, GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadTgaHeader,
    testing::Values(
        TgaDefect{{.colourMapType = 2}, "colour map type at 0x1: 2, 0 (none) and 1 (there is one) are known"},
        TgaDefect{{.imageType = 0}, "image type at 0x2: 0, the file holds no image"},
        TgaDefect{{.imageType = 32}, "image type at 0x2: 32, Huffman-coded images are not read"},
        TgaDefect{{.imageType = 4}, "image type at 0x2: 4, 1, 2, 3, 9, 10 and 11 are known"},
        TgaDefect{{.imageType = 1, .pixelBits = 8},
                  "colour map length at 0x5: 0 colours of a map of type 0, an image of type 1 needs at least "
                  "1 of type 1"},
        TgaDefect{{.colourMapType = 1, .imageType = 1, .entryCount = 1, .entryBits = 8, .pixelBits = 8},
                  "colour map depth at 0x7: 8 bits, 15, 16, 24 and 32 are read"},
        TgaDefect{{.width = 0}, "width at 0xC: 0 x 1 pixels, 1 to 16384 each way are read"},
        TgaDefect{{.height = 20000}, "width at 0xC: 1 x 20000 pixels, 1 to 16384 each way are read"},
        TgaDefect{{.pixelBits = 12},
                  "pixel depth at 0x10: 12 bits, 15, 16, 24 and 32 are read for image type 2"},
        TgaDefect{{.imageType = 11, .pixelBits = 24},
                  "pixel depth at 0x10: 24 bits, 8 and 16 are read for image type 11"},
        TgaDefect{{.descriptor = 0x40},
                  "descriptor at 0x11: 0x40, interleaved rows (bits 6 and 7) are not read"}));

TEST(DamagedTga, NamesTheFirstPixelThatIsMissing) {
    const auto read = readTga(
        {.width = 2, .height = 3, .pixelBits = 24, .pixels = bytesOf({1, 2, 3, 4, 5, 6, 7, 8, 9, 10})});
    EXPECT_EQ(read.error, "row[1].pixel[1] at 0x1B: needs 3 bytes, 1 are left in file");
}

TEST(DamagedTga, NamesTheFieldOfTheHeaderThatIsMissing) {
    Bytes file = tgaFile({});
    file.resize(9);
    const auto read = readImage(kTgaFormat, file);
    EXPECT_EQ(read.error, "x origin at 0x8: needs 2 bytes, 1 are left in file");
}

TEST(DamagedTga, NamesAColourMapThatIsMissing) {
    TgaParts parts = kThreeColours;
    parts.entryCount = 300;
    EXPECT_EQ(readTga(parts).error, "colour map at 0x12: needs 900 bytes, 12 are left in file");
}

TEST(DamagedTga, IsHandledWhereverItIsCutOffAndWhicheverByteChanges) {
    TgaParts packed = kThreeColours;
    packed.imageType = 9;
    packed.id = bytesOf({'i', 'd'});
    packed.pixels = bytesOf({0x81, 7, 0x00, 5});
    for (const TgaParts& parts : {packed, kThreeColours})
        test::expectHandledWhenDamaged(kTgaFormat, tgaFile(parts));
}

}  // namespace
}  // namespace rigkiln::images
