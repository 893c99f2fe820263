#pragma once

#include <span>

#include <glm/vec4.hpp>

#include "pipeline/reduction/fit_keys.hpp"
#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Sets values and tangents at a track's keys to those of the cubic spline (as in glTF) that comes nearest to
/// `target` (one value per frame, straight lines between). Uses least squares weighted by the tolerance of
/// each frame, and rounds to what the file stores. Tangents before and after a key are independent, so
/// corners need no extra keys. The first in-tangent and the last out-tangent, which readers ignore, are 0.
/// Precondition: at least two keys, including the first and the last frame.
void fitSpline(MotionTrack& track, std::span<const float> frames, std::span<const glm::dvec4> target,
               PinnedEnds pinned);

/// Writes the values that a reader computes from the keys and tangents to one plane of `track.reduced`.
void expandSpline(MotionTrack& track, const TimeGrid& grid, std::size_t plane);

}  // namespace rigkiln::reduction
