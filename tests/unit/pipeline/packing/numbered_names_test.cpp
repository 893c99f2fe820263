#include "pipeline/packing/numbered_names.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

NumberedNames namesOf(std::initializer_list<std::string_view> names) {
    NumberedNames made;
    for (const std::string_view name : names)
        made.add(name);
    return made;
}

TEST(NumberedNames, TakeTheNumberFromNamesThatAreThereWithoutOne) {
    const NumberedNames names = namesOf({"turret", "turret_2", "turret_10"});
    EXPECT_EQ(names.sourceOf("turret_2"), "turret");
    EXPECT_EQ(names.sourceOf("turret_10"), "turret");
    EXPECT_EQ(names.sourceOf("turret"), "turret");
}

TEST(NumberedNames, LeaveOtherNamesAsTheyAre) {
    const NumberedNames names = namesOf({"", "a", "wheel_2", "a_b"});
    for (const std::string_view name :
         {"wheel_2", "a_1", "a_0", "a_02", "a_", "a_2b", "a_-2", "_b", "a2", ""})
        EXPECT_EQ(names.sourceOf(name), name);
    EXPECT_EQ(names.sourceOf("_2"), "") << "the name without a letter is there";
}

TEST(NumberedNames, TakeOneNumberAlone) {
    const NumberedNames names = namesOf({"a", "a_2", "a_2_2"});
    EXPECT_EQ(names.sourceOf("a_2_2"), "a_2");
}

}  // namespace
}  // namespace rigkiln
