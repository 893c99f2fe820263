#include "pipeline/reduction/bound_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include <gmock/gmock.h>

namespace rigkiln::reduction {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;
using testing::SizeIs;

/// The largest steps that do not exceed the bound.
std::vector<double> largest(double bound, double unit, std::size_t count) {
    std::vector<double> steps = boundSteps(bound, unit);
    steps.resize(std::min(steps.size(), count));
    return steps;
}

TEST(BoundSteps, AreTheRoundNumbersBelow) {
    EXPECT_THAT(largest(0.0008, 1, 5),
                ElementsAre(DoubleNear(0.0005, 1e-12), DoubleNear(0.0003, 1e-12), DoubleNear(0.00017, 1e-12),
                            DoubleNear(0.0001, 1e-12), DoubleNear(0.00003, 1e-13)));
}

TEST(BoundSteps, AreFartherApartBelowATenthOfAMillimetre) {
    EXPECT_THAT(largest(0.00009, 1, 3), ElementsAre(DoubleNear(0.00003, 1e-13), DoubleNear(0.00001, 1e-13),
                                                    DoubleNear(0.000003, 1e-14)));
}

TEST(BoundSteps, HaveOneForAllThatIsFinerThanFloats) {
    EXPECT_THAT(boundSteps(4e-8, 1),
                ElementsAre(DoubleNear(3e-8, 1e-16), DoubleNear(1e-8, 1e-16), DoubleNear(1e-12, 1e-20)));
    EXPECT_EQ(boundSteps(9.9e-9, 1), boundSteps(1e-12, 1));
}

TEST(BoundSteps, AreNeverAboveTheBound) {
    for (double bound = 1e-6; bound < 100; bound *= 1.01) {
        for (const double step : boundSteps(bound, 0.37))
            EXPECT_LE(step, bound);
    }
}

/// A bound includes all steps of smaller bounds; therefore the smallest result cannot grow with the bound.
TEST(BoundSteps, AreThoseOfEverySmallerBoundToo) {
    std::vector<double> before;
    for (double bound = 1e-13; bound < 100; bound *= 1.1) {
        const std::vector<double> steps = boundSteps(bound, 0.37);
        ASSERT_GE(steps.size(), before.size()) << bound;
        EXPECT_EQ(std::vector<double>(steps.end() - static_cast<std::ptrdiff_t>(before.size()), steps.end()),
                  before);
        before = steps;
    }
    EXPECT_THAT(before, SizeIs(Gt(30U)));
}

TEST(BoundSteps, AreTheSameHoweverAStepIsRounded) {
    const double below = std::nextafter(0.00017, 0.0);
    const double above = std::nextafter(0.00017, 1.0);
    EXPECT_EQ(boundSteps(below, 1), boundSteps(above, 1));
    EXPECT_EQ(boundSteps(0.17 * 0.001, 1), boundSteps(0.00029, 1));
    EXPECT_NE(boundSteps(0.000169, 1), boundSteps(0.00017, 1));
}

TEST(BoundSteps, FollowTheUnit) {
    EXPECT_THAT(largest(0.5, 1000, 2), ElementsAre(DoubleNear(0.5, 1e-9), DoubleNear(0.3, 1e-9)));
    EXPECT_THAT(largest(0.04, 2, 1), ElementsAre(DoubleNear(0.034, 1e-10)));
}

TEST(BoundSteps, EndAtBothEnds) {
    EXPECT_THAT(boundSteps(0, 1), IsEmpty());
    EXPECT_THAT(boundSteps(-1, 1), IsEmpty());
    EXPECT_THAT(boundSteps(1e-13, 1), IsEmpty());
    EXPECT_THAT(boundSteps(1.5e-12, 1), SizeIs(1));
    EXPECT_THAT(boundSteps(std::numeric_limits<double>::quiet_NaN(), 1), IsEmpty());
    EXPECT_EQ(boundSteps(std::numeric_limits<double>::infinity(), 1), boundSteps(1e14, 1));
}

TEST(BoundSteps, AreFineBelowATenthOfAMillimetre) {
    EXPECT_FALSE(isFine(boundSteps(0.0001, 1).front(), 1));
    EXPECT_TRUE(isFine(boundSteps(0.000099, 1).front(), 1));
    EXPECT_FALSE(isFine(boundSteps(0.00005, 0.5).front(), 0.5));
    EXPECT_TRUE(isFine(boundSteps(0.00019, 2).front(), 2));
    EXPECT_TRUE(isFine(0.000099, 1));
}

TEST(SearchedBounds, BeginWithTheBoundItself) {
    const std::vector<double> bounds = searchedBounds(0.0009, 1);
    EXPECT_EQ(bounds.front(), 0.0009);
    EXPECT_EQ(std::vector<double>(bounds.begin() + 1, bounds.end()), boundSteps(0.0009, 1));
}

TEST(SearchedBounds, AreTheStepsForAStepHoweverItIsRounded) {
    for (const double step : {0.0001, 0.00017, 0.0005, 0.01}) {
        for (const double rounded : {std::nextafter(step, 0.0), step, std::nextafter(step, 1.0)})
            EXPECT_EQ(searchedBounds(rounded, 1), boundSteps(step, 1)) << step;
        EXPECT_EQ(searchedBounds(step * 0.75, 0.75), boundSteps(step * 0.75, 0.75)) << step;
    }
}

TEST(SearchedBounds, AreNeverAboveTheBoundAndFall) {
    for (double bound = 1e-11; bound < 100; bound *= 1.07) {
        const std::vector<double> bounds = searchedBounds(bound, 0.37);
        EXPECT_LE(bounds.front(), bound);
        EXPECT_GT(bounds.front(), bound * (1 - 1e-8));
        EXPECT_TRUE(std::ranges::is_sorted(bounds, std::ranges::greater())) << bound;
    }
}

TEST(SearchedBounds, EndAtBothEnds) {
    EXPECT_THAT(searchedBounds(0, 1), IsEmpty());
    EXPECT_THAT(searchedBounds(1e-13, 1), IsEmpty());
    EXPECT_THAT(searchedBounds(std::numeric_limits<double>::quiet_NaN(), 1), IsEmpty());
    EXPECT_EQ(searchedBounds(std::numeric_limits<double>::infinity(), 1), boundSteps(1e14, 1));
}

}  // namespace
}  // namespace rigkiln::reduction
