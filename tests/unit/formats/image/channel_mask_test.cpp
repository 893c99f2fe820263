#include "formats/image/channel_mask.hpp"

#include <gtest/gtest.h>

namespace rigkiln::images {
namespace {

TEST(ChannelMask, RoundsToTheNearest) {
    const ChannelMask five(0x7C00, 0);
    EXPECT_EQ(five.of(0), 0);
    EXPECT_EQ(five.of(0x7FFF), 255);
    EXPECT_EQ(five.of(0x4000), 132);  // 16 / 31
    EXPECT_EQ(ChannelMask(0x80000000, 0).of(0xFFFFFFFF), 255);
}

TEST(ChannelMask, RoundsWideChannelsToo) {
    const ChannelMask ten(0x3FF, 0);
    EXPECT_EQ(ten.of(0x3FF), 255);
    EXPECT_EQ(ten.of(0x1FF), 127);
    EXPECT_EQ(ten.of(3), 1);
    EXPECT_EQ(ten.of(1), 0);
}

TEST(ChannelMask, IsWhatItIsToldWhereTheChannelIsAbsent) {
    EXPECT_EQ(ChannelMask(0, 255).of(0x12345678), 255);
    EXPECT_EQ(ChannelMask(0, 0).of(0xFFFFFFFF), 0);
}

}  // namespace
}  // namespace rigkiln::images
