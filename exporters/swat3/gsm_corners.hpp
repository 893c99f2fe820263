#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "exporters/swat3/build_gsm.hpp"

/// Gathers the surface that a scene draws in the form of the file: one list of triangles, at rest, in model
/// space, in the file's axes and units.
namespace rigkiln::swat3_export {

/// Influence of a bone on a vertex.
struct Pull {
    std::size_t bone = 0;  ///< ordinal
    float weight = 1.0F;
    glm::dvec3 place{0.0};  ///< place of the vertex by this bone; model space
};

struct SurfaceVertex {
    std::vector<Pull> pulls;  ///< at least one; each bone once, largest weight first; weights sum to 1
    swat3::Float2 texCoord{};
    glm::dvec3 normal{0.0};  ///< unit, or zero where the scene has none
    std::optional<std::uint16_t> hit;
};

/// Consecutive triangles with one material.
struct SurfaceGroup {
    std::optional<IndexOf<Material>> material;
    std::size_t triangleCount = 0;
};

struct Surface {
    std::vector<SurfaceVertex> vertices;                  ///< those that triangles use
    std::vector<std::array<std::uint32_t, 3>> triangles;  ///< wound as the file wants it
    std::vector<SurfaceGroup> groups;                     ///< neighbours have different materials
};

/// Whether a mesh is to be in the file.
[[nodiscard]] bool isDrawn(const MeshInstance& instance);

/// Gathers the surface of all drawn meshes. Hit zones come from the attribute `_GSM_HIT`, else from
/// `_HITCOLOR`. Fails with Input where a vertex follows no bone, or stands at a place that no file can hold.
/// Precondition: the laws of the scene.
[[nodiscard]] Result<Surface> gatherSurface(const Scene& scene, const GsmRequest& request,
                                            Diagnostics& diagnostics);

/// Place of a vertex at rest: the sum of its influences' places by weight.
[[nodiscard]] glm::dvec3 placeOf(const SurfaceVertex& vertex);

}  // namespace rigkiln::swat3_export
