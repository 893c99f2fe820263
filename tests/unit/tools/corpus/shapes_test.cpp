#include "tools/corpus/shapes.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "tools/corpus/model.hpp"

namespace rigkiln::corpus {
namespace {

using alamo::AloSubMesh;
using alamo::AloVertex;

constexpr Box kBox{{-1, -2, 0}, {3, 4, 5}};

glm::dvec3 crossOf(const AloSubMesh& subMesh, std::size_t triangle) {
    const auto corner = [&](std::size_t i) {
        return toVector(subMesh.vertices[subMesh.indices[triangle * 3 + i]].position);
    };
    return glm::cross(corner(1) - corner(0), corner(2) - corner(0));
}

std::size_t trianglesWithoutArea(const AloSubMesh& subMesh) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < subMesh.indices.size() / 3; ++i) {
        if (glm::length(crossOf(subMesh, i)) < 1e-9) ++count;
    }
    return count;
}

TEST(CorpusShapes, BoxFacesOutwardsCounterClockwise) {
    AloSubMesh subMesh;
    addBox(subMesh, kBox);
    ASSERT_EQ(subMesh.indices.size(), 36U);
    for (std::size_t i = 0; i < 12; ++i) {
        const AloVertex& vertex = subMesh.vertices[subMesh.indices[i * 3]];
        const glm::dvec3 outward = toVector(vertex.position) - (kBox.minimum + kBox.maximum) * 0.5;
        EXPECT_GT(glm::dot(crossOf(subMesh, i), toVector(vertex.normal)), 0) << "triangle " << i;
        EXPECT_GT(glm::dot(outward, toVector(vertex.normal)), 0) << "triangle " << i;
    }
}

TEST(CorpusShapes, TangentsFollowTheTexture) {
    AloSubMesh subMesh;
    addBox(subMesh, kBox);
    for (std::size_t i = 0; i < subMesh.indices.size(); i += 3) {
        const AloVertex& a = subMesh.vertices[subMesh.indices[i]];
        const AloVertex& b = subMesh.vertices[subMesh.indices[i + 1]];
        const glm::dvec3 step = toVector(b.position) - toVector(a.position);
        const double along = b.texCoords[0][0] - a.texCoords[0][0];
        const double up = a.texCoords[0][1] - b.texCoords[0][1];
        EXPECT_GE(glm::dot(step, toVector(a.tangent)) * along, 0) << "triangle " << i / 3;
        EXPECT_GE(glm::dot(step, toVector(a.binormal)) * up, 0) << "triangle " << i / 3;
    }
}

TEST(CorpusShapes, ShadowBoxHasTwoTrianglesWithoutAreaAtEachEdge) {
    AloSubMesh subMesh;
    addShadowBox(subMesh, kBox);
    EXPECT_EQ(subMesh.indices.size() / 3, 36U);
    EXPECT_EQ(trianglesWithoutArea(subMesh), 24U);
}

TEST(CorpusShapes, TubeSharesItsVerticesAmongUpToFourBones) {
    Random random(1);
    const Skeleton skeleton = makeSerpent(random);
    AloSubMesh subMesh;
    addTube(subMesh, skeleton, drawnBones(skeleton), 0.8);
    std::size_t withFour = 0;
    for (const AloVertex& vertex : subMesh.vertices) {
        EXPECT_NEAR(std::accumulate(vertex.weights.begin(), vertex.weights.end(), 0.0F), 1.0F, 1e-6F);
        if (vertex.weights[0] > 0 && vertex.weights[3] > 0) ++withFour;
    }
    EXPECT_GT(withFour, 0U);
    EXPECT_EQ(trianglesWithoutArea(subMesh), 0U);
}

TEST(CorpusShapes, FormatClearsWhatItDoesNotMean) {
    AloSubMesh subMesh;
    addBox(subMesh, kBox);
    applyFormat(subMesh, "alD3dVertN", {.blackWithoutColour = true, .zeroUnused = true});
    for (const AloVertex& vertex : subMesh.vertices) {
        AloVertex expected;
        expected.position = vertex.position;
        expected.normal = vertex.normal;
        expected.color = {0, 0, 0, 1};
        expected.unused = {0, 0, 0, 0};
        EXPECT_EQ(vertex, expected);
    }
}

std::uint32_t u16At(const std::vector<std::byte>& bytes, std::size_t offset) {
    return std::to_integer<std::uint32_t>(bytes[offset]) | std::to_integer<std::uint32_t>(bytes[offset + 1])
                                                               << 8;
}

/// Walks the tree as a reader does, and checks every leaf.
class TreeWalk {
public:
    explicit TreeWalk(const AloSubMesh& subMesh) : subMesh_(subMesh), tree_(makeCollisionTree(subMesh)) {}

    void visit(std::size_t node, const Box& parent) {
        const std::size_t record = node * 10;
        Box box;
        for (int axis = 0; axis < 3; ++axis) {
            const double extent = parent.maximum[axis] - parent.minimum[axis];
            const auto step = [&](std::size_t at) { return std::to_integer<int>(tree_.nodes[at]) / 255.0; };
            const auto offset = static_cast<std::size_t>(axis);
            box.minimum[axis] = parent.minimum[axis] + extent * step(record + offset);
            box.maximum[axis] = parent.minimum[axis] + extent * step(record + 3 + offset);
        }
        const std::uint32_t count = u16At(tree_.nodes, record + 6);
        const std::uint32_t link = u16At(tree_.nodes, record + 8);
        if (count == 0) {
            visit(link, box);
            visit(link + 1, box);
            return;
        }
        for (std::uint32_t i = link; i < link + count; ++i)
            expectInside(u16At(tree_.triangles, i * std::size_t{2}), box);
    }

    const std::set<std::uint32_t>& seen() const { return seen_; }

private:
    void expectInside(std::uint32_t triangle, const Box& box) {
        EXPECT_TRUE(seen_.insert(triangle).second) << "triangle " << triangle << " is in two leaves";
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const auto position =
                toVector(subMesh_.vertices[subMesh_.indices[triangle * std::size_t{3} + corner]].position);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_GE(position[axis], box.minimum[axis] - 1e-6);
                EXPECT_LE(position[axis], box.maximum[axis] + 1e-6);
            }
        }
    }

    const AloSubMesh& subMesh_;
    alamo::AloCollisionTree tree_;
    std::set<std::uint32_t> seen_;
};

TEST(CorpusShapes, CollisionTreeHoldsEveryTriangleInABoxAroundIt) {
    AloSubMesh subMesh;
    addBox(subMesh, kBox);
    addBox(subMesh, {{10, 0, 0}, {12, 1, 1}});
    TreeWalk walk(subMesh);
    // The root's box is that of the mesh, grown by half a percent on each side.
    const glm::dvec3 low(-1, -2, 0);
    const glm::dvec3 high(12, 4, 5);
    const glm::dvec3 margin = (high - low) * 0.005;
    walk.visit(0, {low - margin, high + margin});
    EXPECT_EQ(walk.seen().size(), subMesh.indices.size() / 3);
}

}  // namespace
}  // namespace rigkiln::corpus
