#pragma once

#include <span>

#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln::reduction {

/// Finds how far each track moves points (`lever`), and shares the bound out among the tracks of every chain
/// of joints (`tolerance`), so that together they need few keys: a track that needs n keys at a tolerance of
/// 1 needs n / sqrt(t) at t, and the sum over a tree of such costs is least for shares that follow their cube
/// roots.
void shareBound(std::span<MotionTrack> tracks, std::span<const float> frames, const PoseCheck& check,
                double bound);

}  // namespace rigkiln::reduction
