#pragma once

#include <array>

#include "formats/bfres/skeleton.hpp"
#include "pipeline/scene/transform.hpp"

namespace rigkiln::bfres {

/// The rotation of angles in radians about x, then y, then z of the parent: Rz * Ry * Rx. Computed in double:
/// angles run to many turns.
[[nodiscard]] glm::quat eulerRotation(const std::array<double, 3>& angles);

/// The rotation of a quaternion x, y, z, w of any length; no rotation when it has none.
[[nodiscard]] glm::quat unitRotation(const std::array<double, 4>& quaternion);

/// What four numbers of a bone or an animation mean: angles and 1, or a quaternion.
[[nodiscard]] glm::quat rotationOf(const std::array<double, 4>& numbers, RotationMode mode);

/// The rest pose of a bone; parts that are not finite are those of no bone at all.
[[nodiscard]] Transform restPose(const Bone& bone, RotationMode mode);

}  // namespace rigkiln::bfres
