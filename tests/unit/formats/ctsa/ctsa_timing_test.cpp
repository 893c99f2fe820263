#include "formats/ctsa/ctsa_timing.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/ctsa/ctsa_builders.hpp"

namespace rigkiln::ctsa {
namespace {

TEST(CtsaTiming, TakesMillisecondsOfAFrameByTime) {
    EXPECT_DOUBLE_EQ(frameSeconds({.time = 250, .updates = 99}, 60), 0.25);
    EXPECT_EQ(frameSeconds({.time = 62.78998F}, 60), static_cast<double>(62.78998F) / 1000);
}

TEST(CtsaTiming, TakesTicksOfAFrameByUpdates) {
    const CtsaFrame frame{.time = 250, .updates = 6, .swapType = kSwapByUpdates};
    EXPECT_DOUBLE_EQ(frameSeconds(frame, kUsualTicksPerSecond), 0.1);
    EXPECT_DOUBLE_EQ(frameSeconds(frame, 30), 0.2);
}

TEST(CtsaTiming, TakesTicksOfUnknownSwapTypes) {
    EXPECT_DOUBLE_EQ(frameSeconds({.time = 250, .updates = 5, .swapType = 7}, 50), 0.1);
}

TEST(CtsaTiming, GivesATickToWhatHasNoDuration) {
    constexpr float kEndless = std::numeric_limits<float>::infinity();
    for (const float time : {0.0F, -1.0F, kEndless, -kEndless, std::numeric_limits<float>::quiet_NaN()})
        EXPECT_EQ(frameSeconds({.time = time}, 50), 0.02) << time;
    for (const std::int32_t updates : {0, -1, std::numeric_limits<std::int32_t>::min()})
        EXPECT_EQ(frameSeconds({.time = 5, .updates = updates, .swapType = kSwapByUpdates}, 50), 0.02);
}

TEST(CtsaTiming, BeginsEachFrameWhereTheLastEnds) {
    const CtsaTiming timing = timingOf(waveFile(), 60);
    ASSERT_EQ(timing.starts.size(), 3U);
    EXPECT_EQ(timing.starts[0], 0);
    EXPECT_DOUBLE_EQ(timing.starts[1], 0.1);
    EXPECT_DOUBLE_EQ(timing.starts[2], 0.2);
    EXPECT_DOUBLE_EQ(timing.total, 0.2335);
}

TEST(CtsaTiming, AddsUpInDouble) {
    CtsaFile file = walkFile();
    file.frames.assign(100000, {.time = 0.1F});
    EXPECT_NEAR(timingOf(file, 60).total, 10 * static_cast<double>(0.1F) / 0.1, 1e-9);
}

TEST(CtsaTiming, IsNothingWithoutFrames) {
    const CtsaTiming timing = timingOf(emptyFile(), 60);
    EXPECT_TRUE(timing.starts.empty());
    EXPECT_EQ(timing.total, 0);
}

}  // namespace
}  // namespace rigkiln::ctsa
