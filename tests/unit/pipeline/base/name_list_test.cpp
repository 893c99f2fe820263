#include "pipeline/base/name_list.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(NameList, IsEmptyUntilANameIsAdded) {
    NameList names;
    EXPECT_TRUE(names.empty());
    names.add("");
    EXPECT_FALSE(names.empty());
    EXPECT_EQ(names.size(), 1U);
}

TEST(NameList, SaysHowManyOfHowMany) {
    NameList names;
    names.add("'hip'");
    EXPECT_EQ(names.text(4, "joints"), "1 of 4 joints, first 'hip'");
    names.add("'knee'");
    EXPECT_EQ(names.text(4, "joints"), "2 of 4 joints, first 'hip', 'knee'");
}

TEST(NameList, ShowsThreeAndCountsTheOthers) {
    NameList names;
    for (const char* name : {"a", "b", "c", "d", "e"})
        names.add(name);
    EXPECT_EQ(names.text(9, "bones"), "5 of 9 bones, first a, b, c");
}

// Empty names count as names and are shown too.
TEST(NameList, KeepsItsPlacesForEmptyNames) {
    NameList names;
    names.add("");
    names.add("b");
    EXPECT_EQ(names.text(2, "bones"), "2 of 2 bones, first , b");
}

}  // namespace
}  // namespace rigkiln
