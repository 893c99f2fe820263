#pragma once

#include <span>
#include <vector>

#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln::reduction {

struct RoundingLimit {
    double bound = 0;  ///< displacement, in units of the scene
    double share = 0;  ///< share of the bound that rounding may use
};

/// Returns for each track whether its rotation needs floats, as few as possible: with all keys of the source
/// and sixteen bits for the other rotations, all errors stay below a share of the bound. Tracks that move
/// points least get sixteen bits first, so a larger bound never needs more floats. Preconditions: levers are
/// set, and nothing was measured since the check got its bound. Leaves the reduced values of the tracks
/// undefined.
[[nodiscard]] std::vector<bool> chooseWidths(std::span<MotionTrack> tracks, const TimeGrid& grid,
                                             PoseCheck& check, const RoundingLimit& limit);

}  // namespace rigkiln::reduction
