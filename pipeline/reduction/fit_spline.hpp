#pragma once

#include <span>

#include <glm/vec4.hpp>

#include "pipeline/reduction/fit_keys.hpp"
#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Gives a track values and tangents at its keys: the cubic spline of glTF that comes nearest to `target`
/// (one value per frame, straight lines between), by least squares weighted by what each frame tolerates, and
/// rounded to what the file will hold. Tangents before and behind a key are free of each other: corners cost
/// no keys. The first in-tangent and the last out-tangent, which no reader looks at, are 0. Precondition: at
/// least two keys, the first and the last frame among them.
void fitSpline(MotionTrack& track, std::span<const float> frames, std::span<const glm::dvec4> target,
               PinnedEnds pinned);

/// Writes into `track.reduced` what a reader makes of its keys and tangents.
void expandSpline(MotionTrack& track, const TimeGrid& grid, std::size_t plane);

}  // namespace rigkiln::reduction
