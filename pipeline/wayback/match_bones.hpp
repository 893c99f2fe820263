#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// By joint: the number that the bone had which the joint was when its file was read; nothing for others.
using BoneIds = std::vector<std::optional<std::uint32_t>>;

/// A bone of a template or of the kept file.
struct BaseBone {
    std::string_view name;
    std::uint32_t id = 0;
};

/// Returns, by bone, the joint it is: the one of its name (comparableName), of several the one that says the
/// bone's id, else the first; for bones that are left, a joint that says the id and whose name Blender gave a
/// number. No joint is two bones. Joints above the roots are no bones.
[[nodiscard]] std::vector<std::optional<IndexOf<Joint>>> matchBones(const Scene& scene,
                                                                    const std::vector<bool>& isAboveRoots,
                                                                    const BoneIds& ids,
                                                                    std::span<const BaseBone> bones);

}  // namespace rigkiln
