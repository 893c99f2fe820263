#include "formats/ctsa/ctsa_row.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/ctsa/ctsa_builders.hpp"

namespace rigkiln::ctsa {
namespace {

TEST(CtsaRow, PlacesFramesFromLeftToRight) {
    const CtsaFile file = waveFile();
    EXPECT_EQ(frameRect(file, 0),
              (FrameRect{.leftU = 0.25F, .rightU = 0.375F, .bottomV = 0.5F, .topV = 0.75F}));
    EXPECT_EQ(frameRect(file, 2),
              (FrameRect{.leftU = 0.5F, .rightU = 0.625F, .bottomV = 0.5F, .topV = 0.75F}));
}

TEST(CtsaRow, RoundsEachEdgeOnce) {
    CtsaFile file = walkFile(49);
    float sum = file.leftU;  // the wrong way: adding up rounds every time
    bool differs = false;
    for (std::size_t i = 0; i < 49; ++i) {
        const double edge = static_cast<double>(file.frameWidth) * static_cast<double>(i);
        EXPECT_EQ(frameRect(file, i).leftU, static_cast<float>(edge));
        differs = differs || sum != static_cast<float>(edge);
        sum += file.frameWidth;
    }
    EXPECT_TRUE(differs);
}

TEST(CtsaRow, LetsFramesMeet) {
    const CtsaFile file = walkFile(49);
    for (std::size_t i = 1; i < 49; ++i)
        EXPECT_EQ(frameRect(file, i - 1).rightU, frameRect(file, i).leftU);
}

TEST(CtsaRow, PlacesFramesOnALargerImage) {
    const SheetPlace place{.scaleU = 0.5, .offsetU = 0.25, .scaleV = 0.25, .offsetV = 0.375};
    EXPECT_EQ(frameRect(waveFile(), 1, place),
              (FrameRect{.leftU = 0.4375F, .rightU = 0.5F, .bottomV = 0.5F, .topV = 0.5625F}));
}

TEST(CtsaRow, HasFramesOfWholePixels) {
    EXPECT_EQ(framePixels(waveFile(), {.width = 600, .height = 300}), (PixelSize{.width = 75, .height = 75}));
    EXPECT_EQ(framePixels(waveFile(), {.width = 607, .height = 303}), (PixelSize{.width = 75, .height = 75}));
}

TEST(CtsaRow, LosesNoPixelByTheRoundingOfItsFloats) {
    for (std::uint32_t frames = 1; frames <= 64; ++frames) {
        const PixelSize sheet{.width = 75 * frames, .height = 75};
        EXPECT_EQ(framePixels(walkFile(frames), sheet), (PixelSize{.width = 75, .height = 75})) << frames;
    }
}

TEST(CtsaRow, HasNoPixelsWithoutAnExtent) {
    constexpr PixelSize kSheet{.width = 600, .height = 75};
    EXPECT_EQ(framePixels(emptyFile(), kSheet), std::nullopt);
    for (const float width : {0.0F, -0.5F, 0.001F, 2e6F, 1e30F, std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN()}) {
        CtsaFile file = walkFile();
        file.frameWidth = width;
        EXPECT_EQ(framePixels(file, kSheet), std::nullopt) << width;
    }
    CtsaFile flipped = walkFile();
    flipped.bottomV = 1;
    flipped.topV = 0;
    EXPECT_EQ(framePixels(flipped, kSheet), std::nullopt);
}

}  // namespace
}  // namespace rigkiln::ctsa
