#pragma once

#include <span>

#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln::reduction {

struct Adaptation {
    double bound = 0;      ///< displacement, in units of the scene
    bool isEarly = false;  ///< the first tolerances may be far off; later they have to converge
};

/// Raises the tolerances of tracks where the last measurement of plane 0 was better than necessary, and
/// lowers them where it was worse.
void adaptTolerances(std::span<MotionTrack> tracks, const PoseCheck& check, const Adaptation& adaptation);

}  // namespace rigkiln::reduction
