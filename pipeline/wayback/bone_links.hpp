#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Returns whether the joint of a bone hangs on the joint of its parent bone, or on nothing as the bone does:
/// then the numbers of the joint are those of the bone, as long as nothing scales. `joints` are those of the
/// bones. Precondition: the bone has a joint.
[[nodiscard]] bool isLinkedAsJoint(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                   std::span<const std::optional<IndexOf<Joint>>> joints, std::size_t bone,
                                   std::optional<std::size_t> parent);

/// Returns, by joint, whether it or one above it is scaled, at rest or by the clip, which may be null.
[[nodiscard]] std::vector<bool> scaledJoints(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                             const Clip* clip);

}  // namespace rigkiln
