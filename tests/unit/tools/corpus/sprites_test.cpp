#include "tools/corpus/sprites.hpp"

#include <set>

#include <gtest/gtest.h>

#include "formats/ctsa/ctsa_sheet.hpp"

namespace rigkiln::corpus {
namespace {

constexpr SheetPlan kPlan{
    .width = 60, .height = 20, .left = 5, .bottom = 3, .frameWidth = 12, .frameHeight = 15, .frames = 4};

std::uint32_t pixelAt(const Image& image, std::uint32_t x, std::uint32_t y) {
    const std::size_t at = (std::size_t{y} * image.width + x) * 4;
    std::uint32_t pixel = 0;
    for (std::size_t i = 0; i < 4; ++i)
        pixel = pixel << 8U | image.pixels.at(at + i);
    return pixel;
}

/// The pixels of a frame.
std::vector<std::uint32_t> frameOf(const Image& sheet, std::uint32_t frame) {
    std::vector<std::uint32_t> pixels;
    const std::uint32_t top = kPlan.height - kPlan.bottom - kPlan.frameHeight;
    for (std::uint32_t y = 0; y < kPlan.frameHeight; ++y) {
        for (std::uint32_t x = 0; x < kPlan.frameWidth; ++x)
            pixels.push_back(pixelAt(sheet, kPlan.left + frame * kPlan.frameWidth + x, top + y));
    }
    return pixels;
}

TEST(CorpusSprites, AreTheSameForTheSameSeed) {
    EXPECT_EQ(makeSheet(kPlan, 3), makeSheet(kPlan, 3));
    EXPECT_NE(makeSheet(kPlan, 3), makeSheet(kPlan, 4));
}

TEST(CorpusSprites, HaveAnotherPictureInEachFrameAndNothingOutside) {
    const Image sheet = makeSheet(kPlan, 1);
    std::set<std::vector<std::uint32_t>> frames;
    for (std::uint32_t frame = 0; frame < kPlan.frames; ++frame)
        frames.insert(frameOf(sheet, frame));
    EXPECT_EQ(frames.size(), kPlan.frames);
    for (std::uint32_t x = 0; x < kPlan.width; ++x)
        EXPECT_EQ(pixelAt(sheet, x, kPlan.height - 1), 0U) << x;
}

TEST(CorpusSprites, LieOnWholePixelsOfTheirSheet) {
    const ctsa::CtsaFile file = makeSprite(kPlan, u"walk");
    const ctsa::Sheet sheet = ctsa::findSheet(file, {.width = kPlan.width, .height = kPlan.height});
    EXPECT_EQ(sheet.source, ctsa::SheetSource::AsItIs);
    EXPECT_EQ(ctsa::framePixels(file, sheet.size), (ctsa::PixelSize{kPlan.frameWidth, kPlan.frameHeight}));
}

TEST(CorpusSprites, StandInTheMiddleOfAPaddedImage) {
    const Image sheet = makeSheet(kPlan, 1);
    const Image padded = makePadded(sheet);
    EXPECT_EQ(padded.width, 64U);
    EXPECT_EQ(padded.height, 32U);
    for (std::uint32_t x = 0; x < kPlan.width; ++x)
        EXPECT_EQ(pixelAt(padded, x + 2, 10 + 6), pixelAt(sheet, x, 10)) << x;
}

}  // namespace
}  // namespace rigkiln::corpus
