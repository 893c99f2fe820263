#include "exporters/gltf/quantisation.hpp"

#include <numeric>
#include <random>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>

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

TEST(Quantisation, MovesPositionsByNoMoreThanTheBound) {
    for (const float size : {1e-6F, 0.01F, 1.0F, 1.7F, 1000.0F, 1e6F}) {
        const double bound = static_cast<double>(size) * 6e-5;
        const std::vector<glm::vec3> positions = randomPositions(1, size);
        const auto made = dequantisationOf(boundsOf(positions), bound);
        ASSERT_TRUE(made) << size;
        const std::vector<ShortPosition> stored = quantised(positions, *made);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const glm::dvec3 read(positionOf(stored[i], *made));
            EXPECT_LE(glm::distance(glm::dvec3(positions[i]), read), bound) << size;
            EXPECT_EQ(stored[i][3], 0);
        }
    }
}

TEST(Quantisation, LeavesPositionsThatSixteenBitsAreTooFewFor) {
    const std::vector<glm::vec3> positions = randomPositions(2, 10.0F);
    EXPECT_FALSE(dequantisationOf(boundsOf(positions), 1e-4));
    EXPECT_FALSE(dequantisationOf(boundsOf(positions), 0.0));
    EXPECT_FALSE(dequantisationOf(Bounds{}, 1.0));
}

TEST(Quantisation, TakesAPointForABox) {
    const std::vector<glm::vec3> positions = {{1.25F, -3, 1e-3F}};
    const auto made = dequantisationOf(boundsOf(positions), 1e-4);
    ASSERT_TRUE(made);
    EXPECT_LE(glm::distance(positionOf(quantised(positions, *made)[0], *made), positions[0]), 1e-4F);
}

TEST(Quantisation, GivesDirectionsSixteenBitsWhereEightTurnThemTooFar) {
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    std::vector<glm::vec4> directions(500);
    for (glm::vec4& direction : directions)
        direction = glm::vec4(glm::normalize(glm::vec3(normal(random), normal(random), normal(random))), -1);
    const PackedDirections packed = packDirections(directions);
    EXPECT_EQ(packed.elements.size(), directions.size() * (packed.areBytes ? 4U : 8U));
    const PackedDirections axes = packDirections(std::vector<glm::vec4>{{0, 0, 1, 0}, {1, 0, 0, 0}});
    EXPECT_TRUE(axes.areBytes);
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
