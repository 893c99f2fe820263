#pragma once

#include <cstddef>
#include <vector>

#include "formats/gltf/engine_rules/engine_file.hpp"

namespace rigkiln::gltf_engine_rules {

/// Armatures and bones that Blender's importer makes: the armature of a skin is the deepest node above all of
/// its joints, and everything between an armature and a joint is a bone. A bone is no armature.
struct BlenderBones {
    /// Armatures in ascending order; the number of nodes stands for one that Blender adds above all roots.
    std::vector<std::size_t> armatures{};
    /// For each node the object that its motion moves: the armature for a bone, otherwise the node.
    std::vector<std::size_t> objects{};
};

[[nodiscard]] BlenderBones findBlenderBones(const EngineFile& file);

}  // namespace rigkiln::gltf_engine_rules
