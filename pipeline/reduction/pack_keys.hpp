#pragma once

#include <optional>
#include <span>

#include "pipeline/animation/pose_error.hpp"
#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Share of the bound for choosing keys when they are rounded afterwards; the rest is for rounding. Of 0.6,
/// 0.75, 0.85, 0.9 and 0.95 it gives the fewest bytes for the four public samples at 0.5 mm
/// (docs/profile-web.md).
inline constexpr double kShareOfKeys = 0.75;

/// Rounds keys to values that packed files store in few bytes (pipeline/packing), as coarsely as `maxError`
/// allows: rotations to fewer bits the less they move points, other values and times to powers of two.
/// `source` is the clip before reduction. Returns the error measured against it, which never exceeds
/// `maxError`. Returns nothing and leaves the clip unchanged when no rounding keeps the bound.
///
/// Tracks with steps or splines keep their keys. Times are kept where rounding would make two of them equal.
/// No time moves out of the clip. When no constant track can mark the clip's end, one array of times stays
/// exact. Equal values stay equal, so loops stay loops.
///
/// Preconditions: those of measurePoseError. Several clips may be rounded at the same time.
[[nodiscard]] std::optional<PoseError> packKeys(const Scene& scene, const Clip& source, Clip& clip,
                                                std::span<const JointProbes> probes, double maxError);

}  // namespace rigkiln
