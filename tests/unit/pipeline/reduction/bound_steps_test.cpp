#include "pipeline/reduction/bound_steps.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

namespace rigkiln::reduction {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(BoundSteps, AreTheRoundNumbersBelow) {
    EXPECT_THAT(boundSteps(0.0008, 1, 5),
                ElementsAre(DoubleNear(0.0005, 1e-12), DoubleNear(0.0003, 1e-12), DoubleNear(0.00017, 1e-12),
                            DoubleNear(0.0001, 1e-12), DoubleNear(0.00003, 1e-13)));
}

TEST(BoundSteps, AreFartherApartBelowATenthOfAMillimetre) {
    EXPECT_THAT(boundSteps(0.00009, 1, 3), ElementsAre(DoubleNear(0.00003, 1e-13), DoubleNear(0.00001, 1e-13),
                                                       DoubleNear(0.000003, 1e-14)));
}

TEST(BoundSteps, AreNeverAboveTheBound) {
    for (double bound = 1e-6; bound < 100; bound *= 1.01) {
        for (const double step : boundSteps(bound, 0.37, 3))
            EXPECT_LE(step, bound);
    }
}

TEST(BoundSteps, AreTheSameHoweverAStepIsRounded) {
    const double below = std::nextafter(0.00017, 0.0);
    const double above = std::nextafter(0.00017, 1.0);
    EXPECT_EQ(boundSteps(below, 1, 3), boundSteps(above, 1, 3));
    EXPECT_EQ(boundSteps(0.17 * 0.001, 1, 3), boundSteps(0.00029, 1, 3));
    EXPECT_NE(boundSteps(0.000169, 1, 1), boundSteps(0.00017, 1, 1));
}

TEST(BoundSteps, FollowTheUnit) {
    EXPECT_THAT(boundSteps(0.5, 1000, 2), ElementsAre(DoubleNear(0.5, 1e-9), DoubleNear(0.3, 1e-9)));
    EXPECT_THAT(boundSteps(0.04, 2, 1), ElementsAre(DoubleNear(0.034, 1e-10)));
}

TEST(BoundSteps, EndAtBothEnds) {
    EXPECT_THAT(boundSteps(0, 1, 4), IsEmpty());
    EXPECT_THAT(boundSteps(-1, 1, 4), IsEmpty());
    EXPECT_THAT(boundSteps(1e-13, 1, 4), IsEmpty());
    EXPECT_THAT(boundSteps(1.5e-12, 1, 4), SizeIs(1));
    EXPECT_THAT(boundSteps(std::numeric_limits<double>::quiet_NaN(), 1, 4), IsEmpty());
    EXPECT_THAT(boundSteps(std::numeric_limits<double>::infinity(), 1, 4), SizeIs(4));
}

}  // namespace
}  // namespace rigkiln::reduction
