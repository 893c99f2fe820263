#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace rigkiln {

/// A place and a direction: all that a bone has.
struct RigidFrame {
    glm::dvec3 place{0.0};
    glm::dquat rotation{1, 0, 0, 0};
};

/// Returns where a matrix puts the origin, and the rotation nearest to its axes; mirroring counts for the x
/// axis.
[[nodiscard]] RigidFrame rigidFrame(const glm::dmat4& matrix);
[[nodiscard]] glm::dmat4 toMatrix(const RigidFrame& frame);
/// Returns the frame of a child as its parent sees it.
[[nodiscard]] RigidFrame relativeTo(const RigidFrame& parent, const RigidFrame& child);
[[nodiscard]] RigidFrame operator*(const RigidFrame& parent, const RigidFrame& local);

/// Returns radians.
[[nodiscard]] double angleBetween(const glm::dquat& left, const glm::dquat& right);

/// Returns whether a scale is 1 up to rounding: Blender and the like give back scales that are a rounding or
/// two off.
[[nodiscard]] bool isUnitScale(const glm::vec3& scale);

}  // namespace rigkiln
