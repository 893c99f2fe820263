#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "exporters/gltf/detail_levels.hpp"
#include "exporters/gltf/name_style.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// How names tell levels of detail; the finest has the number 0.
enum class LevelNames : std::uint8_t {
    Unity,  ///< "hull_LOD0": Unity's manual, "Importing LOD Meshes"
    Unreal  ///< "LOD0_hull": Unreal Engine 5, UInterchangeMeshLODContainerNode::CheckForLODPattern
};

/// Gives the levels of each object in `levels` names that differ by their number alone, and from all others.
/// The name before the number is that of the finest level without its own mark ("_LOD2" anywhere at the end
/// of the name or before "_ALT1"). `names` are unique names of all nodes by `style`; those of the instances
/// start at `firstInstance`. Takes time that grows as n log n with the names.
void nameLevels(const Scene& scene, const DetailLevels& levels, LevelNames form, NameStyle style,
                std::size_t firstInstance, std::span<std::string> names);

}  // namespace rigkiln::gltf_export
