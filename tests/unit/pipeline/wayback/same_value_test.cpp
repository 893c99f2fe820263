#include "pipeline/wayback/same_value.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(IsSameValue, TakesNumbersAsSinglePrecisionHasThem) {
    EXPECT_TRUE(isSameValue(Value(0.1F), Value(0.1)));
    EXPECT_TRUE(isSameValue(Value(1.0F), Value(1)));
    EXPECT_FALSE(isSameValue(Value(1.0F), Value(1.5)));
    EXPECT_FALSE(isSameValue(Value(1), Value("1")));
    EXPECT_TRUE(isSameValue(Value(std::numeric_limits<float>::quiet_NaN()), Value("NaN")));
    EXPECT_FALSE(isSameValue(Value(ValueList{1, 2}), Value(ValueList{1})));
}

TEST(HasSameMembers, TakesMembersThatCameNewAndTheIgnoredOne) {
    Properties was;
    was.set("root", "offset");
    was.set("by", "answer");
    Properties is;
    is.set("rate", 10);
    is.set("root", "offset");
    EXPECT_TRUE(hasSameMembers(was, is, "by"));
    EXPECT_FALSE(hasSameMembers(was, is, "rate")) << "\"by\" is missing";
    is.set("root", "absolute");
    EXPECT_FALSE(hasSameMembers(was, is, "by"));
}

}  // namespace
}  // namespace rigkiln
