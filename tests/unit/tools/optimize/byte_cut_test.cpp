#include "tools/optimize/byte_cut.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace rigkiln::optimize {
namespace {

std::vector<std::byte> counted(std::size_t size) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < size; ++i)
        bytes.push_back(static_cast<std::byte>(i));
    return bytes;
}

TEST(ByteCut, TakesOutWhatLeavesAndMovesTheRestUp) {
    const ByteCut cut({{8, 16}}, {});
    const std::vector<std::byte> left = cut.applied(counted(24));
    ASSERT_EQ(left.size(), 16U);
    EXPECT_EQ(left[7], std::byte{7});
    EXPECT_EQ(left[8], std::byte{16});
    EXPECT_EQ(cut.moved(4), 4U);
    EXPECT_EQ(cut.moved(16), 8U);
    EXPECT_EQ(cut.moved(20), 12U);
}

TEST(ByteCut, KeepsWhatSomebodyElseNeeds) {
    const ByteCut cut({{0, 64}}, {{16, 32}, {24, 40}});
    const std::vector<std::byte> left = cut.applied(counted(64));
    ASSERT_EQ(left.size(), 24U);
    EXPECT_EQ(left.front(), std::byte{16});
    EXPECT_EQ(left.back(), std::byte{39});
    EXPECT_EQ(cut.moved(16), 0U);
}

TEST(ByteCut, KeepsTheAlignmentOfWhatIsBehind) {
    const ByteCut cut({{5, 18}}, {});
    for (std::size_t offset = 18; offset < 30; ++offset)
        EXPECT_EQ(cut.moved(offset) % 4, offset % 4);
    EXPECT_EQ(cut.applied(counted(30)).size(), 22U);
}

TEST(ByteCut, MovesWhatLeavesToWhatFollows) {
    const ByteCut cut({{8, 16}}, {});
    EXPECT_EQ(cut.moved(8), 8U);
    EXPECT_EQ(cut.moved(12), 8U);
}

TEST(ByteCut, IsEmptyWhenEverythingStays) {
    EXPECT_TRUE(ByteCut({{4, 12}}, {{0, 16}}).empty());
    EXPECT_TRUE(ByteCut({{1, 4}}, {}).empty());
}

}  // namespace
}  // namespace rigkiln::optimize
