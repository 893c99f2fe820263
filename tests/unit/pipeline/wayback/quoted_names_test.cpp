#include "pipeline/wayback/quoted_names.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(QuotedNames, ShowFiveAndCountTheOthers) {
    QuotedNames names;
    EXPECT_TRUE(names.empty());
    for (const char* name : {"a", "b", "c", "d", "e"})
        names.add(name);
    EXPECT_EQ(names.text(), "'a', 'b', 'c', 'd', 'e'");
    names.add("f");
    names.add("g");
    EXPECT_EQ(names.count(), 7U);
    EXPECT_EQ(names.text(), "'a', 'b', 'c', 'd', 'e' and 2 more");
}

}  // namespace
}  // namespace rigkiln
