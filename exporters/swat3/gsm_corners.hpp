#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "exporters/swat3/build_gsm.hpp"

/// The surface that a scene draws, as the file sees it: one list of triangles, at rest, in model space, in
/// the file's axes and units.
namespace rigkiln::swat3_writer {

/// A bone that moves a vertex.
struct Pull {
    std::size_t bone = 0;  ///< ordinal
    float weight = 1.0F;
    glm::dvec3 place{0.0};  ///< of the vertex as this bone has it; model space
};

struct SurfaceVertex {
    std::vector<Pull> pulls;  ///< at least one; each bone once, largest weight first; together 1
    swat3::Float2 texCoord{};
    glm::dvec3 normal{0.0};  ///< unit, or zero where the scene has none
    std::optional<std::uint16_t> hit;
};

/// Triangles with one material; groups follow each other.
struct SurfaceGroup {
    std::optional<IndexOf<Material>> material;
    std::size_t triangleCount = 0;
};

struct Surface {
    std::vector<SurfaceVertex> vertices;                  ///< those that triangles use
    std::vector<std::array<std::uint32_t, 3>> triangles;  ///< round as the file wants it
    std::vector<SurfaceGroup> groups;                     ///< neighbours have different materials
};

/// Whether a mesh is to be in the file.
[[nodiscard]] bool isDrawn(const MeshInstance& instance);

/// Hit zones are those that attributes of the scene say: `_GSM_HIT`, else `_HITCOLOR`.
/// Fails with Input where a vertex follows no bone, or is where no file can have it.
/// Precondition: the laws of the scene.
[[nodiscard]] Result<Surface> gatherSurface(const Scene& scene, const GsmRequest& request,
                                            Diagnostics& diagnostics);

/// The middle of a vertex at rest: the sum of its places by weight.
[[nodiscard]] glm::dvec3 placeOf(const SurfaceVertex& vertex);

/// Nearest joint from this one upwards that is a bone; its ordinal.
[[nodiscard]] std::optional<std::size_t> nearestBone(const Scene& scene, const TargetSkeleton& skeleton,
                                                     IndexOf<Joint> joint);

}  // namespace rigkiln::swat3_writer
