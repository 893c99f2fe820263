#pragma once

#include <cstddef>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "tests/support/gltf_reader/gltf_reader.hpp"

/// Where the vertices of a glTF file are at a time of an animation, as the specification says a viewer puts
/// them.
namespace rigkiln::test {

/// Node space to scene space for every node. `animation` null: at rest.
[[nodiscard]] std::vector<glm::dmat4> nodeWorlds(const ReadGltf& file, const ReadAnimation* animation,
                                                 float time);

/// Vertices of a primitive of a node's mesh, skinned or not.
[[nodiscard]] std::vector<glm::dvec3> placedVertices(const ReadGltf& file, std::size_t node,
                                                     std::size_t primitive,
                                                     const std::vector<glm::dmat4>& worlds);

/// The last time of any channel.
[[nodiscard]] float durationOf(const ReadAnimation& animation);

}  // namespace rigkiln::test
