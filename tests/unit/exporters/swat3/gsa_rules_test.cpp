#include "exporters/swat3/gsa_rules.hpp"

#include <gtest/gtest.h>

namespace rigkiln::swat3_export {
namespace {

TEST(BrokenBoneCountRule, TakesCharactersOfBothClassesAndWeapons) {
    for (const std::size_t bones : {52U, 37U, 2U})
        EXPECT_FALSE(brokenBoneCountRule(bones)) << bones;
}

TEST(BrokenBoneCountRule, SaysWhatIsExpectedOfOthers) {
    EXPECT_EQ(brokenBoneCountRule(1), "1 bone, the game has 52 or 37 for characters and 2 for weapons");
    EXPECT_EQ(brokenBoneCountRule(53), "53 bones, the game has 52 or 37 for characters and 2 for weapons");
}

}  // namespace
}  // namespace rigkiln::swat3_export
