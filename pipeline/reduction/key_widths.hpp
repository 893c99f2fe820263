#pragma once

#include <span>
#include <vector>

#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln::reduction {

struct RoundingLimit {
    double bound = 0;  ///< displacement, in units of the scene
    double share = 0;  ///< what rounding may take of it
};

/// Which rotations take floats, by track. As few as possible: with every key of the source, sixteen bits for
/// the others keep all errors below a share of the bound. Those that move points least get sixteen bits
/// first, so a larger bound never asks for more floats, whatever is done with the keys later. Preconditions:
/// levers are known, and no error has been measured since the check got its bound. The reduced values of the
/// tracks are worthless afterwards.
[[nodiscard]] std::vector<bool> chooseWidths(std::span<MotionTrack> tracks, const TimeGrid& grid,
                                             PoseCheck& check, const RoundingLimit& limit);

}  // namespace rigkiln::reduction
