#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pipeline/compare/compared.hpp"

namespace rigkiln::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A grid of 2 * side * side triangles with its own texture coordinates at each vertex.
Scene gridScene(std::uint32_t side) {
    Scene scene;
    scene.joints = {joint("root")};
    Primitive grid;
    grid.texCoordSets.resize(1);
    for (std::uint32_t y = 0; y <= side; ++y) {
        for (std::uint32_t x = 0; x <= side; ++x) {
            grid.positions.emplace_back(static_cast<float>(x), static_cast<float>(y), 0.0F);
            grid.normals.emplace_back(0.0F, 0.0F, 1.0F);
            grid.texCoordSets[0].emplace_back(static_cast<float>(x) / static_cast<float>(side),
                                              static_cast<float>(y) / static_cast<float>(side));
        }
    }
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            const std::uint32_t corner = y * (side + 1) + x;
            for (const std::uint32_t index :
                 {corner, corner + 1, corner + side + 2, corner, corner + side + 2, corner + side + 1})
                grid.indices.push_back(index);
        }
    }
    scene.meshes = {{.name = "grid", .primitives = {grid}, .extras = {}}};
    MeshInstance instance;
    instance.name = "grid";
    scene.instances = {instance};
    return scene;
}

/// Stores the vertices and the triangles the other way round.
void reverseOrder(Primitive& primitive) {
    const auto last = static_cast<std::uint32_t>(primitive.positions.size() - 1);
    std::ranges::reverse(primitive.positions);
    std::ranges::reverse(primitive.normals);
    std::ranges::reverse(primitive.texCoordSets[0]);
    std::vector<std::uint32_t> indices;
    for (std::size_t i = primitive.indices.size(); i >= 3; i -= 3) {
        // Another corner first, in the same winding.
        for (const std::size_t corner : {i - 2, i - 1, i - 3})
            indices.push_back(last - primitive.indices[corner]);
    }
    primitive.indices = indices;
}

Primitive& gridOf(Scene& scene) {
    return scene.meshes[0].primitives[0];
}

TEST(CompareMeshes, FindsNothingInVerticesOfAnotherOrder) {
    const Scene left = gridScene(6);
    Scene right = left;
    reverseOrder(gridOf(right));
    EXPECT_NE(left, right);
    EXPECT_THAT(differencesOf(left, right), IsEmpty());
}

TEST(CompareMeshes, FindsNothingInAMeshThatIsSplitIntoPrimitives) {
    const Scene left = gridScene(4);
    Scene right = left;
    right.meshes[0].primitives.push_back(gridOf(right));
    std::vector<std::uint32_t>& first = right.meshes[0].primitives[0].indices;
    std::vector<std::uint32_t>& second = right.meshes[0].primitives[1].indices;
    second.erase(second.begin(), second.begin() + 12);
    first.resize(12);
    EXPECT_THAT(differencesOf(left, right), IsEmpty());
}

TEST(CompareMeshes, MeasuresTheDistanceToTheNearestVertex) {
    const Scene left = gridScene(3);
    Scene right = left;
    gridOf(right).positions[5].z = 0.25F;
    EXPECT_THAT(
        differencesOf(left, right),
        ElementsAre("meshes mesh 'grid': vertices up to 250 mm from the nearest one of the other file: 1 of "
                    "16 in A, 1 of 16 in B, the farthest at (1 1 0)"));
    EXPECT_THAT(differencesOf(left, right, 0.25), IsEmpty());
}

TEST(CompareMeshes, TellsAMissingTriangle) {
    const Scene left = gridScene(2);
    Scene right = left;
    gridOf(right).indices.resize(gridOf(right).indices.size() - 3);
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("meshes mesh 'grid': triangles: 8, 7",
                            "meshes mesh 'grid': triangles without a material: 8, 7"));
}

TEST(CompareMeshes, TellsATriangleThatFacesTheOtherWay) {
    const Scene left = gridScene(2);
    Scene right = left;
    std::swap(gridOf(right).indices[0], gridOf(right).indices[1]);
    EXPECT_THAT(
        differencesOf(left, right),
        ElementsAre("meshes mesh 'grid': 1 of 8 triangles connect other vertices or face the other way"));
}

TEST(CompareMeshes, ComparesTextureCoordinatesAtTheNearestVertex) {
    const Scene left = gridScene(2);
    Scene right = left;
    gridOf(right).texCoordSets[0][4].x += 0.125F;
    reverseOrder(gridOf(right));
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("meshes mesh 'grid': texture coordinates 0 differ by up to 0.125 on 1 vertices"));
}

/// A seam: two vertices at one place that differ only in their texture coordinates.
TEST(CompareMeshes, PairsTheVerticesOfASeamByTheirTextureCoordinates) {
    Scene left = gridScene(2);
    gridOf(left).positions[3] = gridOf(left).positions[4];
    gridOf(left).indices = {0, 1, 3, 1, 2, 4};
    Scene right = left;
    reverseOrder(gridOf(right));
    for (glm::vec3& position : gridOf(right).positions)
        position.z += 1e-7F;
    EXPECT_THAT(differencesOf(left, right), IsEmpty());
}

/// A grid, and a second one on top of it with the same first texture coordinates.
Scene overlappingScene() {
    Scene scene = gridScene(2);
    scene.meshes[0].primitives.push_back(gridOf(scene));
    return scene;
}

constexpr std::size_t kVerticesOfGrid = 9;

