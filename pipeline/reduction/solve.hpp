#pragma once

#include <span>
#include <vector>

#include "pipeline/reduction/fit_keys.hpp"
#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln::reduction {

/// Chooses the keys of all tracks, so that no error of the check is above 1. False when it finds none; the
/// tracks are then worthless. Precondition: shareBound has given levers and tolerances.
[[nodiscard]] bool chooseKeys(std::span<MotionTrack> tracks, const TimeGrid& grid, PoseCheck& check,
                              PinnedEnds pinned, double bound);

}  // namespace rigkiln::reduction
