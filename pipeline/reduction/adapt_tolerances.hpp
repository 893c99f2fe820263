#pragma once

#include <span>

#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln::reduction {

struct Adaptation {
    double bound = 0;      ///< displacement, in units of the scene
    bool isEarly = false;  ///< what the tolerances began with may be far off; later they have to settle
};

/// Gives tracks more tolerance where the pose has been better than it has to be when plane 0 was measured
/// last, and less where it has been worse.
void adaptTolerances(std::span<MotionTrack> tracks, const PoseCheck& check, const Adaptation& adaptation);

}  // namespace rigkiln::reduction