TEST(CompareMeshes, ComparesASecondSetWhereAPrimitiveWithoutItOverlaps) {
    Scene left = overlappingScene();
    gridOf(left).texCoordSets.emplace_back(kVerticesOfGrid, glm::vec2(0.25F));
    Scene right = left;
    gridOf(right).texCoordSets[1].assign(kVerticesOfGrid, glm::vec2(0.25F, 0.75F));
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("meshes mesh 'grid': texture coordinates 1 differ by up to 0.5 on 9 vertices"));
    std::swap(right.meshes[0].primitives[0], right.meshes[0].primitives[1]);
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("meshes mesh 'grid': texture coordinates 1 differ by up to 0.5 on 9 vertices"));
}

TEST(CompareMeshes, TellsASecondSetThatOnePrimitiveLost) {
    Scene left = overlappingScene();
    for (Primitive& primitive : left.meshes[0].primitives)
        primitive.texCoordSets.emplace_back(kVerticesOfGrid, glm::vec2(0.25F));
    for (glm::vec3& position : left.meshes[0].primitives[1].positions)
        position.z = 1;
    Scene right = left;
    right.meshes[0].primitives[1].texCoordSets.pop_back();
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("meshes mesh 'grid': texture coordinates 1 are missing on some vertices: 9 have "
                            "them only in A, 0 only in B"));
}

TEST(CompareMeshes, PairsOverlappingVerticesByTheirMaterials) {
    Scene left = overlappingScene();
    left.materials.resize(2);
    left.materials[0].name = "cloth";
    left.materials[1].name = "dirt";
    std::vector<Primitive>& primitives = left.meshes[0].primitives;
    for (std::uint32_t i = 0; i < 2; ++i) {
        primitives[i].material = IndexOf<Material>(i);
        primitives[i].texCoordSets.emplace_back(kVerticesOfGrid, glm::vec2(static_cast<float>(i)));
    }
    Scene right = left;
    std::swap(right.meshes[0].primitives[0].texCoordSets, right.meshes[0].primitives[1].texCoordSets);
    EXPECT_THAT(
        differencesOf(left, right),
        ElementsAre("meshes mesh 'grid': texture coordinates 1 differ by up to 1.414 on 18 vertices"));
    Scene reordered = left;
    std::swap(reordered.meshes[0].primitives[0], reordered.meshes[0].primitives[1]);
    EXPECT_THAT(differencesOf(left, reordered), IsEmpty());
}

TEST(CompareMeshes, ComparesASecondSetWithoutAFirstOne) {
    Scene left = gridScene(2);
    std::vector<std::vector<glm::vec2>>& sets = gridOf(left).texCoordSets;
    sets = {{}, sets[0]};
    Scene right = left;
    EXPECT_THAT(differencesOf(left, right), IsEmpty());
    gridOf(right).texCoordSets[1][4].x += 0.125F;
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("meshes mesh 'grid': texture coordinates 1 differ by up to 0.125 on 1 vertices"));
}

TEST(CompareMeshes, ComparesNormals) {
    const Scene left = gridScene(2);
    Scene right = left;
    gridOf(right).normals[0] = {1, 0, 0};
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("meshes mesh 'grid': normals differ by up to 1.414 on 1 vertices"));
}

TEST(CompareMeshes, TellsWhichStreamsOnlyOneSideHas) {
    const Scene left = gridScene(1);
    Scene right = left;
    gridOf(right).texCoordSets.clear();
    gridOf(right).colors.assign(4, glm::vec4(1));
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("meshes texture coordinates 0 of mesh 'grid': only in A",
                            "meshes colours of mesh 'grid': only in B"));
}

TEST(CompareMeshes, TellsAMeshThatOnlyOneSideHas) {
    const Scene left = smallScene();
    Scene right = left;
    right.instances.pop_back();
    EXPECT_THAT(differencesOf(left, right), ElementsAre("meshes mesh 'ring': only in A"));
    EXPECT_THAT(differencesOf(right, left), ElementsAre("meshes mesh 'ring': only in B"));
}

TEST(CompareMeshes, ComparesWeightsByJoint) {
    const Scene left = smallScene();
    Scene right = left;
    InfluenceSet& set = right.meshes[0].primitives[0].influenceSets[0];
    // Another order of the same weights changes nothing.
    set.joints[2] = {1, 0, 0, 0};
    EXPECT_THAT(differencesOf(left, right), IsEmpty());
    set.weights[2] = {0.75F, 0.25F, 0, 0};
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("skins mesh 'sleeve': weights differ by up to 0.25 on 1 vertices"));
}

TEST(CompareMeshes, TellsAnotherMaterial) {
    const Scene left = smallScene();
    Scene right = left;
    right.meshes[1].primitives[0].material.reset();
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("meshes mesh 'ring': triangles without a material: 0, 1",
                            "meshes mesh 'ring': triangles with material 'cloth': 1, 0"));
}

/// Many vertices at one place, and many vertices that have no equal: neither may take quadratic time.
TEST(CompareMeshes, TakesLargeMeshesWithoutEqualVertices) {
    const Scene left = gridScene(250);
    Scene right = left;
    for (glm::vec3& position : gridOf(right).positions)
        position.z = 1e-3F;
    EXPECT_THAT(
        differencesOf(left, right),
        ElementsAre(testing::StartsWith("meshes mesh 'grid': vertices up to 1 mm from the nearest one")));
    for (glm::vec3& position : gridOf(right).positions)
        position = {1, 2, 3};
    EXPECT_FALSE(differencesOf(left, right).empty());
}

}  // namespace
}  // namespace rigkiln::test
