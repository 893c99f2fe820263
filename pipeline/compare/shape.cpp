#include "pipeline/compare/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "pipeline/animation/rest_placement.hpp"
#include "pipeline/compare/point_tree.hpp"

namespace rigkiln {
namespace {

/// Number of vertices at one place among which the most similar one is searched.
constexpr std::size_t kMostAtOnePlace = 64;

glm::dvec3 placedNormal(const RestPlacement& placement, const Primitive& primitive, std::size_t vertex) {
    const glm::dmat3 turn = placement.turn(primitive, vertex);
    const double determinant = glm::determinant(turn);
    const glm::dvec3 normal(primitive.normals[vertex]);
    const glm::dvec3 placed = determinant == 0 ? normal : glm::transpose(glm::inverse(turn)) * normal;
    const double length = glm::length(placed);
    return length > 0 && std::isfinite(length) ? placed / length : normal;
}

/// Orders numbers; -0 equals 0. Precondition: none is NaN, which is a law of scenes.
std::strong_ordering orderOf(double left, double right) {
    if (left < right) return std::strong_ordering::less;
    return left > right ? std::strong_ordering::greater : std::strong_ordering::equal;
}

std::strong_ordering orderOf(const glm::dvec3& left, const glm::dvec3& right) {
    for (int axis = 0; axis < 3; ++axis) {
        const std::strong_ordering order = orderOf(left[axis], right[axis]);
        if (order != std::strong_ordering::equal) return order;
    }
    return std::strong_ordering::equal;
}

/// How unlike two vertices at one place are.
double unlikeness(const Shape& left, std::size_t leftVertex, const Shape& right, std::size_t rightVertex) {
    double sum = glm::length(left.normals[leftVertex] - right.normals[rightVertex]);
    const auto& leftSets = left.primitiveOf(leftVertex).texCoordSets;
    const auto& rightSets = right.primitiveOf(rightVertex).texCoordSets;
    for (std::size_t set = 0; set < std::min(leftSets.size(), rightSets.size()); ++set) {
        const glm::dvec2 apart = glm::dvec2(leftSets[set][left.places[leftVertex].vertex]) -
                                 glm::dvec2(rightSets[set][right.places[rightVertex].vertex]);
        sum += glm::length(apart);
    }
    return sum;
}

/// Searches vertices of one shape for those of another one.
class VertexSearch {
public:
    VertexSearch(const Shape& left, const Shape& right, double tolerance)
        : left_(left), right_(right), tolerance_(tolerance) {}

    NearestVertices run() {
        NearestVertices found{.partners = std::vector<std::uint32_t>(left_.size()),
                              .distances = std::vector<double>(left_.size(), 0.0)};
        std::vector<std::uint32_t> rest = unequalInOrder(found);
        if (!rest.empty()) rest = unequalAnywhere(found, rest);
        found.isExact = rest.empty();
        if (!rest.empty()) findNearest(found, rest);
        return found;
    }

private:
    /// Pairs vertices with equal ones of the same number, and returns the others: files that were copied or
    /// converted keep the order.
    std::vector<std::uint32_t> unequalInOrder(NearestVertices& found) const {
        std::vector<std::uint32_t> rest;
        for (std::uint32_t vertex = 0; vertex < left_.size(); ++vertex) {
            found.partners[vertex] = vertex;
            if (vertex >= right_.size() ||
                compareVertices(left_, vertex, right_, vertex) != std::strong_ordering::equal)
                rest.push_back(vertex);
        }
        return rest;
    }

