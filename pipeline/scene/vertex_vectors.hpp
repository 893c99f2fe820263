#pragma once

#include <cstdint>
#include <span>

#include <glm/vec3.hpp>

/// Turns normals and tangents of sources into ones that satisfy the laws of a Primitive.
namespace rigkiln {

/// Returns true when the vector is finite and long enough to have a direction.
[[nodiscard]] bool hasDirection(const glm::vec3& vector);

/// Returns the normalised vector, or the vector itself, bit for bit, when its length is 1 within the rounding
/// of sixteen-bit sources. Precondition: hasDirection.
[[nodiscard]] glm::vec3 unitDirection(const glm::vec3& vector);

/// Returns a unit vector perpendicular to a unit vector.
[[nodiscard]] glm::vec3 anyDirectionAcross(const glm::vec3& normal);

/// Replaces zero normals by the area-weighted mean of the triangles around their vertices, or by +Z when that
/// is undefined. Precondition: one normal per position, indices as in a Primitive.
void rebuildZeroNormals(std::span<const glm::vec3> positions, std::span<const std::uint32_t> indices,
                        std::span<glm::vec3> normals);

}  // namespace rigkiln
