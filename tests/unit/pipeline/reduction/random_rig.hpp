#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// A model of joints alone with one clip, some units tall: chains of any length, joints that are scaled,
/// constant tracks, tracks at rest, smooth and noisy motion, jumps, steps, loops, events and hidden joints
/// far away. The same number gives the same rig everywhere.
[[nodiscard]] Scene randomRig(std::uint32_t number);

/// The same with splines through every fourth key of what would be lines.
[[nodiscard]] Scene randomCurves(std::uint32_t number);

/// Rotations alone, of sixteen bits as games have them, that flicker and come to rest: what is smaller than
/// their steps can be followed exactly or not at all, so that a search may well be luckier with a smaller
/// bound. `frames`: how long the clip is, 40 to 140 without.
[[nodiscard]] Scene randomShorts(std::uint32_t number, std::optional<std::size_t> frames = std::nullopt);

}  // namespace rigkiln
