#include "exporters/swat3/joint_extras.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rigkiln::swat3_export {
namespace {

Joint withExtra(std::string_view name, Value value) {
    Joint joint;
    joint.extras.set(name, std::move(value));
    return joint;
}

TEST(JointExtras, HaveIdsAsWholeNumbersOfSixteenBits) {
    EXPECT_EQ(storedId(withExtra("id", 0)), 0);
    EXPECT_EQ(storedId(withExtra("id", 65534)), 65534);
    EXPECT_EQ(storedId(withExtra("id", 7.0)), 7);
    EXPECT_FALSE(storedId(withExtra("id", 65535))) << "which is no bone";
    EXPECT_FALSE(storedId(withExtra("id", 65536)));
    EXPECT_FALSE(storedId(withExtra("id", -1)));
    EXPECT_FALSE(storedId(withExtra("id", 7.5)));
    EXPECT_FALSE(storedId(withExtra("id", "NaN")));
    EXPECT_FALSE(storedId(withExtra("id", true)));
    EXPECT_FALSE(storedId(Joint()));
}

TEST(JointExtras, HaveNumbersThatAreNoneAsTheWordsOfJson) {
    const auto position =
        storedPosition(withExtra("position", ValueList{Value("NaN"), Value("-Infinity"), Value(0.1)}));
    ASSERT_TRUE(position);
    EXPECT_TRUE(std::isnan((*position)[0]));
    EXPECT_EQ((*position)[1], -INFINITY);
    EXPECT_EQ((*position)[2], 0.1F);
}

TEST(JointExtras, AreNothingWhenTheyAreNotAsReadingWroteThem) {
    EXPECT_FALSE(storedPosition(withExtra("position", ValueList{Value(1), Value(2)})));
    EXPECT_FALSE(storedPosition(withExtra("position", ValueList{Value(1), Value(2), Value("x")})));
    EXPECT_FALSE(storedRotation(withExtra("rotation", "0 0 0 1")));
}

}  // namespace
}  // namespace rigkiln::swat3_export
