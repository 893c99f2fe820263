#pragma once

#include <cstddef>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "tests/support/gltf_reader/gltf_reader.hpp"

/// Computes vertex positions of a glTF file at a time of an animation, as the specification asks of a viewer.
namespace rigkiln::test {

/// Matrices from node space to scene space, one for each node. `animation` null: at rest.
[[nodiscard]] std::vector<glm::dmat4> nodeWorlds(const ReadGltf& file, const ReadAnimation* animation,
                                                 float time);

/// Positions in scene space of the vertices of one primitive of a node's mesh, skinned or not.
[[nodiscard]] std::vector<glm::dvec3> placedVertices(const ReadGltf& file, std::size_t node,
                                                     std::size_t primitive,
                                                     const std::vector<glm::dmat4>& worlds);

/// Largest time of all channels, in seconds.
[[nodiscard]] float durationOf(const ReadAnimation& animation);

}  // namespace rigkiln::test
