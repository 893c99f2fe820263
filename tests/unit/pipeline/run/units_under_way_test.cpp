#include "pipeline/run/units_under_way.hpp"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(UnitsUnderWay, KnowWhichWasBegunFirst) {
    UnitsUnderWay units;
    EXPECT_FALSE(units.slowest());
    units.begin(7);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    units.begin(3);
    ASSERT_TRUE(units.slowest());
    EXPECT_EQ(units.slowest()->number, 7U);
    EXPECT_GE(units.slowest()->seconds, 0.002);
    units.end(7);
    EXPECT_EQ(units.slowest()->number, 3U);
    units.end(3);
    units.end(3);
    EXPECT_FALSE(units.slowest());
}

}  // namespace
}  // namespace rigkiln
