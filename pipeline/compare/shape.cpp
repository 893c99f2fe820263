#include "pipeline/compare/shape.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

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

/// Streams of a primitive by which vertices are paired: a bit for each one that it has.
using Streams = std::uint32_t;
constexpr std::size_t kFirstSetBit = 3;
/// Sets of texture coordinates beyond these do not help to pair vertices; they are compared all the same.
constexpr std::size_t kPairingSets = 29;

Streams streamBitsOf(const Primitive& primitive) {
    Streams streams = (primitive.normals.empty() ? 0U : 1U) | (primitive.tangents.empty() ? 0U : 2U) |
                      (primitive.colors.empty() ? 0U : 4U);
    for (std::size_t set = 0; set < std::min(primitive.texCoordSets.size(), kPairingSets); ++set) {
        if (!primitive.texCoordSets[set].empty()) streams |= 1U << (kFirstSetBit + set);
    }
    return streams;
}

Streams allStreamBitsOf(const Mesh& mesh) {
    Streams all = 0;
    for (const Primitive& primitive : mesh.primitives)
        all |= streamBitsOf(primitive);
    return all;
}

/// Material and streams of a primitive, as far as both meshes have them: what tells vertices of overlapping
/// primitives apart.
struct PrimitiveKind {
    std::uint32_t material = 0;  ///< 0: one that only this mesh has
    Streams streams = 0;

