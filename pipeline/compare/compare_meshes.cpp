#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/compare/compare_parts.hpp"
#include "pipeline/compare/match_names.hpp"
#include "pipeline/compare/shape.hpp"
#include "pipeline/compare/vertex_streams.hpp"

namespace rigkiln {
namespace {

std::string_view roleName(MeshRole role) {
    if (role == MeshRole::Render) return "shown";
    return role == MeshRole::Collision ? "collision" : "shadow";
}

std::string numberOrNone(const std::optional<std::uint32_t>& number) {
    return number ? fmt::format("{}", *number) : std::string("none");
}

std::string pointText(const glm::dvec3& point) {
    return fmt::format("({:.4g} {:.4g} {:.4g})", point.x, point.y, point.z);
}

/// A triangle by the numbers of its vertices, the smallest first, in its winding.
using Corners = std::array<std::uint32_t, 3>;

Corners sortedCorners(Corners corners) {
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    return corners;
}

/// Numbers the places of a shape: vertices at one place have one number.
std::vector<std::uint32_t> placeNumbers(const Shape& shape) {
    std::vector<std::uint32_t> order(shape.size());
    for (std::uint32_t vertex = 0; vertex < order.size(); ++vertex)
        order[vertex] = vertex;
    const auto isBefore = [&](std::uint32_t one, std::uint32_t other) {
        const glm::dvec3& left = shape.positions[one];
        const glm::dvec3& right = shape.positions[other];
        if (left.x != right.x) return left.x < right.x;
        return left.y != right.y ? left.y < right.y : left.z < right.z;
    };
    std::ranges::sort(order, isBefore);
    std::vector<std::uint32_t> numbers(shape.size());
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && isBefore(order[i - 1], order[i])) ++number;
        numbers[order[i]] = number;
    }
    return numbers;
}

/// Number of triangles of the left shape that the right one lacks. Precondition: every vertex has an equal
/// one.
std::size_t otherTriangles(const Shape& left, const Shape& right, const NearestVertices& nearest) {
    const std::vector<std::uint32_t> places = placeNumbers(right);
    std::vector<Corners> leftTriangles;
    leftTriangles.reserve(left.triangles.size() / 3);
    for (std::size_t i = 0; i + 2 < left.triangles.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return places[nearest.partners[left.triangles[i + k]]]; };
        leftTriangles.push_back(sortedCorners({corner(0), corner(1), corner(2)}));
    }
    std::vector<Corners> rightTriangles;
    rightTriangles.reserve(right.triangles.size() / 3);
    for (std::size_t i = 0; i + 2 < right.triangles.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return places[right.triangles[i + k]]; };
        rightTriangles.push_back(sortedCorners({corner(0), corner(1), corner(2)}));
    }
    std::ranges::sort(leftTriangles);
    std::ranges::sort(rightTriangles);
    std::vector<Corners> only;
    std::ranges::set_difference(leftTriangles, rightTriangles, std::back_inserter(only));
    return only.size();
}

/// Number of triangles by the name of their material.
std::map<std::string_view, std::size_t> trianglesByMaterial(const Scene& scene, const Mesh& mesh) {
    std::map<std::string_view, std::size_t> counts;
    for (const Primitive& primitive : mesh.primitives) {
        const std::string_view name = primitive.material
                                          ? std::string_view(scene.materials[primitive.material->value].name)
                                          : std::string_view();
        counts[name] += primitive.indices.size() / 3;
    }
    return counts;
}

class MeshComparison {
public:
    MeshComparison(const ScenePair& pair, DifferenceList& found) : pair_(pair), found_(found) {}

    void compare(const MeshInstance& left, const MeshInstance& right) {
        object_ = "mesh " + quote(left.name);
        if (pair_.has(ComparedPart::Meshes)) {
            compareUse(left, right);
            compareAssignments(left, right);
        }
        const Shape leftShape(pair_.left, left, pair_.leftWorlds);
        const Shape rightShape(pair_.right, right, pair_.rightWorlds);
        if (leftShape.size() == 0 || rightShape.size() == 0) return;
        const double tolerance = pair_.options.length * pair_.options.scale;
        const NearestVertices there = nearestVertices(leftShape, rightShape, tolerance);
        const NearestVertices back = nearestVertices(rightShape, leftShape, tolerance);
        if (pair_.has(ComparedPart::Meshes)) compareShapes(leftShape, rightShape, there, back);
        compareStreams(leftShape, rightShape, there, back);
    }

private:
    void add(Gravity gravity, std::string text, double weight = 0, std::optional<double> distance = {}) {
        found_.add({.part = ComparedPart::Meshes,
                    .gravity = gravity,
                    .object = object_,
                    .text = std::move(text),
                    .distance = distance,
                    .weight = weight});
    }

    void text(Gravity gravity, std::string_view field, const std::string& left, const std::string& right) {
        if (left != right) add(gravity, fmt::format("{}: {}, {}", field, left, right));
    }

    /// Compares how the meshes are used.
    void compareUse(const MeshInstance& left, const MeshInstance& right) {
        if (!pair_.isSameJoint(left.joint, right.joint)) {
            add(left.skin ? Gravity::Look : Gravity::Shape,
                fmt::format("on joint {}, {}", jointText(pair_.left, left.joint),
                            jointText(pair_.right, right.joint)));
        }
        text(Gravity::Shape, "skin", left.skin ? "yes" : "no", right.skin ? "yes" : "no");
        text(Gravity::Look, "role", std::string(roleName(left.role)), std::string(roleName(right.role)));
        text(Gravity::Look, "hidden", left.hidden ? "yes" : "no", right.hidden ? "yes" : "no");
        text(Gravity::Look, "level of detail", numberOrNone(left.levelOfDetail),
             numberOrNone(right.levelOfDetail));
        text(Gravity::Look, "alternative", numberOrNone(left.alternative), numberOrNone(right.alternative));
    }

