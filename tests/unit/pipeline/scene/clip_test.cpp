#include "pipeline/scene/clip.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>

namespace rigkiln {
namespace {

TEST(SixteenBitsOf, KnowsEveryNumberThatSixteenBitsHold) {
    for (int k = -32767; k <= 32767; ++k)
        EXPECT_EQ(sixteenBitsOf(static_cast<float>(k) / 32767.0F), k);
    EXPECT_EQ(sixteenBitsOf(-0.0F), 0);
}

TEST(SixteenBitsOf, HasNothingForWhatLiesBesideOrBeyond) {
    EXPECT_EQ(sixteenBitsOf(0.3F), std::nullopt);
    EXPECT_EQ(sixteenBitsOf(std::nextafter(20000.0F / 32767.0F, 1.0F)), std::nullopt);
    EXPECT_EQ(sixteenBitsOf(32768.0F / 32767.0F), std::nullopt);
    EXPECT_EQ(sixteenBitsOf(std::numeric_limits<float>::infinity()), std::nullopt);
    EXPECT_EQ(sixteenBitsOf(std::numeric_limits<float>::quiet_NaN()), std::nullopt);
}

TEST(FitSixteenBits, LooksAtEveryComponentOfEveryRotation) {
    const glm::quat whole(1.0F, 0.0F, 0.0F, 0.0F);
    EXPECT_TRUE(fitSixteenBits(std::vector<glm::quat>{}));
    EXPECT_TRUE(fitSixteenBits(std::vector{whole, whole}));
    for (int i = 0; i < 4; ++i) {
        glm::quat other = whole;
        other[i] = 0.3F;
        EXPECT_FALSE(fitSixteenBits(std::vector{whole, other})) << i;
    }
}

}  // namespace
}  // namespace rigkiln
