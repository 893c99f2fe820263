#include "pipeline/packing/vertex_order.hpp"

#include <algorithm>
#include <array>
#include <random>

#include <gmock/gmock.h>

namespace rigkiln {
namespace {

/// A grid of squares with its triangles in random order. All streams hold the number of their vertex.
Primitive scatteredGrid(std::uint32_t side) {
    Primitive grid;
    grid.influenceSets.resize(1);
    grid.attributes.push_back({.name = "_PAIR", .components = 2, .values = {}});
    for (std::uint32_t i = 0; i < side * side + 2; ++i) {  // no triangle uses the last two
        const auto number = static_cast<float>(i);
        grid.positions.emplace_back(number, 0, 0);
        grid.normals.emplace_back(0, number, 0);
        grid.influenceSets[0].joints.push_back({static_cast<std::uint16_t>(i), 0, 0, 0});
        grid.influenceSets[0].weights.emplace_back(1, 0, 0, 0);
        grid.attributes[0].values.insert(grid.attributes[0].values.end(), {number, -number});
    }
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::uint32_t y = 0; y + 1 < side; ++y) {
        for (std::uint32_t x = 0; x + 1 < side; ++x) {
            const std::uint32_t corner = y * side + x;
            triangles.push_back({corner, corner + 1, corner + side});
            triangles.push_back({corner + side, corner + 1, corner + side + 1});
        }
    }
    std::ranges::shuffle(triangles, std::mt19937(5));
    for (const auto& triangle : triangles)
        grid.indices.insert(grid.indices.end(), triangle.begin(), triangle.end());
    return grid;
}

/// Vertex numbers of each triangle.
std::vector<std::array<float, 3>> trianglesOf(const Primitive& primitive) {
    std::vector<std::array<float, 3>> triangles;
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
        triangles.push_back({primitive.positions[primitive.indices[i]].x,
                             primitive.positions[primitive.indices[i + 1]].x,
                             primitive.positions[primitive.indices[i + 2]].x});
    }
    return triangles;
}

/// Old vertex numbers of each triangle, turned so that the smallest comes first.
std::vector<std::array<std::uint32_t, 3>> oldTriangles(const VertexOrder& order) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::size_t i = 0; i < order.indices.size(); i += 3) {
        std::array<std::uint32_t, 3> corners{};
        for (std::size_t c = 0; c < 3; ++c)
            corners.at(c) = order.vertices[order.indices[i + c]];
        std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
        triangles.push_back(corners);
    }
    return triangles;
}

VertexOrder unordered(const Primitive& grid) {
    VertexOrder order{.indices = grid.indices, .vertices = {}};
    for (std::uint32_t i = 0; i < grid.positions.size(); ++i)
        order.vertices.push_back(i);
    return order;
}

TEST(VertexOrder, KeepsTrianglesAndTheirSense) {
    const Primitive grid = scatteredGrid(9);
    const VertexOrder order = orderVertices(grid.indices, grid.positions.size(), false);
    auto before = oldTriangles(unordered(grid));
    auto after = oldTriangles(order);
    EXPECT_NE(before, after);
    std::ranges::sort(before);
    std::ranges::sort(after);
    EXPECT_EQ(before, after);
    std::vector<std::uint32_t> vertices = order.vertices;
    std::ranges::sort(vertices);
    EXPECT_EQ(vertices, unordered(grid).vertices);
}

TEST(VertexOrder, NumbersVerticesByTheirFirstUse) {
    const Primitive grid = scatteredGrid(9);
    const VertexOrder order = orderVertices(grid.indices, grid.positions.size(), false);
    std::uint32_t next = 0;
    for (const std::uint32_t index : order.indices) {
        EXPECT_LE(index, next);
        next = std::max(next, index + 1);
    }
    EXPECT_EQ(next + 2, order.vertices.size());
}

TEST(VertexOrder, LeavesTheTrianglesOfWhatIsBlendedInTheirOrder) {
    const Primitive grid = scatteredGrid(9);
    const VertexOrder order = orderVertices(grid.indices, grid.positions.size(), true);
    EXPECT_EQ(oldTriangles(order), oldTriangles(unordered(grid)));
}

/// Triangles of the grid with three vertices of their own each.
Primitive unwelded(const Primitive& grid) {
    Primitive apart = grid;
    apart.positions.clear();
    apart.normals.clear();
    apart.influenceSets[0] = {};
    apart.attributes[0].values.clear();
    for (std::uint32_t& index : apart.indices) {
        apart.positions.push_back(grid.positions[index]);
        apart.normals.push_back(grid.normals[index]);
        apart.influenceSets[0].joints.push_back(grid.influenceSets[0].joints[index]);
        apart.influenceSets[0].weights.push_back(grid.influenceSets[0].weights[index]);
        for (std::size_t i = 0; i < 2; ++i)
            apart.attributes[0].values.push_back(grid.attributes[0].values[2 * index + i]);
        index = static_cast<std::uint32_t>(apart.positions.size() - 1);
    }
    return apart;
}

TEST(WeldVertices, MakesOneOfEqualVertices) {
    const Primitive grid = scatteredGrid(9);
    const Primitive welded = weldVertices(unwelded(grid));
    EXPECT_EQ(welded.positions.size(), grid.positions.size() - 2) << "without the two that nothing uses";
    EXPECT_EQ(trianglesOf(welded), trianglesOf(grid));
    for (std::size_t i = 0; i < welded.positions.size(); ++i) {
        const float number = welded.positions[i].x;
        EXPECT_EQ(welded.normals[i].y, number);
        EXPECT_EQ(static_cast<float>(welded.influenceSets[0].joints[i][0]), number);
        EXPECT_EQ(welded.attributes[0].values[2 * i + 1], -number);
    }
    EXPECT_EQ(weldVertices(grid), grid) << "nothing is equal";
}

TEST(WeldVertices, LooksAtEveryStream) {
    Primitive triangle;
    triangle.positions.assign(3, glm::vec3(1));
    triangle.indices = {0, 1, 2};
    EXPECT_EQ(weldVertices(triangle).positions.size(), 1U);
    const auto differs = [&](auto change) {
        Primitive other = triangle;
        change(other);
        return weldVertices(other).positions.size();
    };
    const auto two = [](auto one, auto other) { return std::vector{one, one, other}; };
    EXPECT_EQ(differs([&](Primitive& p) { p.normals = two(glm::vec3(1), glm::vec3(2)); }), 2U);
    EXPECT_EQ(differs([&](Primitive& p) { p.tangents = two(glm::vec4(1), glm::vec4(2)); }), 2U);
    EXPECT_EQ(differs([&](Primitive& p) { p.colors = two(glm::vec4(1), glm::vec4(2)); }), 2U);
    EXPECT_EQ(differs([&](Primitive& p) { p.texCoordSets = {{}, two(glm::vec2(1), glm::vec2(2))}; }), 2U);
    EXPECT_EQ(
        differs([&](Primitive& p) {
            p.influenceSets = {{.joints = {{0}, {0}, {1}}, .weights = std::vector(3, glm::vec4(1, 0, 0, 0))}};
        }),
        2U);
    EXPECT_EQ(differs([&](Primitive& p) {
                  p.influenceSets = {{.joints = {{0}, {0}, {0}}, .weights = two(glm::vec4(1), glm::vec4(2))}};
              }),
              2U);
    EXPECT_EQ(differs([&](Primitive& p) {
                  p.attributes = {{.name = "_PAIR", .components = 2, .values = {1, 2, 1, 2, 1, 3}}};
              }),
              2U);
}

}  // namespace
}  // namespace rigkiln
