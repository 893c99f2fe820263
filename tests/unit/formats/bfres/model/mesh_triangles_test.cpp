#include "formats/bfres/model/mesh_triangles.hpp"

#include <gtest/gtest.h>

namespace rigkiln::bfres {
namespace {

/// Makes a mesh with 16-bit indices of the Wii U.
Mesh meshOf(std::uint32_t primitive, const std::vector<std::uint16_t>& indices,
            std::uint32_t firstVertex = 0) {
    Mesh mesh;
    mesh.primitive = primitive;
    mesh.indexFormat = 4;
    mesh.indexCount = static_cast<std::uint32_t>(indices.size());
    mesh.firstVertex = firstVertex;
    for (const std::uint16_t index : indices) {
        mesh.indices.bytes.push_back(static_cast<std::byte>(index >> 8U));
        mesh.indices.bytes.push_back(static_cast<std::byte>(index & 0xFFU));
    }
    return mesh;
}

using Numbers = std::vector<std::uint32_t>;

TEST(MeshTriangles, KeepsVerticesThatAreUsedInTheirOrder) {
    const auto triangles = trianglesOf(meshOf(4, {4, 2, 7, 2, 4, 9}), Console::WiiU, 10);
    ASSERT_TRUE(triangles);
    EXPECT_EQ(triangles->vertices, (Numbers{2, 4, 7, 9}));
    EXPECT_EQ(triangles->indices, (Numbers{1, 0, 2, 0, 1, 3}));
    EXPECT_EQ(trianglesOf(meshOf(4, {4, 2, 7, 2, 4, 9}), Console::WiiU, 5000)->vertices, triangles->vertices)
        << "of many vertices";
}

TEST(MeshTriangles, AddsTheFirstVertex) {
    const auto triangles = trianglesOf(meshOf(4, {0, 1, 2}, 5), Console::WiiU, 8);
    EXPECT_EQ(triangles->vertices, (Numbers{5, 6, 7}));
    EXPECT_EQ(triangles->indices, (Numbers{0, 1, 2}));
}

TEST(MeshTriangles, LeavesOutWhatNamesNoVertex) {
    const auto triangles = trianglesOf(meshOf(4, {0, 1, 2, 0, 1, 3}), Console::WiiU, 3);
    EXPECT_EQ(triangles->indices, (Numbers{0, 1, 2}));
    EXPECT_EQ(triangles->badTriangles, 1U);
    EXPECT_EQ(trianglesOf(meshOf(4, {0, 0, 0}, 0xFFFFFFFF), Console::WiiU, 3)->badTriangles, 1U);
}

TEST(MeshTriangles, TakesStripsAndFansApart) {
    EXPECT_EQ(trianglesOf(meshOf(6, {0, 1, 2, 3, 3, 4}), Console::WiiU, 5)->indices,
              (Numbers{0, 1, 2, 2, 1, 3}))
        << "every other triangle turned, none without area";
    EXPECT_EQ(trianglesOf(meshOf(5, {0, 1, 2, 3}), Console::WiiU, 4)->indices, (Numbers{0, 1, 2, 0, 2, 3}));
}

TEST(MeshTriangles, KnowsNeitherPointsNorLines) {
    for (const std::uint32_t primitive : {1U, 2U, 3U, 0x13U})
        EXPECT_FALSE(trianglesOf(meshOf(primitive, {0, 1, 2}), Console::WiiU, 3)) << primitive;
    EXPECT_FALSE(trianglesOf(meshOf(1, {0, 1, 2}), Console::Switch, 3));
}

TEST(MeshTriangles, IgnoresIndicesBehindTheLastWholeTriangle) {
    EXPECT_EQ(trianglesOf(meshOf(4, {0, 1, 2, 0, 1}), Console::WiiU, 3)->indices.size(), 3U);
    EXPECT_TRUE(trianglesOf(meshOf(4, {}), Console::WiiU, 3)->indices.empty());
}

}  // namespace
}  // namespace rigkiln::bfres
