#include "pipeline/compare/value_difference.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Properties objectOf(std::initializer_list<Properties::Entry> entries) {
    Properties object;
    for (const auto& [name, value] : entries)
        object.set(name, value);
    return object;
}

std::vector<std::string> differences(const Properties& left, const Properties& right) {
    return valueDifferences(left, right, {"ignored"}, 10);
}

TEST(ValueDifferences, NameTheMemberAndBothValues) {
    const Properties left = objectOf({{"shader", objectOf({{"gloss", 0.5F}, {"name", "x"}})}, {"a", 1}});
    const Properties right = objectOf({{"a", 1}, {"shader", objectOf({{"gloss", 0.75F}, {"name", "x"}})}});
    EXPECT_THAT(differences(left, right), ElementsAre("shader.gloss: 0.5, 0.75"));
}

TEST(ValueDifferences, CallAMissingMemberNone) {
    EXPECT_THAT(differences(objectOf({{"a", 1}}), objectOf({{"b", "x"}})),
                ElementsAre("a: 1, none", "b: none, \"x\""));
}

TEST(ValueDifferences, IgnoreNamedMembersOfTheTopLevelAlone) {
    EXPECT_THAT(differences(objectOf({{"ignored", 1}}), objectOf({{"ignored", 2}})), IsEmpty());
    EXPECT_THAT(differences(objectOf({{"a", objectOf({{"ignored", 1}})}}),
                            objectOf({{"a", objectOf({{"ignored", 2}})}})),
                ElementsAre("a.ignored: 1, 2"));
}

TEST(ValueDifferences, SumUpLongValues) {
    const Properties left = objectOf({{"list", ValueList(100, Value(1))}});
    const Properties right = objectOf({{"list", ValueList(99, Value(1))}});
    EXPECT_THAT(differences(left, right), ElementsAre("list: a list of 100, a list of 99"));
}

TEST(ValueDifferences, EndAtTheLimit) {
    Properties left;
    for (int i = 0; i < 20; ++i)
        left.set("m" + std::to_string(i), i);
    EXPECT_EQ(differences(left, {}).size(), 10U);
}

TEST(IsEqualValue, ComparesNumbersAsSinglePrecisionHoldsThem) {
    EXPECT_TRUE(isEqualValue(Value(1), Value(1.0F)));
    EXPECT_TRUE(isEqualValue(Value(0.1), Value(0.1F)));
    EXPECT_TRUE(isEqualValue(Value("NaN"), Value(NAN)));
    EXPECT_FALSE(isEqualValue(Value(1), Value(2)));
    EXPECT_FALSE(isEqualValue(Value(1), Value("1")));
    EXPECT_FALSE(isEqualValue(Value(ValueList{Value(1)}), Value(ValueList{})));
}

}  // namespace
}  // namespace rigkiln
