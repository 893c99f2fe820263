#include "formats/swat3/id_table.hpp"

#include <gtest/gtest.h>

namespace rigkiln::swat3 {
namespace {

TEST(IdTable, FindsElementsByTheirIds) {
    const IdTable table({30, 7, 65535, 0});
    EXPECT_EQ(table.find(30), 0U);
    EXPECT_EQ(table.find(7), 1U);
    EXPECT_EQ(table.find(65535), 2U);
    EXPECT_EQ(table.find(0), 3U);
    EXPECT_EQ(table.find(8), std::nullopt);
    EXPECT_FALSE(table.firstRepeat());
    EXPECT_EQ(IdTable().find(0), std::nullopt);
}

TEST(IdTable, OfEqualIdsTheFirstElementHasIt) {
    const IdTable table({5, 9, 2, 9, 5, 5});
    EXPECT_EQ(table.find(5), 0U);
    EXPECT_EQ(table.find(9), 1U);
    ASSERT_TRUE(table.firstRepeat());
    EXPECT_EQ(table.firstRepeat()->element, 3U);
    EXPECT_EQ(table.firstRepeat()->earlier, 1U);
}

}  // namespace
}  // namespace rigkiln::swat3
