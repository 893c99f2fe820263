#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "formats/swat3/rest_positions.hpp"
#include "formats/swat3/rig.hpp"

namespace rigkiln::corpus {

/// Conventions in which files of this format may be written (formats/swat3/README.md, Conventions).
using Convention = swat3::Reading;

/// A bone independent of the convention it is stored in: right-handed, +Z up, front -Y, left +X, in inches.
/// Its own X axis runs along the bone.
struct PlannedBone {
    std::string name;
    std::optional<std::size_t> parent;  ///< comes before it in the plan
    glm::dmat4 world{1.0};              ///< from bone to model space
    double length = 0;                  ///< inches along X; 0 for bones without geometry
};

using RigPlan = std::vector<PlannedBone>;

/// Plans 52 bones with five fingers of three links per hand, as the characters called SWT have.
[[nodiscard]] RigPlan planSwt();
/// Plans 37 bones, with seven finger links per hand and one more spine bone.
[[nodiscard]] RigPlan planTac();
/// Plans two bones: a rotated root at the origin, and the muzzle at the end of the barrel.
[[nodiscard]] RigPlan planWeapon(double barrelLength);

[[nodiscard]] std::size_t boneNamed(const RigPlan& rig, std::string_view name);

/// Matrix from bone space to the parent's space.
[[nodiscard]] glm::dmat4 localMatrix(const RigPlan& rig, std::size_t bone);

/// x, y, z, w as a file of that convention stores them.
[[nodiscard]] swat3::Float4 storedRotation(const glm::dquat& rotation, swat3::QuaternionSense sense);
[[nodiscard]] swat3::Float3 stored(const glm::dvec3& place);

/// Makes the skeleton block. Ids are ordinals.
[[nodiscard]] swat3::Skeleton makeSkeleton(const RigPlan& rig, std::string name,
                                           swat3::QuaternionSense sense);

}  // namespace rigkiln::corpus
