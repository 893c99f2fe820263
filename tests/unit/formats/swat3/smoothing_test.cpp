#include "formats/swat3/smoothing.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace rigkiln::swat3 {
namespace {

/// Two triangles that share the edge from the origin to +Y: one in the plane z = 0 with twice the area, one
/// in the plane x = 0. The list of every vertex names both.
struct Corner {
    GsmFile file;
    std::vector<glm::dvec3> places = {{0, 0, 0}, {0, 1, 0}, {-2, 0, 0}, {0, 0, -1}};

    Corner() {
        for (std::uint16_t position = 0; position < 4; ++position)
            file.effectiveVertices.push_back(
                {.texCoord = 0, .position = position, .sharedList = 0, .hit = 0});
        file.triangles = {{.corners = {0, 1, 2}}, {.corners = {0, 3, 1}}};
        file.sharedLists = {{0, 1}};
    }

    [[nodiscard]] glm::dvec3 normal(std::size_t vertex, NormalWeight weight) const {
        return smoothNormals(file, places, weight).at(vertex);
    }
};

void expectNear(const glm::dvec3& actual, const glm::dvec3& expected) {
    EXPECT_LT(glm::distance(actual, glm::normalize(expected)), 1e-12)
        << actual.x << " " << actual.y << " " << actual.z;
}

TEST(Smoothing, CountsEachTriangleOfTheListTheSame) {
    expectNear(Corner().normal(0, NormalWeight::Face), {1, 0, 1});
}

TEST(Smoothing, CountsByArea) {
    expectNear(Corner().normal(0, NormalWeight::Area), {1, 0, 2});
}

TEST(Smoothing, CountsByTheAngleAtTheVertex) {
    expectNear(Corner().normal(0, NormalWeight::Angle), {1, 0, 1});
    // atan(2) in the first triangle, 45 degrees in the second.
    expectNear(Corner().normal(1, NormalWeight::Angle), {0.785398163397448, 0, 1.107148717794090});
    expectNear(Corner().normal(2, NormalWeight::Angle), {0, 0, 1});
}

TEST(Smoothing, GoesByTheListAndNotByTheTrianglesAround) {
    Corner corner;
    corner.file.sharedLists = {{0}};
    expectNear(corner.normal(3, NormalWeight::Face), {0, 0, 1});
}

TEST(Smoothing, GivesZeroWhereThereIsNoDirection) {
    Corner corner;
    corner.file.sharedLists = {{}};
    EXPECT_EQ(corner.normal(0, NormalWeight::Face), glm::dvec3(0.0));
    corner.places.assign(4, glm::dvec3(1.0));
    corner.file.sharedLists = {{0, 1}};
    EXPECT_EQ(corner.normal(0, NormalWeight::Area), glm::dvec3(0.0));
}

}  // namespace
}  // namespace rigkiln::swat3
