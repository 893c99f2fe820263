#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Largest differences at which numbers count as equal.
struct SceneTolerances {
    float length = 0.0F;    ///< distance of positions, translations, scales, normals and matrix columns
    float rotation = 0.0F;  ///< radians
    float time = 0.0F;      ///< seconds
};

/// Lists the differences of two scenes, at most `limit` lines such as "joints[3].rest.translation: (0 1 0),
/// (0 2 0)". Names, structure, indices, tangents, texture coordinates, colours and influences are compared
/// exactly, other numbers within the tolerances; q and -q are equal rotations. Not compared: textures,
/// sources, light properties beyond name and transform, and the extras of meshes, lights, clips and the scene
/// itself.
[[nodiscard]] std::vector<std::string> compareScenes(const Scene& left, const Scene& right,
                                                     const SceneTolerances& tolerances,
                                                     std::size_t limit = 50);

}  // namespace rigkiln
