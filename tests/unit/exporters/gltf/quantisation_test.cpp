#include "exporters/gltf/quantisation.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>

#include "exporters/gltf/pack_attributes.hpp"
#include "pipeline/packing/packed_directions.hpp"

namespace rigkiln::gltf_export {
namespace {

std::vector<glm::vec3> randomPositions(std::uint32_t seed, float size) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> within(-size, size);
    std::vector<glm::vec3> positions(200);
    for (glm::vec3& position : positions)
        position = {within(random), within(random) + 3 * size, within(random)};
    return positions;
}

Bounds boundsOf(std::span<const glm::vec3> positions) {
    Bounds bounds;
    bounds.add(positions);
    return bounds;
}

class QuantisationScales : public testing::TestWithParam<Scales> {};
INSTANTIATE_TEST_SUITE_P(Both, QuantisationScales, testing::Values(Scales::PowersOfTwo, Scales::Any));

TEST_P(QuantisationScales, MovePositionsByNoMoreThanTheBound) {
    for (const float size : {1e-6F, 0.01F, 1.0F, 1.7F, 1000.0F, 1e6F}) {
        const double bound = static_cast<double>(size) * 6e-5;
        const std::vector<glm::vec3> positions = randomPositions(1, size);
        const auto made = dequantisationOf(boundsOf(positions), bound, GetParam());
        ASSERT_TRUE(made) << size;
        const std::vector<ShortPosition> stored = quantised(positions, *made);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const glm::dvec3 read(positionOf(stored[i], *made));
            EXPECT_LE(glm::distance(glm::dvec3(positions[i]), read), bound) << size;
            EXPECT_EQ(stored[i][3], 0);
        }
    }
}

TEST(Quantisation, TakesNoMoreBitsForPositionsThanTheBoundNeeds) {
    const std::vector<glm::vec3> positions = randomPositions(1, 1.0F);
    const auto made = dequantisationOf(boundsOf(positions), 1e-3, Scales::PowersOfTwo);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->scale, 0.0009765625F) << "half the diagonal of a step is 0.85 mm, of the next one 1.7 mm";
    EXPECT_FALSE(dequantisationOf(boundsOf(positions), 1e-5, Scales::PowersOfTwo))
        << "more than sixteen bits";
}

TEST(Quantisation, TakesStepsAsCoarseAsTheBoundAllows) {
    for (const double bound : {3e-4, 5e-4, 0.9e-3, 1e-3, 1.6e-3}) {
        const std::vector<glm::vec3> positions = randomPositions(1, 1.0F);
        const auto made = dequantisationOf(boundsOf(positions), bound, Scales::Any);
        ASSERT_TRUE(made);
        const double widest = bound / kHalfDiagonal;
        EXPECT_LE(static_cast<double>(made->scale), widest);
        EXPECT_GE(static_cast<double>(made->scale), widest * (1 - 1.0 / 64)) << bound;
    }
}

TEST(Quantisation, TakesFewerBitsForTheStepOfPositionsFarAway) {
    // 130,000 steps from the origin take 17 bits of a float, so 7 are left for the step.
    std::vector<glm::vec3> positions = randomPositions(1, 1.0F);
    for (glm::vec3& position : positions)
        position.x += 130.0F;
    const auto made = dequantisationOf(boundsOf(positions), 1e-3, Scales::Any);
    ASSERT_TRUE(made);
    for (const std::uint16_t k : std::array<std::uint16_t, 4>{0, 1, 16383, 65535}) {
        const glm::dvec3 exact = glm::dvec3(made->offset) + static_cast<double>(made->scale) * k;
        EXPECT_EQ(glm::dvec3(positionOf({k, k, k, 0}, *made)), exact) << k;
    }
}

TEST_P(QuantisationScales, PutPositionsOfTwoMeshesToTheSamePlaces) {
    // Parts of one model that touch have no gap between them, because their offsets are multiples of one
    // step.
    const std::vector<glm::vec3> shared = randomPositions(7, 0.1F);
    std::vector<glm::vec3> first = shared;
    std::vector<glm::vec3> second = shared;
    first.emplace_back(-2.3F, 0, 0.7F);
    second.emplace_back(5.1F, 3.3F, -1);
    const auto one = dequantisationOf(boundsOf(first), 1e-3, GetParam());
    const auto other = dequantisationOf(boundsOf(second), 1e-3, GetParam());
    ASSERT_TRUE(one && other);
    const std::vector<ShortPosition> inOne = quantised(first, *one);
    const std::vector<ShortPosition> inOther = quantised(second, *other);
    for (std::size_t i = 0; i < shared.size(); ++i)
        EXPECT_EQ(positionOf(inOne[i], *one), positionOf(inOther[i], *other));
}

