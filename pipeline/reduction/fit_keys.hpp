#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// What sixteen bits may turn a rotation by, in radians: half a step in each component, twice for the angle.
inline constexpr double kShortRotationError = 5.3e-5;

/// Ends of the clip that have to stay where the source has them, because something goes on there.
struct PinnedEnds {
    bool first = false;
    bool last = false;
};

/// Gives a track the values of its keys: those by which straight lines come nearest to `target` (one value
/// per frame), weighted by what each frame tolerates, and rounded to what the file will hold. Key values that
/// are free to leave the curve need about a third fewer keys than samples of it.
void fitKeys(MotionTrack& track, std::span<const float> frames, std::span<const glm::dvec4> target,
             PinnedEnds pinned);

/// Writes into one plane of `track.reduced` what a reader makes of its keys.
void expandKeys(MotionTrack& track, const TimeGrid& grid, std::size_t plane);

/// The nearest value that the file can hold, as readers see it: rotations are unit.
[[nodiscard]] glm::dvec4 roundKey(const MotionTrack& track, const glm::dvec4& value);

}  // namespace rigkiln::reduction
