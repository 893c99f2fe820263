#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// Whether the joint of a bone hangs on the joint of its parent bone, or on nothing as the bone does: then
/// the numbers of the joint are those of the bone, as long as nothing scales. Precondition: the bone has a
/// joint.
[[nodiscard]] bool isLinkedAsJoint(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                   const TargetSkeleton& skeleton, const swat3::Rig& rig,
                                   std::size_t ordinal);

/// By joint: whether it or one above it is scaled, at rest or by the clip, which may be null.
[[nodiscard]] std::vector<bool> scaledJoints(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                             const Clip* clip);

}  // namespace rigkiln::swat3_writer
