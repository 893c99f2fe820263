#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Random model of joints without meshes, with one clip: chains of any length, scaled joints, constant
/// tracks, tracks at rest, smooth and noisy motion, jumps, steps, loops, events and joints that the clip
/// hides. The same number gives the same rig on every platform.
[[nodiscard]] Scene randomRig(std::uint32_t number);

/// Random rig like randomRig, whose linear tracks are splines through every fourth key.
[[nodiscard]] Scene randomCurves(std::uint32_t number);

/// Random model with rotations only, which are rounded to sixteen bits as in games, flicker and come to rest.
/// Motion smaller than the rounding can be followed exactly or not at all, so a search may find a smaller
/// result for a smaller bound. `frames`: length of the clip; 40 to 140 when not given.
[[nodiscard]] Scene randomShorts(std::uint32_t number, std::optional<std::size_t> frames = std::nullopt);

}  // namespace rigkiln
