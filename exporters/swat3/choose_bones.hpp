#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_export {

struct ChosenBones {
    /// Ids, names and links; positions and rotations only where a base has them.
    std::vector<swat3::Skeleton> skeletons;
    std::vector<std::optional<IndexOf<Joint>>> joints;  ///< by ordinal
};

/// Chooses the joints that become bones, their order and their names, by the rules of makeTargetSkeleton.
/// Fails as that does.
[[nodiscard]] Result<ChosenBones> chooseBones(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                              const SkeletonRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