TEST(Quantisation, TakesOffsetsWithFewDigitsWhereBitsAreLeft) {
    const std::vector<glm::vec3> positions = {{0.1F, -0.1F, 5.3F}, {0.2F, 0.3F, 5.4F}};
    const auto made = dequantisationOf(boundsOf(positions), 1e-3, Scales::PowersOfTwo);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->offset, glm::vec3(0, -32, 0));
    const std::vector<ShortPosition> stored = quantised(positions, *made);
    for (std::size_t i = 0; i < positions.size(); ++i)
        EXPECT_LE(glm::distance(positionOf(stored[i], *made), positions[i]), 1e-3F);
}

TEST(Quantisation, LeavesPositionsThatSixteenBitsAreTooFewFor) {
    const std::vector<glm::vec3> positions = randomPositions(2, 10.0F);
    EXPECT_FALSE(dequantisationOf(boundsOf(positions), 1e-4, Scales::Any));
    EXPECT_FALSE(dequantisationOf(boundsOf(positions), 0.0, Scales::Any));
    EXPECT_FALSE(dequantisationOf(Bounds{}, 1.0, Scales::Any));
}

TEST(Quantisation, TakesAPointForABox) {
    const std::vector<glm::vec3> positions = {{1.25F, -3, 1e-3F}};
    const auto made = dequantisationOf(boundsOf(positions), 1e-4, Scales::Any);
    ASSERT_TRUE(made);
    EXPECT_LE(glm::distance(positionOf(quantised(positions, *made)[0], *made), positions[0]), 1e-4F);
}

std::vector<glm::vec4> randomDirections() {
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    std::vector<glm::vec4> directions(2000);
    for (glm::vec4& direction : directions)
        direction = glm::vec4(glm::normalize(glm::vec3(normal(random), normal(random), normal(random))), -1);
    return directions;
}

TEST(Quantisation, TurnsDirectionsByNoMoreThanTheBound) {
    const std::vector<glm::vec4> directions = randomDirections();
    const PackedDirections packed = packDirections(directions);
    ASSERT_TRUE(packed.areBytes);
    for (std::size_t i = 0; i < directions.size(); ++i) {
        glm::dvec3 read;
        for (int c = 0; c < 3; ++c)
            read[c] = static_cast<std::int8_t>(packed.elements[4 * i + static_cast<std::size_t>(c)]) / 127.0;
        EXPECT_NEAR(glm::length(read), 1.0, 0.006);
        EXPECT_LE(std::acos(glm::dot(glm::normalize(read), glm::normalize(glm::dvec3(directions[i])))),
                  kLargestDirectionError);
    }
}

TEST(Quantisation, TakesTheNumbersBesideTheNearestWhereReadersRoundTooFar) {
    constexpr DirectionError kAny{.angle = 4, .length = 1};
    const std::vector<glm::vec4> directions = randomDirections();
    const DirectionStream nearest = octahedralStream(directions, kByteDirectionBits, kAny);
    const DirectionStream better =
        octahedralStream(directions, kByteDirectionBits, {.angle = kLargestDirectionError, .length = 0.006});
    EXPECT_FALSE(nearest.largest.isWithin({.angle = kLargestDirectionError, .length = 0.006}));
    EXPECT_TRUE(better.largest.isWithin({.angle = kLargestDirectionError, .length = 0.006}));
    EXPECT_LT(octahedralStream(directions, 12, kAny).largest.angle, nearest.largest.angle / 4);
}

