#pragma once

#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "formats/swat3/rig.hpp"
#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/scene/scene.hpp"
#include "pipeline/wayback/rigid_frame.hpp"

namespace rigkiln::swat3_export {

/// Returns where a bone stands in its parent by its stored numbers.
[[nodiscard]] RigidFrame storedFrame(const swat3::Float3& position, const swat3::Float4& rotation,
                                     swat3::QuaternionSense sense);
/// Returns the numbers of a rotation; exact where the rotation is one of floats.
[[nodiscard]] swat3::Float4 toStored(const glm::dquat& rotation, swat3::QuaternionSense sense);

/// Returns, by joint, whether reading put it above the roots, and it is no bone: a root of the scene that has
/// one of the two names and no number of a bone.
[[nodiscard]] std::vector<bool> jointsAboveRoots(const Scene& scene);

}  // namespace rigkiln::swat3_export
