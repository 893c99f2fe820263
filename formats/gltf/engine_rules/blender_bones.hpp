#pragma once

#include <cstddef>
#include <vector>

#include "formats/gltf/engine_rules/engine_file.hpp"

namespace rigkiln::gltf_engine_rules {

/// What Blender's importer makes of nodes: each skin's armature is the deepest node above all of its joints,
/// and everything between an armature and a joint is a bone. A bone is no armature.
struct BlenderBones {
    /// Armatures in ascending order; the number of nodes stands for one that Blender adds above all roots.
    std::vector<std::size_t> armatures{};
    /// For each node the object that its motion moves: the armature for a bone, otherwise the node.
    std::vector<std::size_t> objects{};
};

[[nodiscard]] BlenderBones findBlenderBones(const EngineFile& file);

}  // namespace rigkiln::gltf_engine_rules
