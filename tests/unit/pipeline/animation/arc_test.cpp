#include "pipeline/animation/arc.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

constexpr double kHalfPi = 1.5707963267948966;

TEST(Arc, FindsSinesAsTheStandardLibraryDoes) {
    for (int step = -1000; step <= 1000; ++step) {
        const double angle = kHalfPi * step / 1000;
        EXPECT_NEAR(sineOf(angle), std::sin(angle), 4e-16) << angle;
    }
}

TEST(Arc, FindsAnglesAsTheStandardLibraryDoes) {
    for (int step = 0; step <= 1000; ++step) {
        const double cosine = step / 1000.0;
        EXPECT_NEAR(angleOf(cosine), std::acos(cosine), 1e-15) << cosine;
    }
}

TEST(Arc, TakesCosinesAboveOneForNoAngle) {
    EXPECT_EQ(angleOf(1.0000001), 0);
}

TEST(Arc, GivesWeightsThatLieOnTheUnitCircle) {
    const double angle = 0.7;
    const Arc arc = Arc::ofCosine(std::cos(angle));
    for (int step = 0; step <= 10; ++step) {
        const double fraction = step / 10.0;
        const double near = arc.farWeight(1 - fraction);
        const double far = arc.farWeight(fraction);
        EXPECT_NEAR(near + far * std::cos(angle), std::cos(fraction * angle), 1e-15);
        EXPECT_NEAR(far * std::sin(angle), std::sin(fraction * angle), 1e-15);
    }
}

TEST(Arc, IsAStraightLineBetweenNeighbours) {
    const Arc arc = Arc::ofCosine(1.0);
    EXPECT_EQ(arc.farWeight(0.25), 0.25);
}

}  // namespace
}  // namespace rigkiln
