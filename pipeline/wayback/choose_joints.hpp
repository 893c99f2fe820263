#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/scene/scene.hpp"
#include "pipeline/wayback/match_bones.hpp"

/// Which joints become bones where no template and no kept file says it. Joints above the roots are no bones.
namespace rigkiln {

/// Returns the joints that say an id, one per id, in the order of the ids: the first of several, since a copy
/// of a joint that some program made copies its extras too.
[[nodiscard]] std::vector<IndexOf<Joint>> jointsWithIds(const BoneIds& ids);

/// Returns the joints of the skins and those between, up to the lowest one that has all of its tree below it;
/// without skins every joint. In the order of the scene.
[[nodiscard]] std::vector<IndexOf<Joint>> jointsOfSkins(const Scene& scene,
                                                        const std::vector<bool>& isAboveRoots);

/// Returns, by joint, whether vertices that are to be rendered follow it.
[[nodiscard]] std::vector<bool> jointsWithWeight(const Scene& scene);

/// Returns the bone that a joint is, or that the nearest joint above it is; nothing when there is none.
/// `bones` has the bone of each joint.
[[nodiscard]] std::optional<std::size_t> nearestBone(const Scene& scene,
                                                     std::span<const std::optional<std::size_t>> bones,
                                                     std::optional<IndexOf<Joint>> joint);

}  // namespace rigkiln
