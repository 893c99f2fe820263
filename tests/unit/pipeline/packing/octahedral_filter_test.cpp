#include "pipeline/packing/octahedral_filter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::ElementsAre;

/// The vector that an element stands for, before it is rounded.
template <class Integer>
glm::dvec3 exactly(const std::array<Integer, 4>& element) {
    glm::dvec3 direction(element[0], element[1], 0);
    direction.z = static_cast<double>(element[2]) - std::abs(direction.x) - std::abs(direction.y);
    const double fold = std::min(direction.z, 0.0);
    direction.x += direction.x < 0 ? -fold : fold;
    direction.y += direction.y < 0 ? -fold : fold;
    return glm::normalize(direction) * static_cast<double>(std::numeric_limits<Integer>::max());
}

TEST(OctahedralFilter, RoundsToTheNearestByteOnEveryProcessor) {
    for (const int one : {127, 63, 31, 15, 7, 3, 1}) {
        for (int x = -one; x <= one; ++x) {
            for (int y = -one; y <= one; ++y) {
                const std::array element = {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y),
                                            static_cast<std::int8_t>(one), std::int8_t{-5}};
                const std::array<std::int8_t, 4> decoded = decodeOctahedral(element);
                const glm::dvec3 missed =
                    glm::abs(glm::dvec3(decoded[0], decoded[1], decoded[2]) - exactly(element));
                ASSERT_LE(std::max({missed.x, missed.y, missed.z}), 0.5 + 1e-5)
                    << x << ' ' << y << ' ' << one;
                ASSERT_EQ(decoded[3], -5);
            }
        }
    }
}

TEST(OctahedralFilter, GivesTheBytesThatAnApproximateSquareRootMisses) {
    // Exactly -109.50082 and -126.50357, which meshoptimizer 0.18 makes -109 and -126 of on some processors.
    EXPECT_THAT(decodeOctahedral(std::array<std::int8_t, 4>{-127, -80, 127, 0}),
                ElementsAre(-64, 0, -110, 0));
    EXPECT_THAT(decodeOctahedral(std::array<std::int8_t, 4>{-125, -12, 127, 0}),
                ElementsAre(-127, -2, -11, 0));
}

TEST(OctahedralFilter, MakesZerosOfNoDirection) {
    EXPECT_THAT(decodeOctahedral(std::array<std::int8_t, 4>{0, 0, 0, 7}), ElementsAre(0, 0, 0, 7));
    EXPECT_THAT(decodeOctahedral(std::array<std::int16_t, 4>{0, 0, 0, 7}), ElementsAre(0, 0, 0, 7));
}

TEST(OctahedralFilter, HoldsAnyBytes) {
    std::mt19937 random(5);
    for (int i = 0; i < 100'000; ++i) {
        std::array<std::int8_t, 4> element{};
        for (std::int8_t& number : element)
            number = static_cast<std::int8_t>(random());
        const std::array<std::int8_t, 4> decoded = decodeOctahedral(element);
        for (std::size_t axis = 0; axis < 3; ++axis)
            ASSERT_GE(decoded[axis], -127);
    }
}

TEST(OctahedralFilter, RoundsToTheNearest16Bits) {
    std::mt19937 random(1);
    for (int i = 0; i < 100'000; ++i) {
        const int one = (1 << (7 + static_cast<int>(random() % 9))) - 1;
        std::uniform_int_distribution<int> within(-one, one);
        const std::array element = {static_cast<std::int16_t>(within(random)),
                                    static_cast<std::int16_t>(within(random)), static_cast<std::int16_t>(one),
                                    std::int16_t{-5}};
        const std::array<std::int16_t, 4> decoded = decodeOctahedral(element);
        const glm::dvec3 missed = glm::abs(glm::dvec3(decoded[0], decoded[1], decoded[2]) - exactly(element));
        ASSERT_LE(std::max({missed.x, missed.y, missed.z}), 0.5 + 0.01) << element[0] << ' ' << element[1];
        ASSERT_EQ(decoded[3], -5);
    }
}

TEST(OctahedralFilter, IsUndoneForAllElements) {
    std::vector<std::array<std::int8_t, 4>> elements = {{-127, -80, 127, 3}, {0, 0, 127, 4}};
    undoOctahedral(std::as_writable_bytes(std::span(elements)), sizeof elements.front());
    EXPECT_THAT(elements[0], ElementsAre(-64, 0, -110, 3));
    EXPECT_THAT(elements[1], ElementsAre(0, 0, 127, 4));
    std::vector<std::array<std::int16_t, 4>> wide = {{0, 0, 32767, 3}, {511, 0, 511, 4}};
    undoOctahedral(std::as_writable_bytes(std::span(wide)), sizeof wide.front());
    EXPECT_THAT(wide[0], ElementsAre(0, 0, 32767, 3));
    EXPECT_THAT(wide[1], ElementsAre(32767, 0, 0, 4));
}

}  // namespace
}  // namespace rigkiln
