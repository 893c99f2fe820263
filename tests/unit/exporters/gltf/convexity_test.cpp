#include "exporters/gltf/convexity.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln::gltf_export::test {
namespace {

Mesh meshOf(std::vector<glm::vec3> positions, std::vector<std::uint32_t> indices) {
    Primitive primitive;
    primitive.positions = std::move(positions);
    primitive.indices = std::move(indices);
    return {.name = "body", .primitives = {primitive}, .extras = {}};
}

/// A box of twelve triangles; corner i has +1 along the axes whose bit is set.
Mesh box() {
    std::vector<glm::vec3> corners;
    for (unsigned i = 0; i < 8; ++i)
        corners.emplace_back((i & 1U) != 0 ? 1 : -1, (i & 2U) != 0 ? 1 : -1, (i & 4U) != 0 ? 1 : -1);
    return meshOf(corners, {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                            2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5});
}

/// A double pyramid over a polygon of that many corners that winds around its axis so many times.
Mesh doublePyramid(std::uint32_t corners, std::uint32_t windings) {
    std::vector<glm::vec3> points = {{0, 5, 0}, {0, -5, 0}};
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i < corners; ++i) {
        const double turn = 2.0 * std::numbers::pi * i * windings / corners;
        points.emplace_back(std::cos(turn), 0.0, std::sin(turn));
        const std::uint32_t here = 2 + i;
        const std::uint32_t next = 2 + (i + 1) % corners;
        for (const std::uint32_t index : {0U, next, here, 1U, here, next})
            indices.push_back(index);
    }
    return meshOf(points, indices);
}

/// A surface like that of a ball, in slices.
Mesh ball(std::uint32_t slices) {
    std::vector<glm::vec3> points;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t row = 0; row <= slices; ++row) {
        for (std::uint32_t column = 0; column < slices; ++column) {
            const double down = std::numbers::pi * row / slices;
            const double turn = 2.0 * std::numbers::pi * column / slices;
            const bool isPole = row == 0 || row == slices;
            const double radius = isPole ? 0.0 : std::sin(down);
            points.emplace_back(radius * std::cos(turn), isPole ? (row == 0 ? 1.0 : -1.0) : std::cos(down),
                                radius * std::sin(turn));
            if (row == slices) continue;
            const std::uint32_t here = row * slices + column;
            const std::uint32_t beside = row * slices + (column + 1) % slices;
            for (const std::uint32_t index :
                 {here, beside, here + slices, beside, beside + slices, here + slices})
                indices.push_back(index);
        }
    }
    return meshOf(points, indices);
}

TEST(Convexity, IsProvenForBodiesOfAnyWinding) {
    Mesh body = box();
    EXPECT_TRUE(isProvenConvex(body));
    for (std::size_t i = 0; i < body.primitives[0].indices.size(); i += 3)
        std::swap(body.primitives[0].indices[i], body.primitives[0].indices[i + 1]);
    EXPECT_TRUE(isProvenConvex(body)) << "inside out";
    EXPECT_TRUE(isProvenConvex(doublePyramid(5, 1)));
    EXPECT_TRUE(isProvenConvex(ball(40)));
}

TEST(Convexity, LooksAtPlacesAndNotAtVertices) {
    Mesh body = box();
    Primitive& primitive = body.primitives[0];
    std::vector<glm::vec3> split;
    for (const std::uint32_t index : primitive.indices)
        split.push_back(primitive.positions[index]);
    primitive.positions = split;
    for (std::uint32_t i = 0; i < primitive.indices.size(); ++i)
        primitive.indices[i] = i;
    EXPECT_TRUE(isProvenConvex(body));
    Primitive second = primitive;
    second.indices.erase(second.indices.begin(), second.indices.begin() + 12);
    primitive.indices.resize(12);
    body.primitives.push_back(second);
    EXPECT_TRUE(isProvenConvex(body)) << "in two primitives";
}

TEST(Convexity, IsNotProvenForADentABumpOrAHole) {
    Mesh dented = ball(12);
    dented.primitives[0].positions[5 * 12 + 3] *= 0.9F;
    EXPECT_FALSE(isProvenConvex(dented));
    Mesh bumped = ball(12);
    bumped.primitives[0].positions[5 * 12 + 3] *= 1.2F;
    EXPECT_FALSE(isProvenConvex(bumped));
    Mesh rounded = ball(12);
    rounded.primitives[0].positions[5 * 12 + 3] *= 1.00001F;
    EXPECT_TRUE(isProvenConvex(rounded)) << "within the tolerance";
    Mesh open = box();
    open.primitives[0].indices.resize(33);
    EXPECT_FALSE(isProvenConvex(open));
    Mesh turned = box();
    std::swap(turned.primitives[0].indices[0], turned.primitives[0].indices[1]);
    EXPECT_FALSE(isProvenConvex(turned)) << "one triangle inside out";
}

TEST(Convexity, IsNotProvenForSurfacesThatAreConvexAtEachEdgeAndWindTwice) {
    EXPECT_FALSE(isProvenConvex(doublePyramid(5, 2)));
    Mesh twice = box();
    Primitive inner = twice.primitives[0];
    for (glm::vec3& position : inner.positions)
        position *= 0.5F;
    twice.primitives.push_back(inner);
    EXPECT_FALSE(isProvenConvex(twice)) << "a box in a box";
    Mesh beside = box();
    for (glm::vec3& position : inner.positions)
        position.x += 5.0F;
    beside.primitives.push_back(inner);
    EXPECT_FALSE(isProvenConvex(beside)) << "two boxes";
}

TEST(Convexity, IsNotProvenForNothingFlatOrNotFinite) {
    EXPECT_FALSE(isProvenConvex({}));
    EXPECT_FALSE(isProvenConvex(meshOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2, 0, 2, 1})));
    EXPECT_FALSE(isProvenConvex(meshOf({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {0, 1, 2})));
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
