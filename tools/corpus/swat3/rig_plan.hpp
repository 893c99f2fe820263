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

/// The ways in which files of this format may have been written (formats/swat3/README.md, Conventions).
using Convention = swat3::Reading;

/// A bone as it is meant, whatever the convention it is stored in: right-handed, +Z up, front -Y, left +X, in
/// inches. Its own X axis runs along the bone.
struct PlannedBone {
    std::string name;
    std::optional<std::size_t> parent;  ///< stands before
    glm::dmat4 world{1.0};              ///< to model space
    double length = 0;                  ///< inches along X; 0 for bones nothing is built on
};

using RigPlan = std::vector<PlannedBone>;

/// 52 bones with five fingers of three links to a hand, as the characters called SWT have.
[[nodiscard]] RigPlan planSwt();
/// 37 bones: seven links of fingers to a hand and one more in the spine.
[[nodiscard]] RigPlan planTac();
/// Two bones: a root at the origin, turned, and the muzzle, which lies along the barrel.
[[nodiscard]] RigPlan planWeapon(double barrelLength);

[[nodiscard]] std::size_t boneNamed(const RigPlan& rig, std::string_view name);

/// From bone space to the parent's.
[[nodiscard]] glm::dmat4 localMatrix(const RigPlan& rig, std::size_t bone);

/// x, y, z, w as a file of that convention has it.
[[nodiscard]] swat3::Float4 storedRotation(const glm::dquat& rotation, swat3::QuaternionSense sense);
[[nodiscard]] swat3::Float3 stored(const glm::dvec3& place);

/// The skeleton block. Ids are ordinals.
[[nodiscard]] swat3::Skeleton makeSkeleton(const RigPlan& rig, std::string name,
                                           swat3::QuaternionSense sense);

}  // namespace rigkiln::corpus
