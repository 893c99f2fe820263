#pragma once

#include <span>

#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln::reduction {

/// Sets each track's `lever` (how far it moves points) and `tolerance` (its share of the bound). The shares
/// of every chain of joints are chosen so that all tracks together need few keys. A track that needs n keys
/// at a tolerance of 1 needs n / sqrt(t) keys at t. The total over a tree is least when shares are
/// proportional to the cube roots of the squared costs.
void shareBound(std::span<MotionTrack> tracks, std::span<const float> frames, const PoseCheck& check,
                double bound);

}  // namespace rigkiln::reduction
