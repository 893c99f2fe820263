#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/reduction/fit_keys.hpp"
#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln::reduction {

struct KeyLimits {
    double bound = 0;           ///< displacement, in units of the scene
    std::size_t mostBytes = 0;  ///< of keys and times: what the source takes
    PinnedEnds pinned{};
};

/// Chooses the keys of all tracks, so that no error of the check is above 1. False when it finds none, or
/// none that are worth it; the tracks are then worthless. Precondition: shareBound has given levers and
/// tolerances.
[[nodiscard]] bool chooseKeys(std::span<MotionTrack> tracks, const TimeGrid& grid, PoseCheck& check,
                              const KeyLimits& limits);

}  // namespace rigkiln::reduction
