#include "tools/cli/text_table.hpp"

#include <gtest/gtest.h>

namespace rigkiln::cli {
namespace {

TEST(TextTable, IsAsWideAsItsWidestCells) {
    TextTable table({"name", "n"});
    table.add({"a longer name", "1"});
    table.add({"b", "20"});
    EXPECT_EQ(table.text("  "), "  name           n\n  a longer name  1\n  b              20\n");
}

TEST(TextTable, LeavesOutColumnsWithoutContent) {
    TextTable table({"a", "b", "c"});
    table.add({"1", "", "3"});
    EXPECT_EQ(table.text(""), "a  c\n1  3\n");
}

TEST(TextTable, CountsCharactersAndNotBytes) {
    TextTable table({"a", "b"});
    table.add({"\xC3\xBC\xC3\xBC", "1"});
    table.add({"xy", "2"});
    EXPECT_EQ(table.text(""), "a   b\n\xC3\xBC\xC3\xBC  1\nxy  2\n");
}

}  // namespace
}  // namespace rigkiln::cli
