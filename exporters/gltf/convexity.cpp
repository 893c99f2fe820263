#include "exporters/gltf/convexity.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "pipeline/base/stop.hpp"

namespace rigkiln::gltf_export {
namespace {

using Corners = std::array<std::uint32_t, 3>;

/// Triangles of a mesh over vertices of which no two are in one place.
struct Surface {
    std::vector<glm::dvec3> points{};
    std::vector<Corners> triangles{};
    double size = 0;  ///< diagonal of the box
};

/// Plane of a triangle: points in front of it have a positive distance.
struct Plane {
    glm::dvec3 normal{0.0};
    double offset = 0;

    [[nodiscard]] double distanceTo(const glm::dvec3& point) const { return dot(normal, point) - offset; }
};

class Welder {
public:
    explicit Welder(Surface& surface) : surface_(surface) {}

    std::uint32_t numberOf(const glm::vec3& position) {
        const auto next = static_cast<std::uint32_t>(surface_.points.size());
        // Adding 0 makes one number of -0 and 0.
        const auto key = std::tuple(position.x + 0.0F, position.y + 0.0F, position.z + 0.0F);
        const auto [entry, isNew] = numbers_.try_emplace(key, next);
        if (isNew) surface_.points.emplace_back(position);
        return entry->second;
    }

private:
    Surface& surface_;
    std::map<std::tuple<float, float, float>, std::uint32_t> numbers_;
};

Surface surfaceOf(const Mesh& mesh) {
    Surface surface;
    Welder welder(surface);
    for (const Primitive& primitive : mesh.primitives) {
        for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
            Corners corners{};
            for (std::size_t c = 0; c < 3; ++c)
                corners[c] = welder.numberOf(primitive.positions[primitive.indices[i + c]]);
            if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0])
                surface.triangles.push_back(corners);
        }
    }
    if (surface.points.empty()) return surface;
    glm::dvec3 low = surface.points.front();
    glm::dvec3 high = low;
    for (const glm::dvec3& point : surface.points) {
        low = min(low, point);
        high = max(high, point);
    }
    surface.size = length(high - low);
    return surface;
}

glm::dvec3 areaNormal(const Surface& surface, const Corners& corners) {
    const glm::dvec3& origin = surface.points[corners[0]];
    return cross(surface.points[corners[1]] - origin, surface.points[corners[2]] - origin);
}

/// Turns all triangles around if they look inwards.
void turnOutwards(Surface& surface) {
    double volume = 0;
    const glm::dvec3 origin = surface.points.front();
    for (const Corners& corners : surface.triangles)
        volume += dot(areaNormal(surface, corners), surface.points[corners[0]] - origin);
    if (volume >= 0) return;
    for (Corners& corners : surface.triangles)
        std::swap(corners[1], corners[2]);
}

/// The proof for one surface. Each check presumes those before.
class ConvexityProof {
public:
    explicit ConvexityProof(const Surface& surface)
        : surface_(surface), tolerance_(kConvexTolerance * surface.size) {}

    bool holds() {
        planes_.reserve(surface_.triangles.size());
        for (const Corners& corners : surface_.triangles) {
            const glm::dvec3 normal = areaNormal(surface_, corners);
            const double area = length(normal);
            if (!(area > 0)) return false;  // a needle: its edges prove nothing
            planes_.push_back(
                {.normal = normal / area, .offset = dot(normal / area, surface_.points[corners[0]])});
        }
        return isConvexAtEdges() && isAroundItsCentre();
    }

private:
    /// Whether each edge has exactly two triangles, in opposite directions, of which neither is in front of
    /// the other.
    bool isConvexAtEdges() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> sideOf;
        for (std::size_t i = 0; i < surface_.triangles.size(); ++i) {
            checkStop();
            const Corners& corners = surface_.triangles[i];
            for (std::size_t c = 0; c < 3; ++c) {
                if (!sideOf.emplace(std::pair(corners[c], corners[(c + 1) % 3]), i).second) return false;
            }
        }
        return std::ranges::all_of(sideOf, [&](const auto& side) {
            const auto& edge = side.first;
            const Plane& plane = planes_[side.second];
            const auto other = sideOf.find({edge.second, edge.first});
            if (other == sideOf.end()) return false;
            const Corners& corners = surface_.triangles[other->second];
            return std::ranges::all_of(corners, [&](std::uint32_t corner) {
                return plane.distanceTo(surface_.points[corner]) <= tolerance_;
            });
        });
    }

    /// Whether the mean of the vertices is behind all triangles, and a ray from it through one triangle
    /// crosses no other: the surface does not wind around it twice, and is in one piece.
    bool isAroundItsCentre() const {
        glm::dvec3 centre(0.0);
        for (const glm::dvec3& point : surface_.points)
            centre += point / static_cast<double>(surface_.points.size());
        const bool isBehindAll = std::ranges::all_of(
            planes_, [&](const Plane& plane) { return plane.distanceTo(centre) < -tolerance_; });
        if (!isBehindAll) return false;
        const Corners& first = surface_.triangles.front();
        const glm::dvec3 aim =
            (surface_.points[first[0]] + surface_.points[first[1]] + surface_.points[first[2]]) / 3.0 -
            centre;
        const auto crossed = std::ranges::count_if(
            surface_.triangles, [&](const Corners& corners) { return isCrossed(corners, centre, aim); });
        return crossed == 1;
    }

    /// Whether the ray leaves the centre through the triangle: it is inside of the three planes through the
    /// centre and an edge.
    [[nodiscard]] bool isCrossed(const Corners& corners, const glm::dvec3& centre,
                                 const glm::dvec3& aim) const {
        for (std::size_t c = 0; c < 3; ++c) {
            const glm::dvec3 from = surface_.points[corners[c]] - centre;
            const glm::dvec3 to = surface_.points[corners[(c + 1) % 3]] - centre;
            if (dot(cross(from, to), aim) < 0) return false;
        }
        return true;
    }

    const Surface& surface_;
    double tolerance_;
    std::vector<Plane> planes_;
};

}  // namespace

bool isProvenConvex(const Mesh& mesh) {
    Surface surface = surfaceOf(mesh);
    if (surface.triangles.empty()) return false;
    turnOutwards(surface);
    return ConvexityProof(surface).holds();
}

}  // namespace rigkiln::gltf_export
