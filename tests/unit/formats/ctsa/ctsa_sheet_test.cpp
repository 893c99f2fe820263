#include "formats/ctsa/ctsa_sheet.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/ctsa/ctsa_builders.hpp"

namespace rigkiln::ctsa {
namespace {

/// Makes frames of this size in pixels on a sheet of that size.
CtsaFile fileOn(PixelSize sheet, PixelSize leftBottom, PixelSize frame) {
    const auto width = static_cast<float>(sheet.width);
    const auto height = static_cast<float>(sheet.height);
    CtsaFile file = walkFile(3);
    file.leftU = static_cast<float>(leftBottom.width) / width;
    file.frameWidth = static_cast<float>(frame.width) / width;
    file.bottomV = static_cast<float>(leftBottom.height) / height;
    file.topV = static_cast<float>(leftBottom.height + frame.height) / height;
    return file;
}

TEST(CtsaSheet, IsTheImageWhenThatIsNotPadded) {
    // One side that is not a power of two proves that the image is not padded.
    const CtsaFile file = fileOn({601, 129}, {77, 5}, {50, 31});
    for (const PixelSize image : {PixelSize{1024, 200}, PixelSize{1000, 256}, PixelSize{601, 129}}) {
        const Sheet sheet = findSheet(file, image);
        EXPECT_EQ(sheet.source, SheetSource::AsItIs);
        EXPECT_EQ(sheet.size, image);
        EXPECT_EQ(sheet.place, SheetPlace{});
    }
}

TEST(CtsaSheet, IsTheImageWhenItsPixelsFit) {
    const Sheet sheet = findSheet(fileOn({1024, 128}, {64, 32}, {96, 64}), {.width = 1024, .height = 128});
    EXPECT_EQ(sheet.source, SheetSource::AsItIs);
    EXPECT_EQ(sheet.place, SheetPlace{});
}

TEST(CtsaSheet, IsFoundWhenOneSizeAloneFits) {
    const Sheet sheet = findSheet(fileOn({601, 129}, {77, 5}, {50, 31}), {.width = 1024, .height = 256});
    EXPECT_EQ(sheet.source, SheetSource::Found);
    EXPECT_EQ(sheet.size, (PixelSize{.width = 601, .height = 129}));
    EXPECT_EQ(sheet.possibleWidths, 1U);
    EXPECT_EQ(sheet.possibleHeights, 1U);
}

TEST(CtsaSheet, LiesInTheMiddleOfItsImageOnWholePixels) {
    // 423 pixels of padding in U and 127 in V: the smaller halves are to the left and above.
    const CtsaFile file = fileOn({601, 129}, {77, 5}, {50, 31});
    const Sheet sheet = findSheet(file, {.width = 1024, .height = 256});
    const FrameRect rect = frameRect(file, 0, sheet.place);
    EXPECT_NEAR(rect.leftU * 1024, 211 + 77, 1e-3);
    EXPECT_NEAR(rect.bottomV * 256, 64 + 5, 1e-3);
    EXPECT_NEAR((rect.rightU - rect.leftU) * 1024, 50, 1e-3);
    EXPECT_NEAR((rect.topV - rect.bottomV) * 256, 31, 1e-3);
}

TEST(CtsaSheet, IsAmbiguousWhenSeveralSizesFit) {
    // With nine frames every width divisible by nine fits.
    CtsaFile file = walkFile(9);
    file.bottomV = 5.0F / 129;
    const Sheet sheet = findSheet(file, {.width = 1024, .height = 256});
    EXPECT_EQ(sheet.source, SheetSource::Ambiguous);
    EXPECT_EQ(sheet.possibleWidths, 57U);
    EXPECT_EQ(sheet.possibleHeights, 1U);
    // The known height is used, and the unknown width stays that of the image.
    EXPECT_EQ(sheet.size, (PixelSize{.width = 1024, .height = 129}));
    EXPECT_EQ(sheet.place.scaleU, 1);
    EXPECT_EQ(sheet.place.scaleV, 129.0 / 256);
}

TEST(CtsaSheet, IsAmbiguousWhenOnlyTheOtherSideTellsOfThePadding) {
    CtsaFile file = fileOn({601, 129}, {77, 0}, {50, 129});
    const Sheet sheet = findSheet(file, {.width = 1024, .height = 256});
    EXPECT_EQ(sheet.source, SheetSource::Ambiguous);
    EXPECT_EQ(sheet.possibleWidths, 1U);
    EXPECT_EQ(sheet.possibleHeights, 128U);
}

TEST(CtsaSheet, IsAmbiguousWhenNoSizeFits) {
    CtsaFile file = walkFile();
    file.leftU = std::numeric_limits<float>::quiet_NaN();
    const Sheet sheet = findSheet(file, {.width = 64, .height = 64});
    EXPECT_EQ(sheet.source, SheetSource::Ambiguous);
    EXPECT_EQ(sheet.possibleWidths, 0U);
    EXPECT_EQ(sheet.place, SheetPlace{});
}

TEST(CtsaSheet, IsTheGivenOneWhateverTheImageIs) {
    const Sheet sheet = findSheet(walkFile(), {.width = 1024, .height = 128}, PixelSize{600, 75});
    EXPECT_EQ(sheet.source, SheetSource::Given);
    EXPECT_EQ(sheet.size, (PixelSize{.width = 600, .height = 75}));
    EXPECT_EQ(sheet.place.scaleU, 600.0 / 1024);
    EXPECT_EQ(sheet.place.offsetU, 212.0 / 1024);
    EXPECT_EQ(sheet.place.scaleV, 75.0 / 128);
    EXPECT_EQ(sheet.place.offsetV, 27.0 / 128);
}

TEST(CtsaSheet, IsSearchedInTheSmallestAndNotInHugeImages) {
    EXPECT_EQ(findSheet(walkFile(1), {.width = 1, .height = 1}).source, SheetSource::AsItIs);
    const CtsaFile file = walkFile(9);
    EXPECT_EQ(findSheet(file, {.width = kLargestSearchedImage, .height = 1}).source, SheetSource::Ambiguous);
    EXPECT_EQ(findSheet(file, {.width = 2 * kLargestSearchedImage, .height = 1}).source, SheetSource::AsItIs);
    EXPECT_EQ(findSheet(file, {.width = 0x80000000, .height = 0x80000000}).source, SheetSource::AsItIs);
}

}  // namespace
}  // namespace rigkiln::ctsa
