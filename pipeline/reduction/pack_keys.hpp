#pragma once

#include <optional>
#include <span>

#include "pipeline/animation/pose_error.hpp"
#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Part of a bound that the choice of keys may use when they are rounded afterwards; the rest is for
/// rounding. Of 0.6, 0.75, 0.85, 0.9 and 0.95 it gives the fewest bytes for the four public samples at 0.5 mm
/// (docs/profile-web.md).
inline constexpr double kShareOfKeys = 0.75;

/// Rounds keys to what packed files hold in few bytes (pipeline/packing), as coarsely as `maxError` allows:
/// rotations to fewer bits the less they move, other values and times to powers of two. `source` is the clip
/// as it was before anything was reduced; what is measured against it is returned, and never above
/// `maxError`. Nothing, and the clip as it was, where no rounding keeps the bound.
///
/// Tracks with steps or splines keep their keys, and so do times where rounding would make two of them one.
/// No time moves out of the clip; where no constant track can take the clip's last moment, one array of times
/// stays as it is. Keys of one value stay keys of one value, so loops stay loops.
///
/// Preconditions: those of measurePoseError. Two clips may be rounded at the same time.
[[nodiscard]] std::optional<PoseError> packKeys(const Scene& scene, const Clip& source, Clip& clip,
                                                std::span<const JointProbes> probes, double maxError);

}  // namespace rigkiln
