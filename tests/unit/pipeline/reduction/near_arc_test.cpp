#include "pipeline/reduction/near_arc.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rigkiln::reduction {
namespace {

/// Largest error of a weight, for an angle between quaternions.
double errorAt(double angle) {
    const NearArc arc = NearArc::ofCosine(std::cos(angle));
    double worst = 0;
    for (int i = 0; i <= 100; ++i) {
        const double fraction = i / 100.0;
        const double exact = std::sin(fraction * angle) / std::sin(angle);
        worst = std::max(worst, std::abs(arc.farWeight(fraction) - exact));
    }
    return worst;
}

TEST(NearArc, IsExactForEveryProofUpToItsLeastCosine) {
    const double most = std::acos(NearArc::kLeastCosine);
    for (int i = 1; i <= 300; ++i)
        EXPECT_LT(errorAt(most * i / 300), 3e-10) << i;
}

TEST(NearArc, IsGoodEnoughToChooseByFarBeyond) {
    EXPECT_LT(errorAt(std::acos(0.7)), 1e-4);
    EXPECT_LT(errorAt(std::acos(0.2)), 1e-2);
}

TEST(NearArc, IsALineWhereNothingTurns) {
    EXPECT_EQ(NearArc{}.farWeight(0.3), 0.3);
    EXPECT_EQ(NearArc::ofCosine(1).farWeight(0.3), 0.3);
}

}  // namespace
}  // namespace rigkiln::reduction
