#include "pipeline/conversion/name_table.hpp"

#include <initializer_list>
#include <string>
#include <utility>

#include <gmock/gmock.h>

namespace rigkiln::test {
namespace {

using testing::HasSubstr;

NameTable tableOf(std::initializer_list<std::pair<const char*, const char*>> rules) {
    NameTable table;
    for (const auto& [pattern, name] : rules) {
        const auto problem = table.add(pattern, name);
        EXPECT_EQ(problem, std::nullopt) << *problem;
    }
    return table;
}

/// The new name; "-" without one.
std::string named(const NameTable& table, std::string_view name) {
    const auto found = table.find(name);
    return found ? found->name : "-";
}

TEST(NameTable, NamesExactly) {
    const NameTable table = tableOf({{"Bip01 L UpperArm", "LeftUpperArm"}, {"[x]?", "y"}});
    EXPECT_EQ(named(table, "Bip01 L UpperArm"), "LeftUpperArm");
    EXPECT_EQ(named(table, "[x]?"), "y");
    EXPECT_EQ(named(table, "bip01 l upperarm"), "-");
    EXPECT_EQ(named(table, "Bip01 L UpperArm2"), "-");
    EXPECT_EQ(named(table, ""), "-");
}

TEST(NameTable, PutsWhatStarsMatchIntoTheName) {
    EXPECT_EQ(named(tableOf({{"B_*_L", "*_left"}}), "B_Arm_Low_L"), "Arm_Low_left");
    EXPECT_EQ(named(tableOf({{"*-*", "*+*"}}), "a-b-c"), "a+b-c");
    EXPECT_EQ(named(tableOf({{"*.*", "*"}}), "arm.l"), "arm");
    EXPECT_EQ(named(tableOf({{"*", "all"}}), ""), "all");
    EXPECT_EQ(named(tableOf({{"**", "<*><*>"}}), "ab"), "<><ab>");
    EXPECT_EQ(named(tableOf({{"a*a", "x"}}), "a"), "-");
    EXPECT_EQ(named(tableOf({{"a*b*a", "*,*"}}), "abbca"), ",bc");
    EXPECT_EQ(named(tableOf({{"a*bc*c", "x"}}), "abc"), "-");
}

TEST(NameTable, PrefersExactNamesThenTheFirstPattern) {
    const NameTable table = tableOf({{"B_*", "first"}, {"*_L", "second"}, {"B_Hand_L", "exact"}});
    EXPECT_EQ(named(table, "B_Hand_L"), "exact");
    EXPECT_EQ(named(table, "B_Foot_L"), "first");
    EXPECT_EQ(named(table, "Foot_L"), "second");
    EXPECT_EQ(table.find("Foot_L")->rule, 1U);
    EXPECT_EQ(table.find("B_Hand_L")->rule, 2U);
}

TEST(NameTable, RefusesRulesWithoutMeaning) {
    NameTable table;
    EXPECT_THAT(*table.add("", "x"), HasSubstr("is empty"));
    EXPECT_THAT(*table.add("x", ""), HasSubstr("the new name is empty"));
    EXPECT_THAT(*table.add("x", "*"), HasSubstr("has 1 *, at most the 0 of the pattern"));
    EXPECT_THAT(*table.add("*x", "*y*"), HasSubstr("has 2 *, at most the 1 of the pattern"));
    EXPECT_THAT(*table.add("x", std::string(NameTable::kMaximumLength + 1, 'y')),
                HasSubstr("has 1025 bytes, at most 1024"));
    EXPECT_EQ(table.add("x", std::string(NameTable::kMaximumLength, 'y')), std::nullopt);
    EXPECT_EQ(table.patterns().size(), 1U);
}

TEST(NameTable, LimitsPatternsAndNotExactNames) {
    NameTable table;
    for (std::size_t i = 0; i < NameTable::kMaximumPatterns; ++i) {
        ASSERT_EQ(table.add("*" + std::to_string(i), "x"), std::nullopt);
        ASSERT_EQ(table.add(std::to_string(i), "x"), std::nullopt);
    }
    EXPECT_THAT(*table.add("*more", "x"), HasSubstr("at most 256 entries with a *"));
    EXPECT_EQ(table.add("more", "x"), std::nullopt);
}

}  // namespace
}  // namespace rigkiln::test
