#include "formats/containers/member_ranges.hpp"

#include <gtest/gtest.h>

namespace rigkiln::containers {
namespace {

TEST(OverlapProblem, AllowsRangesThatTouchAreEqualOrEmpty) {
    EXPECT_FALSE(overlapProblem({{10, 20}, {20, 30}, {10, 20}, {15, 15}, {0, 10}}));
}

TEST(OverlapProblem, NamesTheMemberThatReachesIntoAnother) {
    const auto problem = overlapProblem({{10, 20}, {30, 40}, {19, 25}});
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->member, 2U);
    EXPECT_EQ(problem->problem, "lies at 0x13 to 0x19, and member 0 at 0xA to 0x14");
}

}  // namespace
}  // namespace rigkiln::containers
