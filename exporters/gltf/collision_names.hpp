#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/detail_levels.hpp"
#include "exporters/gltf/name_style.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// How names tell collision meshes.
enum class CollisionNames : std::uint8_t {
    Source,  ///< they do not
    Godot,   ///< "hull-colonly", or "hull-convcolonly" for a convex body: godot-docs, "Node type
             ///< customization"
    Unreal   ///< "UCX_hull_01" for a body of the mesh "hull": GetCollisionMeshType in Unreal's
             ///< InterchangeGenericStaticMeshPipeline.cpp
};

/// Says of each instance whether it is a collision mesh that is proven convex (isProvenConvex). Looks at each
/// mesh once.
[[nodiscard]] std::vector<bool> findConvexCollisions(const Scene& scene);

struct CollisionNaming {
    CollisionNames form = CollisionNames::Source;
    NameStyle style = NameStyle::Source;
    std::span<const PlacedMesh> placed{};  ///< by instance
    const DetailLevels& levels;
    std::string_view levelPrefix{};  ///< what the names of finest levels begin with, and names of bodies lack
    const std::vector<bool>& isConvex;  ///< by instance (findConvexCollisions)
    std::size_t firstInstance = 0;      ///< in the names
};

/// Gives the nodes of collision meshes names that an engine takes for collision shapes; they stay different
/// from all others. `names` are unique names of all nodes by the style.
///
/// In Unreal a body belongs to a mesh without a skin, of its own model: to the one with its name in the
/// source, else to one on its joint or on the closest joint above, else to the first. A body that is skinned
/// or belongs to none keeps its name. These are reported, and those that are not proven convex, of which
/// Unreal makes the convex hull. Takes linear time.
void nameCollisions(const Scene& scene, const CollisionNaming& naming, std::span<std::string> names,
                    Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_export
