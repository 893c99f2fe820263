#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/image/bmp.hpp"
#include "tests/support/image/bmp_builder.hpp"

namespace rigkiln::images {
namespace {

using test::bmpFile;
using test::Bytes;
using test::bytesOf;
using test::readImage;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint32_t kRle8 = 1;
constexpr std::uint32_t kRle4 = 2;

// Palette whose colour n has n in all channels, so that pixels show their index.
Bytes greyColours(unsigned count) {
    Bytes colours;
    for (unsigned i = 0; i < count; ++i)
        colours.insert(colours.end(), 4, static_cast<std::byte>(i));
    return colours;
}

struct Size {
    std::int32_t width;
    std::int32_t height;
};

// Stores rows from the top, so that pixels are in the order of the packets.
test::ReadOutcome readPackets(std::uint32_t compression, Size size, const Bytes& packets) {
    const unsigned bits = compression == kRle8 ? 8 : 4;
    auto outcome = readImage(kBmpFormat, bmpFile({.width = size.width,
                                                  .height = -size.height,
                                                  .bits = bits,
                                                  .compression = compression,
                                                  .colours = greyColours(1U << bits),
                                                  .pixels = packets}));
    for (std::string& pixel : outcome.pixels)
        pixel.resize(2);
    return outcome;
}

TEST(Rle8, RepeatsANumber) {
    const auto read = readPackets(kRle8, {.width = 3, .height = 1}, bytesOf({3, 0x7F, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("7F", "7F", "7F"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(Rle8, ListsNumbersPaddedToPairs) {
    const auto read =
        readPackets(kRle8, {.width = 5, .height = 1}, bytesOf({0, 3, 1, 2, 3, 0xAA, 2, 9, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("01", "02", "03", "09", "09"));
}

TEST(Rle8, EndsRows) {
    const auto read = readPackets(kRle8, {.width = 2, .height = 2}, bytesOf({2, 1, 0, 0, 2, 2, 0, 0, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("01", "01", "02", "02"));
    EXPECT_THAT(read.issues, IsEmpty());
}

TEST(Rle8, NeedsNoEndMark) {
    const auto read = readPackets(kRle8, {.width = 2, .height = 2}, bytesOf({2, 1, 0, 0, 2, 2}));
    EXPECT_THAT(read.pixels, ElementsAre("01", "01", "02", "02"));
}

TEST(Rle8, StandsBottomUpWithAPositiveHeight) {
    const auto read = readImage(kBmpFormat, bmpFile({.width = 1,
                                                     .height = 2,
                                                     .bits = 8,
                                                     .compression = kRle8,
                                                     .colours = greyColours(8),
                                                     .pixels = bytesOf({1, 1, 0, 0, 1, 2, 0, 1})}));
    EXPECT_THAT(read.pixels, ElementsAre("020202FF", "010101FF"));
}

TEST(Rle8, LeavesPixelsTheFirstColourWhenItMoves) {
    const auto read = readPackets(kRle8, {.width = 3, .height = 2}, bytesOf({1, 5, 0, 2, 1, 1, 1, 6, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("05", "00", "00", "00", "00", "06"));
    EXPECT_THAT(read.issues, ElementsAre("image.unset-pixels: 4 of 6 pixels"));
}

TEST(Rle8, LeavesPixelsTheFirstColourWhenItEndsEarly) {
    const auto read = readPackets(kRle8, {.width = 2, .height = 2}, bytesOf({1, 5, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("05", "00", "00", "00"));
    EXPECT_THAT(read.issues, ElementsAre("image.unset-pixels: 3 of 4 pixels"));
}

TEST(Rle8, IsCutAtTheEndOfTheRow) {
    const auto read =
        readPackets(kRle8, {.width = 2, .height = 2}, bytesOf({3, 1, 0, 0, 0, 4, 2, 3, 4, 5, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("01", "01", "02", "03"));
    EXPECT_THAT(read.issues, ElementsAre("image.run-past-row: 3 pixels too many"));
}

TEST(Rle8, EndsBelowTheLastRow) {
    const auto read = readPackets(kRle8, {.width = 1, .height = 1}, bytesOf({0, 2, 0, 200, 1, 1, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("00"));
}

TEST(Rle8, MayNotEndBeforeTheImageDoes) {
    const auto read = readPackets(kRle8, {.width = 2, .height = 2}, bytesOf({2, 1, 0, 0, 1, 2}));
    EXPECT_EQ(read.error, "row[1].pixel[1].packet at 0x43C: needs 1 bytes, 0 are left in file");
}

TEST(Rle8, MayNotEndInsideAPacket) {
    const auto read = readPackets(kRle8, {.width = 5, .height = 1}, bytesOf({0, 5, 1, 2}));
    EXPECT_EQ(read.error, "row[0].pixel[0].colours at 0x438: needs 5 bytes, 2 are left in file");
}

TEST(Rle8, IsRefusedBeforeMemoryIsTakenForMoreThanItCanSet) {
    const auto read = readPackets(kRle8, {.width = 16384, .height = 4096}, bytesOf({0, 1}));
    EXPECT_EQ(read.error,
              "packets at 0x436: 67108864 pixels, 2 bytes are left in file and can set 255; at most 1048576 "
              "may stay unset");
}

TEST(Rle8, MayLeaveASmallImageUnset) {
    const auto read = readPackets(kRle8, {.width = 1024, .height = 1024}, bytesOf({0, 1}));
    EXPECT_EQ(read.error, "no error");
    EXPECT_THAT(read.issues, ElementsAre("image.unset-pixels: 1048576 of 1048576 pixels"));
}

TEST(Rle4, RepeatsTwoNumbersInTurn) {
    const auto read = readPackets(kRle4, {.width = 5, .height = 1}, bytesOf({5, 0x7A, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("07", "0A", "07", "0A", "07"));
}

TEST(Rle4, ListsNumbersPaddedToPairsOfOctets) {
    const auto read =
        readPackets(kRle4, {.width = 6, .height = 1}, bytesOf({0, 5, 0x12, 0x34, 0x5F, 0xAA, 1, 0x90, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("01", "02", "03", "04", "05", "09"));
}

TEST(Rle4, ListsNumbersWithoutPaddingWhenTheyFillPairs) {
    const auto read =
        readPackets(kRle4, {.width = 5, .height = 1}, bytesOf({0, 4, 0x12, 0x34, 1, 0x90, 0, 1}));
    EXPECT_THAT(read.pixels, ElementsAre("01", "02", "03", "04", "09"));
}

}  // namespace
}  // namespace rigkiln::images
