#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"
#include "pipeline/wayback/match_bones.hpp"

namespace rigkiln {

/// Fails, naming them, when bones of a template have no joint: `joints` are those of the bones. When forced,
/// reports kBoneMissing instead.
[[nodiscard]] Status checkMissingBones(std::span<const BaseBone> bones,
                                       std::span<const std::optional<IndexOf<Joint>>> joints, bool force,
                                       Diagnostics& diagnostics);

/// Checks joints that are no bones. Those that vertices follow are an Input error, or kJointWithWeight when
/// forced. Others are kJointDropped, except joints above a bone or above the roots, which are part of where
/// the root stands. `bones` has the bone of each joint.
[[nodiscard]] Status checkOtherJoints(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                      std::span<const std::optional<std::size_t>> bones, bool force,
                                      Diagnostics& diagnostics);

}  // namespace rigkiln
