#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// All vertices of a mesh instance in model space at rest, one after the other.
struct Shape {
    struct Place {
        std::uint32_t primitive = 0;
        std::uint32_t vertex = 0;
    };

    Shape(const Scene& scene, const MeshInstance& instance, std::span<const glm::dmat4> worlds);

    const Mesh& mesh;
    const Skin* skin;                             ///< null: rigid
    std::vector<std::string_view> materialNames;  ///< of each primitive; empty without a material
    std::vector<Place> places;                    ///< of each vertex
    std::vector<glm::dvec3> positions;
    std::vector<glm::dvec3> normals;  ///< zero where the primitive has none
    /// Three vertices per triangle, as numbers of this struct.
    std::vector<std::uint32_t> triangles;

    [[nodiscard]] const Primitive& primitiveOf(std::size_t vertex) const {
        return mesh.primitives[places[vertex].primitive];
    }
    [[nodiscard]] std::size_t size() const { return positions.size(); }
};

/// For each vertex of `left` the vertex of `right` that is nearest. Of several at one place, one with the
/// same material comes first, then one with the same streams, then the most similar normal and texture
/// coordinates. Materials and streams that only one of the meshes has do not count.
struct NearestVertices {
    std::vector<std::uint32_t> partners;
    std::vector<double> distances;  ///< in units of the scenes
    bool isExact = true;            ///< every vertex has an equal one
};

/// Vertices within `tolerance` count as being at one place. Precondition: `right` has a vertex. Takes n log n
/// time and linear memory.
[[nodiscard]] NearestVertices nearestVertices(const Shape& left, const Shape& right, double tolerance);

}  // namespace rigkiln
