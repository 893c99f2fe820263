#include "pipeline/base/value.hpp"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using namespace std::string_literals;

TEST(Properties, KeepTheOrderTheyWereSetIn) {
    Properties properties;
    properties.set("z", 1);
    properties.set("a", 2);
    EXPECT_EQ(toJson(properties), R"({"z":1,"a":2})");
}

TEST(Properties, ReplaceAValueWhereItStands) {
    Properties properties;
    properties.set("z", 1);
    properties.set("a", 2);
    properties.set("z", 3);
    EXPECT_EQ(toJson(properties), R"({"z":3,"a":2})");
}

TEST(Properties, FindByNameOrGiveNull) {
    Properties properties;
    EXPECT_TRUE(properties.empty());
    properties.set("a", true);
    ASSERT_NE(properties.find("a"), nullptr);
    EXPECT_EQ(*properties.find("a"), Value(true));
    EXPECT_EQ(properties.find("b"), nullptr);
}

TEST(Properties, DifferInOrderWhenTheyDiffer) {
    Properties left;
    left.set("a", 1);
    left.set("b", 2);
    Properties right;
    right.set("b", 2);
    right.set("a", 1);
    EXPECT_FALSE(left == right);
}

TEST(Value, IsNullWhenItHoldsNothing) {
    EXPECT_EQ(toJson({}), "null");
}

TEST(Value, WritesFloatAndDoubleAsShortestOfTheirKind) {
    EXPECT_EQ(toJson(0.1F), "0.1");
    EXPECT_EQ(toJson(static_cast<double>(0.1F)), "0.10000000149011612");
}

TEST(Value, WritesNumbersThatAreNotFiniteAsTexts) {
    EXPECT_EQ(toJson(std::numeric_limits<float>::quiet_NaN()), R"("NaN")");
    EXPECT_EQ(toJson(std::numeric_limits<double>::infinity()), R"("Infinity")");
    EXPECT_EQ(toJson(-std::numeric_limits<float>::infinity()), R"("-Infinity")");
}

TEST(Value, WritesWholeNumbersExactly) {
    EXPECT_EQ(toJson(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
    EXPECT_EQ(toJson(4294967295U), "4294967295");
}

TEST(Value, WritesNestedListsAndProperties) {
    Properties inner;
    inner.set("flags", ValueList{true, false, Value()});
    EXPECT_EQ(toJson(ValueList{inner, "x", ValueList{}}), R"([{"flags":[true,false,null]},"x",[]])");
}

TEST(Value, EscapesText) {
    EXPECT_EQ(toJson("q\"b\\n\nt\tc\x01"), R"("q\"b\\n\nt\tc\u0001")");
    EXPECT_EQ(toJson("a\0b"s), R"("a\u0000b")");
}

TEST(Value, WritesTextThatIsNoUtf8AsUtf8) {
    EXPECT_EQ(toJson("\xE4"), "\"\xC3\xA4\"");
}

TEST(Value, DistinguishesKindsOfNumbers) {
    EXPECT_FALSE(Value(1) == Value(1.0));
    EXPECT_FALSE(Value(1.0F) == Value(1.0));
    EXPECT_TRUE(Value(1) == Value(1U));
    EXPECT_TRUE(Value(nullptr) == Value());
}

}  // namespace
}  // namespace rigkiln
