#include "tools/corpus/shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include <glm/geometric.hpp>

#include "pipeline/base/text.hpp"

namespace rigkiln::corpus {
namespace {

using alamo::AloSubMesh;
using alamo::AloVertex;
using alamo::Float3;

struct Face {
    glm::dvec3 normal;
    glm::dvec3 right;  ///< along +u
    glm::dvec3 up;     ///< against +v; right x up = normal
};

constexpr std::array<std::array<double, 3>, 6> kNormals{
    {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
constexpr std::array<std::array<double, 2>, 4> kCorners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};

Face faceOf(const std::array<double, 3>& normal) {
    const glm::dvec3 n(normal[0], normal[1], normal[2]);
    const glm::dvec3 up = std::abs(n.z) > 0.5 ? glm::dvec3(0, 1, 0) : glm::dvec3(0, 0, 1);
    return {n, glm::cross(up, n), up};
}

std::uint16_t nextIndex(const AloSubMesh& subMesh) {
    return static_cast<std::uint16_t>(subMesh.vertices.size());
}

void addTriangle(AloSubMesh& subMesh, std::size_t a, std::size_t b, std::size_t c) {
    for (const std::size_t index : {a, b, c})
        subMesh.indices.push_back(static_cast<std::uint16_t>(index));
}

AloVertex makeVertex(const Face& face, const Placement& placement, const glm::dvec3& point,
                     const std::array<double, 2>& corner, std::uint32_t slot) {
    AloVertex vertex;
    vertex.position = toFloat3(apply(placement, point));
    vertex.normal = toFloat3(placement.rotation * face.normal);
    vertex.tangent = toFloat3(placement.rotation * face.right);
    vertex.binormal = toFloat3(placement.rotation * face.up);
    const auto u = static_cast<float>((corner[0] + 1) / 2);
    const auto v = static_cast<float>((1 - corner[1]) / 2);
    vertex.texCoords[0] = {u, v};
    vertex.texCoords[1] = {u * 0.5F, v * 0.5F};
    vertex.color = {u, v, 0.5F, 1};
    vertex.boneSlots[0] = slot;
    return vertex;
}

/// One ring of vertices of a tube.
struct Ring {
    Placement placement;
    std::array<std::uint32_t, 4> slots{};
    alamo::Float4 weights{};
    float v = 0;
};

/// Sets up to four weights that sum to one and fall off with the distance to the middles of the bones.
void weigh(Ring& ring, double position, std::size_t boneCount) {
    double sum = 0;
    std::array<double, 4> raw{};
    const auto first = static_cast<std::ptrdiff_t>(std::floor(position - 0.5)) - 1;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::ptrdiff_t bone = first + static_cast<std::ptrdiff_t>(i);
        if (bone < 0 || bone >= static_cast<std::ptrdiff_t>(boneCount)) continue;
        ring.slots[i] = static_cast<std::uint32_t>(bone);
        raw[i] = std::max(0.0, 1.6 - std::abs(static_cast<double>(bone) + 0.5 - position));
        sum += raw[i];
    }
    for (std::size_t i = 0; i < 4; ++i)
        ring.weights[i] = static_cast<float>(raw[i] / sum);
}

void addRing(AloSubMesh& subMesh, const Ring& ring, double radius, int sides) {
    for (int side = 0; side <= sides; ++side) {
        const double angle = 2 * std::numbers::pi * side / sides;
        // Bones run along X, so the ring goes around from Y to Z.
        const glm::dvec3 outward(0, std::cos(angle), std::sin(angle));
        AloVertex vertex;
        vertex.position = toFloat3(apply(ring.placement, outward * radius));
        vertex.normal = toFloat3(ring.placement.rotation * outward);
        vertex.tangent = toFloat3(ring.placement.rotation * glm::dvec3(0, -std::sin(angle), std::cos(angle)));
        vertex.binormal = toFloat3(ring.placement.rotation * glm::dvec3(1, 0, 0));
        vertex.texCoords[0] = {static_cast<float>(side) / static_cast<float>(sides), ring.v};
        vertex.color = {1 - ring.v, ring.v, 0.25F, 1};
        vertex.boneSlots = ring.slots;
        vertex.weights = ring.weights;
        subMesh.vertices.push_back(vertex);
    }
}

}  // namespace

void addBox(AloSubMesh& subMesh, const Box& box, const Placement& placement, std::uint32_t slot) {
    const glm::dvec3 center = (box.minimum + box.maximum) * 0.5;
    const glm::dvec3 half = (box.maximum - box.minimum) * 0.5;
    for (const auto& normal : kNormals) {
        const Face face = faceOf(normal);
        const std::size_t first = nextIndex(subMesh);
        for (const auto& corner : kCorners) {
            const glm::dvec3 point =
                center + half * (face.normal + face.right * corner[0] + face.up * corner[1]);
            subMesh.vertices.push_back(makeVertex(face, placement, point, corner, slot));
        }
        addTriangle(subMesh, first, first + 1, first + 2);
        addTriangle(subMesh, first, first + 2, first + 3);
    }
}

void addShadowBox(AloSubMesh& subMesh, const Box& box, const Placement& placement, std::uint32_t slot) {
    const std::size_t first = nextIndex(subMesh);
    addBox(subMesh, box, placement, slot);
    const auto edge = [&](std::size_t face, std::size_t corner) {
        const std::size_t from = first + face * 4 + corner;
        const std::size_t to = first + face * 4 + (corner + 1) % 4;
        return std::array{from, to};
    };
    const auto position = [&](std::size_t vertex) { return subMesh.vertices[vertex].position; };
    for (std::size_t a = 0; a < 24; ++a) {
        for (std::size_t b = a + 1; b < 24; ++b) {
            const auto [from, to] = edge(a / 4, a % 4);
            const auto [otherFrom, otherTo] = edge(b / 4, b % 4);
            if (position(from) != position(otherTo) || position(to) != position(otherFrom)) continue;
            addTriangle(subMesh, to, from, otherTo);
            addTriangle(subMesh, to, otherTo, otherFrom);
        }
    }
}

void addTube(AloSubMesh& subMesh, const Skeleton& skeleton, std::span<const std::uint32_t> chain,
             double radius) {
    constexpr int kBarrelSides = 8;
    constexpr std::size_t kRingsPerBone = 4;
    const std::size_t ringCount = chain.size() * kRingsPerBone;
    const std::size_t first = nextIndex(subMesh);
    for (std::size_t i = 0; i <= ringCount; ++i) {
        const double position = static_cast<double>(i) / kRingsPerBone;
        const std::size_t bone = std::min(static_cast<std::size_t>(position), chain.size() - 1);
        const double length = skeleton.bones[chain[bone]].part->maximum.x;
        Ring ring{.placement = skeleton.world[chain[bone]]};
        ring.placement.translation =
            apply(ring.placement, {(position - static_cast<double>(bone)) * length, 0, 0});
        ring.v = static_cast<float>(1 - position / static_cast<double>(chain.size()));
        weigh(ring, position, chain.size());
        addRing(subMesh, ring, radius * (1 - 0.08 * position), kBarrelSides);
    }
    for (std::size_t ring = 0; ring < ringCount; ++ring) {
        for (std::size_t side = 0; side < kBarrelSides; ++side) {
            const std::size_t low = first + ring * (kBarrelSides + 1) + side;
            const std::size_t high = low + kBarrelSides + 1;
            addTriangle(subMesh, low, low + 1, high + 1);
            addTriangle(subMesh, low, high + 1, high);
        }
    }
}

void applyFormat(AloSubMesh& subMesh, std::string_view format, const VertexStyle& style) {
    subMesh.vertexFormat = format;
    const bool hasTexture = containsIgnoringCase(format, "U2") || format == "alD3dVertGrass";
    const bool hasTangent = containsIgnoringCase(format, "U3");
    const bool hasBinormal = containsIgnoringCase(format, "U3U3");
    const bool hasColour = format.ends_with('C');
    const float plain = style.blackWithoutColour ? 0.0F : 1.0F;
    for (AloVertex& vertex : subMesh.vertices) {
        if (!hasTexture) vertex.texCoords[0] = {};
        if (format != "alD3dVertGrass") vertex.texCoords[1] = {};
        if (!hasTangent) vertex.tangent = {};
        if (!hasBinormal) vertex.binormal = {};
        if (style.binormalDown) {
            for (float& component : vertex.binormal)
                component = 0 - component;
        }
        if (!hasColour) vertex.color = {plain, plain, plain, 1};
        if (style.zeroUnused) vertex.unused = {0, 0, 0, 0};
    }
}

void finishMesh(alamo::AloMesh& mesh) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Float3 low{kInfinity, kInfinity, kInfinity};
    Float3 high{-kInfinity, -kInfinity, -kInfinity};
    for (const AloSubMesh& subMesh : mesh.subMeshes) {
        mesh.collidable = subMesh.collisionTree ? 1 : mesh.collidable;
        for (const AloVertex& vertex : subMesh.vertices) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (!std::isfinite(vertex.position[axis])) continue;
                low[axis] = std::min(low[axis], vertex.position[axis]);
                high[axis] = std::max(high[axis], vertex.position[axis]);
            }
        }
    }
    if (low[0] > high[0]) low = high = {};
    mesh.boxMinimum = low;
    mesh.boxMaximum = high;
}

}  // namespace rigkiln::corpus