    void compareAssignments(const MeshInstance& left, const MeshInstance& right) {
        const auto one = trianglesByMaterial(pair_.left, pair_.left.meshes[left.mesh.value]);
        const auto other = trianglesByMaterial(pair_.right, pair_.right.meshes[right.mesh.value]);
        std::set<std::string_view> names;
        for (const auto& entry : one)
            names.insert(entry.first);
        for (const auto& entry : other)
            names.insert(entry.first);
        for (const std::string_view name : names) {
            const auto countIn = [&](const std::map<std::string_view, std::size_t>& counts) {
                const auto found = counts.find(name);
                return found == counts.end() ? std::size_t{0} : found->second;
            };
            if (countIn(one) == countIn(other)) continue;
            const std::string which =
                name.empty() ? std::string("without a material") : "with material " + quote(name);
            add(Gravity::Look, fmt::format("triangles {}: {}, {}", which, countIn(one), countIn(other)));
        }
    }

    void compareShapes(const Shape& left, const Shape& right, const NearestVertices& there,
                       const NearestVertices& back) {
        const bool isWithin = compareDistances(farthest(left, there), farthest(right, back));
        const std::size_t leftTriangles = left.triangles.size() / 3;
        const std::size_t rightTriangles = right.triangles.size() / 3;
        if (leftTriangles != rightTriangles) {
            add(Gravity::Shape, fmt::format("triangles: {}, {}", leftTriangles, rightTriangles));
        } else if (isWithin && there.isExact && back.isExact) {
            const std::size_t other = otherTriangles(left, right, there);
            if (other > 0) {
                add(Gravity::Shape, fmt::format("{} of {} triangles connect other vertices or face the other "
                                                "way",
                                                other, leftTriangles));
            }
        }
    }

    /// The vertex of a shape that is farthest from the other shape.
    struct Farthest {
        double distance = 0;  ///< metres of the measure
        glm::dvec3 place{0};
        std::size_t vertices = 0;  ///< number of vertices beyond the tolerance
        std::size_t all = 0;
    };

    [[nodiscard]] Farthest farthest(const Shape& shape, const NearestVertices& nearest) const {
        Farthest found{.all = shape.size()};
        for (std::size_t vertex = 0; vertex < nearest.distances.size(); ++vertex) {
            const double distance = pair_.metres(nearest.distances[vertex]);
            found.vertices += distance > pair_.options.length ? 1U : 0U;
            if (distance <= found.distance) continue;
            found.distance = distance;
            found.place = shape.positions[vertex];
        }
        return found;
    }

    /// Returns whether all vertices are within the tolerance.
    bool compareDistances(const Farthest& left, const Farthest& right) {
        if (left.vertices == 0 && right.vertices == 0) return true;
        const Farthest& worse = left.distance >= right.distance ? left : right;
        add(Gravity::Shape,
            fmt::format(
                "vertices up to {} from the nearest one of the other file: {} of {} in A, {} of {} in B, "
                "the farthest at {}",
                lengthText(worse.distance), left.vertices, left.all, right.vertices, right.all,
                pointText(worse.place)),
            worse.distance, worse.distance);
        return false;
    }

    /// Compares normals, texture coordinates, colours, other numbers, and weights at the nearest vertices.
    void compareStreams(const Shape& left, const Shape& right, const NearestVertices& there,
                        const NearestVertices& back) {
        StreamComparison streams(pair_, left, right);
        for (std::size_t vertex = 0; vertex < left.size(); ++vertex)
            streams.compare(vertex, there.partners[vertex]);
        for (std::size_t vertex = 0; vertex < right.size(); ++vertex) {
            // Counts a pair only once when each vertex is the nearest of the other.
            if (there.partners[back.partners[vertex]] != vertex)
                streams.compare(back.partners[vertex], vertex);
        }
        streams.report(object_, found_);
    }

    const ScenePair& pair_;
    DifferenceList& found_;
    std::string object_;
};

}  // namespace

void compareMeshes(const ScenePair& pair, DifferenceList& found) {
    const NameMatches matches =
        matchNames(pair.left.instances, pair.right.instances,
                   [](const MeshInstance& instance) { return std::string_view(instance.name); });
    const auto objectOf = [](const MeshInstance& instance) { return "mesh " + quote(instance.name); };
    const ComparedPart part = pair.has(ComparedPart::Meshes) ? ComparedPart::Meshes : ComparedPart::Skins;
    MeshComparison comparison(pair, found);
    for (std::size_t i = 0; i < matches.ofLeft.size(); ++i) {
        if (matches.ofLeft[i])
            comparison.compare(pair.left.instances[i], pair.right.instances[*matches.ofLeft[i]]);
        else
            found.addMissing(part, objectOf(pair.left.instances[i]), true);
    }
    for (std::size_t i = 0; i < matches.ofRight.size(); ++i) {
        if (!matches.ofRight[i]) found.addMissing(part, objectOf(pair.right.instances[i]), false);
    }
}

}  // namespace rigkiln
