#pragma once

#include <cstdint>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// A model of joints alone with one clip, some units tall: chains of any length, joints that are scaled,
/// constant tracks, tracks at rest, smooth and noisy motion, jumps, steps, loops, events and hidden joints
/// far away. The same number gives the same rig everywhere.
[[nodiscard]] Scene randomRig(std::uint32_t number);

/// The same with splines through every fourth key of what would be lines.
[[nodiscard]] Scene randomCurves(std::uint32_t number);

}  // namespace rigkiln