    /// Pairs vertices with equal ones of any number, and returns the others.
    std::vector<std::uint32_t> unequalAnywhere(NearestVertices& found,
                                               const std::vector<std::uint32_t>& wanted) const {
        std::vector<std::uint32_t> order(right_.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, [&](std::uint32_t one, std::uint32_t other) {
            const std::strong_ordering compared = compareVertices(right_, one, right_, other);
            return compared == std::strong_ordering::equal ? one < other
                                                           : compared == std::strong_ordering::less;
        });
        std::vector<std::uint32_t> rest;
        for (const std::uint32_t vertex : wanted) {
            const auto place =
                std::lower_bound(order.begin(), order.end(), vertex, [&](std::uint32_t one, std::uint32_t) {
                    return compareVertices(right_, one, left_, vertex) == std::strong_ordering::less;
                });
            const bool isEqual = place != order.end() && compareVertices(right_, *place, left_, vertex) ==
                                                             std::strong_ordering::equal;
            if (isEqual)
                found.partners[vertex] = *place;
            else
                rest.push_back(vertex);
        }
        return rest;
    }

    void findNearest(NearestVertices& found, const std::vector<std::uint32_t>& wanted) const {
        const PointTree tree(right_.positions);
        for (const std::uint32_t vertex : wanted) {
            const glm::dvec3& place = left_.positions[vertex];
            const PointTree::Nearest nearest = tree.nearest(place);
            std::size_t best = nearest.point;
            double least = unlikeness(left_, vertex, right_, best);
            // A little farther, because the distance is rounded.
            constexpr double kRounding = 1 + 1e-9;
            const double reach = std::max(nearest.distance * kRounding, tolerance_);
            for (const std::size_t candidate : tree.within(place, reach, kMostAtOnePlace)) {
                const double unlike = unlikeness(left_, vertex, right_, candidate);
                if (unlike >= least) continue;
                least = unlike;
                best = candidate;
            }
            found.partners[vertex] = static_cast<std::uint32_t>(best);
            found.distances[vertex] = nearest.distance;
        }
    }

    const Shape& left_;
    const Shape& right_;
    double tolerance_;
};

}  // namespace

Shape::Shape(const Scene& scene, const MeshInstance& instance, std::span<const glm::dmat4> worlds)
    : mesh(scene.meshes[instance.mesh.value]),
      skin(instance.skin ? &scene.skins[instance.skin->value] : nullptr) {
    const RestPlacement placement(scene, instance, worlds);
    for (std::uint32_t number = 0; number < mesh.primitives.size(); ++number) {
        const Primitive& primitive = mesh.primitives[number];
        const auto first = static_cast<std::uint32_t>(positions.size());
        for (std::uint32_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
            places.push_back({.primitive = number, .vertex = vertex});
            positions.push_back(placement.position(primitive, vertex));
            normals.push_back(primitive.normals.empty() ? glm::dvec3(0.0)
                                                        : placedNormal(placement, primitive, vertex));
        }
        for (const std::uint32_t index : primitive.indices)
            triangles.push_back(first + index);
    }
}

std::strong_ordering compareVertices(const Shape& left, std::size_t leftVertex, const Shape& right,
                                     std::size_t rightVertex) {
    std::strong_ordering order = orderOf(left.positions[leftVertex], right.positions[rightVertex]);
    if (order != std::strong_ordering::equal) return order;
    order = orderOf(left.normals[leftVertex], right.normals[rightVertex]);
    if (order != std::strong_ordering::equal) return order;
    const auto& leftSets = left.primitiveOf(leftVertex).texCoordSets;
    const auto& rightSets = right.primitiveOf(rightVertex).texCoordSets;
    for (std::size_t set = 0; set < std::min(leftSets.size(), rightSets.size()); ++set) {
        const glm::vec2& one = leftSets[set][left.places[leftVertex].vertex];
        const glm::vec2& other = rightSets[set][right.places[rightVertex].vertex];
        for (int axis = 0; axis < 2; ++axis) {
            order = orderOf(static_cast<double>(one[axis]), static_cast<double>(other[axis]));
            if (order != std::strong_ordering::equal) return order;
        }
    }
    return leftSets.size() <=> rightSets.size();
}

NearestVertices nearestVertices(const Shape& left, const Shape& right, double tolerance) {
    return VertexSearch(left, right, tolerance).run();
}

}  // namespace rigkiln
