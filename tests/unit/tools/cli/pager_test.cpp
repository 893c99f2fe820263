#include "tools/cli/pager.hpp"

#include <gtest/gtest.h>

namespace rigkiln::cli {
namespace {

TEST(PagerCommand, IsLessUnlessTheUserSaysOtherwise) {
    EXPECT_EQ(pagerCommand(nullptr), "less");
    EXPECT_EQ(pagerCommand("more -d"), "more -d");
}

TEST(PagerCommand, IsNothingForCatAndForAnEmptyText) {
    EXPECT_EQ(pagerCommand("cat"), "");
    EXPECT_EQ(pagerCommand(""), "");
}

}  // namespace
}  // namespace rigkiln::cli