    auto operator<=>(const PrimitiveKind&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

std::vector<PrimitiveKind> kindsOf(const Shape& shape, const Shape& other, Streams shared) {
    const std::set<std::string_view> own(shape.materialNames.begin(), shape.materialNames.end());
    const std::set<std::string_view> others(other.materialNames.begin(), other.materialNames.end());
    std::map<std::string_view, std::uint32_t> numbers;
    for (const std::string_view name : own) {
        if (others.contains(name)) numbers.emplace(name, static_cast<std::uint32_t>(numbers.size() + 1));
    }
    std::vector<PrimitiveKind> kinds;
    kinds.reserve(shape.mesh.primitives.size());
    for (std::size_t i = 0; i < shape.mesh.primitives.size(); ++i) {
        const auto number = numbers.find(shape.materialNames[i]);
        kinds.push_back({.material = number == numbers.end() ? 0 : number->second,
                         .streams = streamBitsOf(shape.mesh.primitives[i]) & shared});
    }
    return kinds;
}

/// A shape with the kinds of its primitives.
struct SearchedShape {
    const Shape& shape;
    std::vector<PrimitiveKind> kinds{};

    [[nodiscard]] const PrimitiveKind& kindOf(std::size_t vertex) const {
        return kinds[shape.places[vertex].primitive];
    }
    [[nodiscard]] const glm::vec2& texCoord(std::size_t vertex, std::size_t set) const {
        return shape.primitiveOf(vertex).texCoordSets[set][shape.places[vertex].vertex];
    }
};

/// Calls `use` with the coordinates of each set that two vertices and both meshes have, until it returns
/// false.
template <class Use>
void forCommonSets(const SearchedShape& left, std::size_t leftVertex, const SearchedShape& right,
                   std::size_t rightVertex, const Use& use) {
    const Streams common =
        (left.kindOf(leftVertex).streams & right.kindOf(rightVertex).streams) >> kFirstSetBit;
    for (std::size_t set = 0; common >> set != 0; ++set) {
        const bool isCommon = (common >> set & 1U) != 0;
        if (isCommon && !use(left.texCoord(leftVertex, set), right.texCoord(rightVertex, set))) return;
    }
}

/// Orders vertices by position, then by normal, then by texture coordinates.
std::strong_ordering orderOfStreams(const SearchedShape& left, std::size_t leftVertex,
                                    const SearchedShape& right, std::size_t rightVertex) {
    std::strong_ordering order =
        orderOf(left.shape.positions[leftVertex], right.shape.positions[rightVertex]);
    if (order != std::strong_ordering::equal) return order;
    order = orderOf(left.shape.normals[leftVertex], right.shape.normals[rightVertex]);
    if (order != std::strong_ordering::equal) return order;
    forCommonSets(left, leftVertex, right, rightVertex, [&](const glm::vec2& one, const glm::vec2& other) {
        order = orderOf(glm::dvec3(one, 0.0F), glm::dvec3(other, 0.0F));
        return order == std::strong_ordering::equal;
    });
    return order;
}

/// Orders vertices by the kinds of their primitives, then by their streams. So the sets of vertices of which
/// coordinates are compared are always the same ones.
std::strong_ordering orderOf(const SearchedShape& left, std::size_t leftVertex, const SearchedShape& right,
                             std::size_t rightVertex) {
    const std::strong_ordering order = left.kindOf(leftVertex) <=> right.kindOf(rightVertex);
    return order == std::strong_ordering::equal ? orderOfStreams(left, leftVertex, right, rightVertex)
                                                : order;
}

/// How unlike two vertices at one place are; the members count in their order.
struct Unlikeness {
    bool hasOtherMaterial = false;
    int otherStreams = 0;
    double apart = 0;  ///< in normals and texture coordinates

    bool operator<(const Unlikeness& other) const {
        return std::tie(hasOtherMaterial, otherStreams, apart) <
               std::tie(other.hasOtherMaterial, other.otherStreams, other.apart);
    }
};

Unlikeness unlikeness(const SearchedShape& left, std::size_t leftVertex, const SearchedShape& right,
                      std::size_t rightVertex) {
    const PrimitiveKind& one = left.kindOf(leftVertex);
    const PrimitiveKind& other = right.kindOf(rightVertex);
    Unlikeness unlike{
        .hasOtherMaterial = one.material != other.material,
        .otherStreams = std::popcount(one.streams ^ other.streams),
        .apart = glm::length(left.shape.normals[leftVertex] - right.shape.normals[rightVertex])};
    forCommonSets(left, leftVertex, right, rightVertex, [&](const glm::vec2& here, const glm::vec2& there) {
        unlike.apart += glm::length(glm::dvec2(here) - glm::dvec2(there));
        return true;
    });
    return unlike;
}

/// Searches vertices of one shape for those of another one.
class VertexSearch {
public:
    VertexSearch(const Shape& left, const Shape& right, double tolerance)
        : left_{.shape = left}, right_{.shape = right}, tolerance_(tolerance) {
        const Streams shared = allStreamBitsOf(left.mesh) & allStreamBitsOf(right.mesh);
        left_.kinds = kindsOf(left, right, shared);
        right_.kinds = kindsOf(right, left, shared);
    }

    NearestVertices run() {
        NearestVertices found{.partners = std::vector<std::uint32_t>(left_.shape.size()),
                              .distances = std::vector<double>(left_.shape.size(), 0.0)};
        std::vector<std::uint32_t> rest = unequalInOrder(found);
        if (!rest.empty()) rest = unequalAnywhere(found, rest);
        if (!rest.empty()) findNearest(found, rest);
        return found;
    }

private:
    [[nodiscard]] bool isEqual(std::size_t leftVertex, std::size_t rightVertex) const {
        return orderOf(left_, leftVertex, right_, rightVertex) == std::strong_ordering::equal;
    }

    /// Pairs vertices with equal ones of the same number, and returns the others: files that were copied or
    /// converted keep the order.
    std::vector<std::uint32_t> unequalInOrder(NearestVertices& found) const {
        std::vector<std::uint32_t> rest;
        for (std::uint32_t vertex = 0; vertex < left_.shape.size(); ++vertex) {
            found.partners[vertex] = vertex;
            if (vertex >= right_.shape.size() || !isEqual(vertex, vertex)) rest.push_back(vertex);
        }
        return rest;
    }

    /// Pairs vertices with equal ones of any number, and returns the others.
    std::vector<std::uint32_t> unequalAnywhere(NearestVertices& found,
                                               const std::vector<std::uint32_t>& wanted) const {
        std::vector<std::uint32_t> order(right_.shape.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, [&](std::uint32_t one, std::uint32_t other) {
            const std::strong_ordering compared = orderOf(right_, one, right_, other);
            return compared == std::strong_ordering::equal ? one < other
                                                           : compared == std::strong_ordering::less;
        });
        std::vector<std::uint32_t> rest;
        for (const std::uint32_t vertex : wanted) {
            const auto place =
                std::lower_bound(order.begin(), order.end(), vertex, [&](std::uint32_t one, std::uint32_t) {
                    return orderOf(right_, one, left_, vertex) == std::strong_ordering::less;
                });
            if (place != order.end() && isEqual(vertex, *place))
                found.partners[vertex] = *place;
            else
                rest.push_back(vertex);
        }
        return rest;
    }

    void findNearest(NearestVertices& found, const std::vector<std::uint32_t>& wanted) const {
        const PointTree tree(right_.shape.positions);
        for (const std::uint32_t vertex : wanted) {
            const glm::dvec3& place = left_.shape.positions[vertex];
            const PointTree::Nearest nearest = tree.nearest(place);
            std::size_t best = nearest.point;
            Unlikeness least = unlikeness(left_, vertex, right_, best);
            // A little farther, because the distance is rounded.
            constexpr double kRounding = 1 + 1e-9;
            const double reach = std::max(nearest.distance * kRounding, tolerance_);
            for (const std::size_t candidate : tree.within(place, reach, kMostAtOnePlace)) {
                const Unlikeness unlike = unlikeness(left_, vertex, right_, candidate);
                if (!(unlike < least)) continue;
                least = unlike;
                best = candidate;
            }
            found.partners[vertex] = static_cast<std::uint32_t>(best);
            found.distances[vertex] = nearest.distance;
            // Vertices that only have another material or other streams are equal as corners of triangles.
            found.isExact =
                found.isExact && orderOfStreams(left_, vertex, right_, best) == std::strong_ordering::equal;
        }
    }

    SearchedShape left_;
    SearchedShape right_;
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
        materialNames.push_back(primitive.material
                                    ? std::string_view(scene.materials[primitive.material->value].name)
                                    : std::string_view());
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

NearestVertices nearestVertices(const Shape& left, const Shape& right, double tolerance) {
    return VertexSearch(left, right, tolerance).run();
}

}  // namespace rigkiln
