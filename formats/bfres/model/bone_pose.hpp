#pragma once

#include <array>

#include "formats/bfres/model/skeleton.hpp"
#include "pipeline/scene/transform.hpp"

namespace rigkiln::bfres {

/// Converts Euler angles in radians: rotations about the parent's x, then y, then z, so Rz * Ry * Rx.
/// Computed in double, because angles may be many turns.
[[nodiscard]] glm::quat eulerRotation(const std::array<double, 3>& angles);

/// Normalises a quaternion x, y, z, w; returns no rotation if its length is 0.
[[nodiscard]] glm::quat unitRotation(const std::array<double, 4>& quaternion);

/// Converts the four numbers of a bone or animation: Euler angles and 1, or a quaternion.
[[nodiscard]] glm::quat rotationOf(const std::array<double, 4>& numbers, RotationMode mode);

/// Rest pose of a bone. Parts that are not finite become neutral.
[[nodiscard]] Transform restPose(const Bone& bone, RotationMode mode);

}  // namespace rigkiln::bfres
