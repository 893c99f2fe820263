#include "pipeline/compare/point_tree.hpp"

#include <algorithm>
#include <random>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::UnorderedElementsAre;

std::vector<glm::dvec3> randomPoints(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 generator(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    std::vector<glm::dvec3> points;
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        points.emplace_back(number(generator), number(generator), number(generator));
    return points;
}

TEST(PointTree, FindsWhatASearchOfAllPointsFinds) {
    for (const std::size_t count : {1U, 2U, 8U, 9U, 100U, 3000U}) {
        const std::vector<glm::dvec3> points = randomPoints(count, count);
        const PointTree tree(points);
        for (const glm::dvec3& place : randomPoints(50, count + 1)) {
            const auto nearest = std::ranges::min_element(
                points, {}, [&](const glm::dvec3& point) { return glm::distance(point, place); });
            EXPECT_DOUBLE_EQ(tree.nearest(place).distance, glm::distance(*nearest, place)) << count;
        }
    }
}

TEST(PointTree, FindsEveryPointAtItsOwnPlace) {
    const std::vector<glm::dvec3> points = randomPoints(1000, 7);
    const PointTree tree(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(tree.nearest(points[i]).point, i);
        EXPECT_EQ(tree.nearest(points[i]).distance, 0);
    }
}

TEST(PointTree, ListsPointsWithinADistanceUpToALimit) {
    const std::vector<glm::dvec3> points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {3, 0, 0}};
    const PointTree tree(points);
    EXPECT_THAT(tree.within({0, 0, 0}, 1, 10), UnorderedElementsAre(0, 1, 2));
    EXPECT_THAT(tree.within({0, 0, 0}, 0, 10), UnorderedElementsAre(0, 2));
    EXPECT_EQ(tree.within({0, 0, 0}, 5, 2).size(), 2U);
}

/// All points are equally far away, so that no range can be left out.
TEST(PointTree, EndsASearchFromTheCentreOfASphere) {
    std::vector<glm::dvec3> points = randomPoints(200'000, 3);
    for (glm::dvec3& point : points)
        point = glm::normalize(point);
    const PointTree tree(points);
    for (int i = 0; i < 20'000; ++i)
        EXPECT_NEAR(tree.nearest({0, 0, 0}).distance, 1, 1e-9);
}

/// A flat mesh has no extent along one axis.
TEST(PointTree, FindsTheNearestPointOfAPlane) {
    std::vector<glm::dvec3> points = randomPoints(50'000, 5);
    for (glm::dvec3& point : points)
        point.z = 0;
    const PointTree tree(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PointTree::Nearest nearest = tree.nearest(points[i] + glm::dvec3(0, 0, 0.001));
        EXPECT_EQ(nearest.point, i);
        EXPECT_DOUBLE_EQ(nearest.distance, 0.001);
    }
}

TEST(PointTree, TakesManyPointsAtOnePlace) {
    const std::vector<glm::dvec3> points(100'000, glm::dvec3(1, 2, 3));
    const PointTree tree(points);
    EXPECT_EQ(tree.nearest({1, 2, 4}).distance, 1);
}

}  // namespace
}  // namespace rigkiln
