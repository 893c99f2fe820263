#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Largest rotation by rounding to sixteen bits, in radians: half a step in each component, twice for the
/// angle.
inline constexpr double kShortRotationError = 5.3e-5;

/// Ends whose values must stay those of the source, because the clip continues there: in the neighbouring
/// window, or from its start in a loop.
struct PinnedEnds {
    bool first = false;
    bool last = false;
};

/// Sets the values of a track's keys to those whose straight lines come nearest to `target` (one value per
/// frame), weighted by the tolerance of each frame and rounded to what the file stores. Because keys need not
/// lie on the curve, about a third fewer are needed than with samples.
void fitKeys(MotionTrack& track, std::span<const float> frames, std::span<const glm::dvec4> target,
             PinnedEnds pinned);

/// Writes the values that a reader computes from the keys to one plane of `track.reduced`.
void expandKeys(MotionTrack& track, const TimeGrid& grid, std::size_t plane);

/// Returns the nearest value that the file can store. Components of rotations must be within -1 .. 1.
[[nodiscard]] glm::dvec4 roundKey(const MotionTrack& track, const glm::dvec4& value);

}  // namespace rigkiln::reduction
