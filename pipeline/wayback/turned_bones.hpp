#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Returns, by bone, whether the clip turns the bone's joint, or one between it and the joint of its parent
/// bone. `joints` and `parents` are those of the bones.
[[nodiscard]] std::vector<bool> turnedBones(const Scene& scene, const Clip& clip,
                                            std::span<const std::optional<IndexOf<Joint>>> joints,
                                            std::span<const std::optional<std::size_t>> parents);

}  // namespace rigkiln