TEST(Quantisation, RoundsCoordinatesByNoMoreThanTheirBits) {
    const std::vector<glm::vec2> tiled = {{-3.3F, 7.77F}, {0.123456F, 1.5F}, {1.0F / 3.0F, 99}};
    for (const int bits : {10, 12, 16}) {
        const PackedAttribute packed = packTexCoords("TEXCOORD_0", tiled, bits);
        EXPECT_EQ(packed.layout.usage, Usage::FixedTexCoords);
        for (std::size_t i = 0; i < 6; ++i) {
            float read = 0;
            std::memcpy(&read, packed.elements.data() + 4 * i, sizeof read);
            EXPECT_LE(std::abs(read - tiled[i / 2][static_cast<int>(i % 2)]), std::ldexp(1.0F, -bits - 1));
        }
    }
    const std::vector<glm::vec2> within = {{0, 1}, {0.5F, 0.25F}};
    EXPECT_EQ(packTexCoords("TEXCOORD_0", within, 16).layout.componentType, ComponentType::UnsignedShort);
    EXPECT_EQ(packTexCoords("TEXCOORD_0", within, 12).layout.usage, Usage::FixedTexCoords);
}

TEST(Quantisation, LeavesCoordinatesThatTheFilterCannotHold) {
    const std::vector<glm::vec2> far = {{0.1F, 500.3F}};
    const PackedAttribute packed = packTexCoords("TEXCOORD_0", far, 16);
    EXPECT_EQ(packed.layout.usage, Usage::Vertices8);
    EXPECT_TRUE(packed.beforeFilter.empty());
    EXPECT_EQ(std::memcmp(packed.elements.data(), far.data(), sizeof far[0]), 0);
}

TEST(Quantisation, MakesNoShortsOfCoordinatesOutsideOfTheImage) {
    EXPECT_TRUE(quantised(std::vector<glm::vec2>{{0, 1}, {0.5F, 0.25F}}));
    EXPECT_FALSE(quantised(std::vector<glm::vec2>{{0, 1}, {0.5F, 1.01F}}));
    EXPECT_FALSE(quantised(std::vector<glm::vec2>{{-0.01F, 1}}));
}

TEST(Quantisation, MakesBytesOfColoursThatAreSome) {
    EXPECT_TRUE(exactBytes(std::vector<glm::vec4>{{0, 1, 51.0F / 255.0F, 254.0F / 255.0F}}));
    EXPECT_FALSE(exactBytes(std::vector<glm::vec4>{{0, 1, 0.5F, 0}}));
}

std::uint32_t sumAt(const PackedInfluences& packed, std::size_t vertex) {
    std::uint32_t sum = 0;
    for (const auto& set : packed.weights)
        sum = std::accumulate(set[vertex].begin(), set[vertex].end(), sum);
    return sum;
}

TEST(Quantisation, GivesWeightsThatSumToOneExactly) {
    std::mt19937 random(4);
    std::uniform_real_distribution<float> within(0, 1);
    std::vector<InfluenceSet> sets(2);
    for (int vertex = 0; vertex < 300; ++vertex) {
        glm::vec4 first(within(random), within(random), within(random), within(random));
        glm::vec4 second(within(random), 1e-7F, 0, 0);
        const float sum = first.x + first.y + first.z + first.w + second.x + second.y;
        sets[0].weights.push_back(first / sum);
        sets[1].weights.push_back(second / sum);
        sets[0].joints.push_back({1, 2, 3, 4});
        sets[1].joints.push_back({5, 6, 0, 0});
    }
    const PackedInfluences packed = packInfluences(sets);
    EXPECT_FALSE(packed.areBytes);
    for (std::size_t vertex = 0; vertex < 300; ++vertex) {
        EXPECT_EQ(sumAt(packed, vertex), 65535U);
        EXPECT_EQ(packed.joints[1][vertex][1], packed.weights[1][vertex][1] == 0 ? 0 : 6);
    }
}

TEST(Quantisation, MakesBytesOfWeightsThatAreSome) {
    std::vector<InfluenceSet> sets(1);
    sets[0].joints = {{0, 1, 0, 0}, {2, 0, 0, 0}};
    sets[0].weights = {{55.0F / 255.0F, 200.0F / 255.0F, 0, 0}, {1, 0, 0, 0}};
    const PackedInfluences packed = packInfluences(sets);
    EXPECT_TRUE(packed.areBytes);
    EXPECT_THAT(packed.weights[0][0], testing::ElementsAre(55, 200, 0, 0));
    EXPECT_EQ(sumAt(packed, 1), 255U);
}

}  // namespace
}  // namespace rigkiln::gltf_export
