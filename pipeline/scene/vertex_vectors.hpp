#pragma once

#include <cstdint>
#include <span>

#include <glm/vec3.hpp>

/// Normals and tangents as sources have them, made what the laws of a Primitive ask for.
namespace rigkiln {

/// Whether the vector is finite and long enough to say a direction.
[[nodiscard]] bool hasDirection(const glm::vec3& vector);

/// The vector made one of unit length, or left as it is, to the bit, when it is one within what sixteen-bit
/// sources round. Precondition: it has a direction.
[[nodiscard]] glm::vec3 unitDirection(const glm::vec3& vector);

/// Some unit vector at right angles to a unit vector.
[[nodiscard]] glm::vec3 anyDirectionAcross(const glm::vec3& normal);

/// Fills in the normals that are zero from the triangles around their vertices, weighted by area; +Z where
/// these say nothing. Precondition: one normal per position, indices as a Primitive has them.
void rebuildZeroNormals(std::span<const glm::vec3> positions, std::span<const std::uint32_t> indices,
                        std::span<glm::vec3> normals);

}  // namespace rigkiln
