#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/formats/image/read_tga.hpp"

/// Tests the meaning of TGA alpha, which the header or the extension area may state or leave open.
namespace rigkiln::images {
namespace {

using test::Bytes;
using test::bytesOf;
using test::readImage;
using test::tgaFile;
using test::TgaParts;
using testing::ElementsAre;
using testing::IsEmpty;

// --- alpha not described by the header

TgaParts twoPixelsWithAlpha(unsigned first, unsigned second) {
    return {.width = 2, .height = 1, .pixelBits = 32, .pixels = bytesOf({1, 2, 3, first, 4, 5, 6, second})};
}

TEST(TgaAlpha, CountsUndeclaredWhenAPixelHasSome) {
    const auto read = readTga(twoPixelsWithAlpha(0, 0x40));
    EXPECT_THAT(read.pixels, ElementsAre("03020100", "06050440"));
    EXPECT_THAT(read.issues, ElementsAre("image.alpha-undeclared: alpha from 0 to 64"));
}

TEST(TgaAlpha, IsFullWhenUndeclaredAndZeroEverywhere) {
    const auto read = readTga(twoPixelsWithAlpha(0, 0));
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "060504FF"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(TgaAlpha, IsNothingToTellWhenUndeclaredAndFull) {
    const auto read = readTga(twoPixelsWithAlpha(0xFF, 0xFF));
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "060504FF"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(TgaAlpha, StaysZeroEverywhereWhenDeclared) {
    TgaParts parts = twoPixelsWithAlpha(0, 0);
    parts.descriptor |= kEightAlphaBits;
    EXPECT_THAT(readTga(parts).pixels, ElementsAre("03020100", "06050400"));
}

TEST(TgaAlpha, CountsUndeclaredInColourMaps) {
    const auto read = readTga({.colourMapType = 1,
                               .imageType = 1,
                               .entryCount = 1,
                               .entryBits = 32,
                               .pixelBits = 8,
                               .colourMap = bytesOf({1, 2, 3, 0x80}),
                               .pixels = bytesOf({0})});
    EXPECT_THAT(read.pixels, ElementsAre("03020180"));
    EXPECT_THAT(read.issues, ElementsAre("image.alpha-undeclared: alpha from 128 to 128"));
}

// --- alpha described by the extension area

class TgaWithoutAlpha : public testing::TestWithParam<unsigned> {};

TEST_P(TgaWithoutAlpha, IsOpaqueWhateverTheHeaderSays) {
    TgaParts parts = twoPixelsWithAlpha(0x10, 0x40);
    parts.descriptor |= kEightAlphaBits;
    parts.attributes = GetParam();
    const auto read = readTga(parts);
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "060504FF"));
    EXPECT_THAT(read.issues, ElementsAre("image.alpha-ignored: values from 16 to 64"));
}

INSTANTIATE_TEST_SUITE_P(AttributesTypes, TgaWithoutAlpha, testing::Values(1U, 2U));

TEST(TgaExtensionArea, SaysThatThereIsNoAlphaWhereTheHeaderCountsNoBits) {
    TgaParts parts = twoPixelsWithAlpha(0x10, 0x40);
    parts.attributes = 0;
    const auto read = readTga(parts);
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "060504FF"));
    EXPECT_THAT(read.issues, ElementsAre("image.alpha-ignored: values from 16 to 64"));
}

TEST(TgaExtensionArea, IsNotBelievedWhereItDeniesTheBitsOfTheHeader) {
    TgaParts parts = twoPixelsWithAlpha(0x10, 0x40);
    parts.descriptor |= kEightAlphaBits;
    parts.attributes = 0;
    const auto read = readTga(parts);
    EXPECT_THAT(read.pixels, ElementsAre("03020110", "06050440"));
    EXPECT_THAT(read.issues, ElementsAre("image.alpha-disputed: attributes type 0, 8 bits in the header"));
}

TEST(TgaExtensionArea, LosesNothingWorthTellingWhenTheChannelIsTheSameEverywhere) {
    TgaParts parts = twoPixelsWithAlpha(0x40, 0x40);
    parts.attributes = 0;
    const auto read = readTga(parts);
    EXPECT_THAT(read.pixels, ElementsAre("030201FF", "060504FF"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(TgaExtensionArea, DeclaresAlpha) {
    TgaParts parts = twoPixelsWithAlpha(0, 0x40);
    parts.attributes = 3;
    const auto read = readTga(parts);
    EXPECT_THAT(read.pixels, ElementsAre("03020100", "06050440"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(TgaExtensionArea, LeavesColoursMultipliedByAlphaAndTells) {
    TgaParts parts = twoPixelsWithAlpha(0, 0x40);
    parts.attributes = 4;
    const auto read = readTga(parts);
    EXPECT_THAT(read.pixels, ElementsAre("03020100", "06050440"));
    EXPECT_THAT(read.issues, ElementsAre("image.alpha-premultiplied: attributes type 4"));
}

TEST(TgaExtensionArea, SaysNothingWithAReservedType) {
    TgaParts parts = twoPixelsWithAlpha(0, 0x40);
    parts.attributes = 200;
    EXPECT_THAT(readTga(parts).issues, ElementsAre("image.alpha-undeclared: alpha from 0 to 64"));
}

TEST(TgaExtensionArea, IsNotNeededWhereTheFooterPointsPastTheFile) {
    const Bytes file = test::joined({tgaFile(twoPixelsWithAlpha(0, 0x40)), test::tgaFooter(0xFFFFFFFF)});
    EXPECT_THAT(readImage(kTgaFormat, file).pixels, ElementsAre("03020100", "06050440"));
}

TEST(TgaExtensionArea, IsNotReadWhereItIsNotWhollyInTheFile) {
    const Bytes image = tgaFile(twoPixelsWithAlpha(0x10, 0x40));
    const Bytes file = test::joined({image, test::tgaFooter(static_cast<std::uint32_t>(image.size()))});
    EXPECT_THAT(readImage(kTgaFormat, file).issues,
                ElementsAre("image.alpha-undeclared: alpha from 16 to 64"));
}

TEST(TgaExtensionArea, IsNotReadWhereItSaysThatItIsTooShort) {
    TgaParts parts = twoPixelsWithAlpha(0x10, 0x40);
    Bytes file = tgaFile(parts);
    const std::size_t areaOffset = file.size();
    parts.attributes = 3;
    file = tgaFile(parts);
    file[areaOffset] = std::byte{0};  // size of 256 instead of 495 bytes
    EXPECT_THAT(readImage(kTgaFormat, file).issues,
                ElementsAre("image.alpha-undeclared: alpha from 16 to 64"));
}

TEST(TgaExtensionArea, IsHandledWhereverItIsCutOffAndWhicheverByteChanges) {
    TgaParts parts = twoPixelsWithAlpha(0x10, 0x40);
    parts.attributes = 4;
    test::expectHandledWhenDamaged(kTgaFormat, tgaFile(parts));
}

}  // namespace
}  // namespace rigkiln::images
