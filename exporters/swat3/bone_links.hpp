#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// Whether the parent of the bone's joint is the joint of the bone's parent, or neither has a parent; joints
/// above the roots do not count. The joint's local transform is then the bone's, as long as nothing scales.
/// Precondition: the bone has a joint.
[[nodiscard]] bool isLinkedAsJoint(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                   const TargetSkeleton& skeleton, const swat3::Rig& rig,
                                   std::size_t ordinal);

/// By joint: whether it or one above it is scaled, at rest or by the clip, which may be null.
[[nodiscard]] std::vector<bool> scaledJoints(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                             const Clip* clip);

}  // namespace rigkiln::swat3_writer
