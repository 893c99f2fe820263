#include "pipeline/packing/packed_keys.hpp"

#include <cmath>
#include <cstring>
#include <random>

#include <gmock/gmock.h>

#include "pipeline/packing/packed_stream.hpp"

namespace rigkiln {
namespace {

glm::quat randomRotation(std::mt19937& random) {
    std::normal_distribution<float> normal;
    return glm::normalize(glm::quat(normal(random), normal(random), normal(random), normal(random)));
}

ShortRotation shortsOf(const glm::quat& rotation) {
    const auto narrow = [](float component) {
        return static_cast<std::int16_t>(std::lround(component * 32767.0F));
    };
    return {narrow(rotation.x), narrow(rotation.y), narrow(rotation.z), narrow(rotation.w)};
}

template <class Number>
std::vector<Number> unfiltered(std::vector<std::byte> elements, StreamFilter filter, std::uint64_t stride) {
    undoFilter({.filter = filter, .stride = stride, .count = elements.size() / stride}, elements);
    std::vector<Number> numbers(elements.size() / sizeof(Number));
    std::memcpy(numbers.data(), elements.data(), elements.size());
    return numbers;
}

TEST(PackedKeys, RoundRotationsByNoMoreThanTheySay) {
    std::mt19937 random(1);
    for (int bits = kFewestRotationBits; bits <= kMostRotationBits; ++bits) {
        for (int i = 0; i < 500; ++i) {
            const glm::quat rotation = randomRotation(random);
            const auto rounded = roundRotation(rotation, bits);
            if (!rounded) continue;
            const double cosine = std::abs(
                glm::dot(glm::normalize(glm::dquat(rotation)), glm::normalize(glm::dquat(*rounded))));
            // Storing sixteen-bit numbers rounds once more.
            EXPECT_LE(2 * std::acos(std::min(1.0, cosine)), rotationRounding(bits) + 2e-4) << bits;
        }
    }
}

TEST(PackedKeys, HoldRoundedRotationsExactly) {
    std::mt19937 random(2);
    for (int bits = kFewestRotationBits; bits <= kMostRotationBits; ++bits) {
        int unstable = 0;
        for (int i = 0; i < 500; ++i) {
            const auto rounded = roundRotation(randomRotation(random), bits);
            if (!rounded) {
                ++unstable;
                continue;
            }
            const std::vector<ShortRotation> one = {shortsOf(*rounded)};
            const auto packed = packRotations(one);
            ASSERT_TRUE(packed) << bits;
            EXPECT_EQ(unfiltered<ShortRotation>(*packed, StreamFilter::Quaternion, 8), one);
        }
        EXPECT_LT(unstable, 25) << bits;
    }
}

TEST(PackedKeys, LeaveRotationsThatNoNumberOfBitsHolds) {
    // The rotation has length 0, but the filter only represents unit quaternions.
    EXPECT_FALSE(packRotations(std::vector<ShortRotation>{{0, 0, 0, 0}}));
}

TEST(PackedKeys, HoldMultiplesOfAPowerOfTwoExactly) {
    const std::vector<float> numbers = {0.0F, -0.375F, 1.5F, 100.125F};
    ASSERT_EQ(commonExponent(numbers), -3);
    EXPECT_EQ(unfiltered<float>(packNumbers(numbers, -3), StreamFilter::Exponential, 4), numbers);
}

TEST(PackedKeys, LeaveNumbersThatNeedMoreThan23Bits) {
    EXPECT_FALSE(commonExponent(std::vector<float>{1.0F / 3.0F}));
    EXPECT_FALSE(commonExponent(std::vector<float>{8388608.0F, 1.0F}));
    EXPECT_TRUE(commonExponent(std::vector<float>{8388607.0F, 1.0F}));
    EXPECT_FALSE(commonExponent(std::vector<float>{1e-38F}));
    EXPECT_EQ(commonExponent(std::vector<float>{0.0F, 0.0F}), 0);
}

TEST(PackedKeys, RoundNumbersByHalfAStepAtMost) {
    EXPECT_EQ(roundNumber(0.3F, -2), 0.25F);
    EXPECT_EQ(roundNumber(-0.4F, -2), -0.5F);
    EXPECT_FALSE(roundNumber(3e6F, -2));
    EXPECT_FALSE(roundNumber(1.0F, -101));
    EXPECT_FALSE(roundNumber(0.0F, -101));
    EXPECT_EQ(roundNumber(0.0F, -100), 0.0F);
    EXPECT_EQ(roundNumber(0.0F, 100), 0.0F);
    EXPECT_FALSE(roundNumber(0.0F, 101));
}

}  // namespace
}  // namespace rigkiln
