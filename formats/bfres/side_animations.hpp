#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/bfres/pattern_animation.hpp"
#include "formats/bfres/visibility_animation.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/scene/clip.hpp"

/// Animations of what is not a pose.
namespace rigkiln::bfres {

/// The curve of each target; null for those that have none.
[[nodiscard]] std::vector<const Curve*> curvesOfTargets(const VisibilityAnimation& animation);

/// Whether the target is shown over time, keys where that changes: Step, the first at 0. `curve` is the
/// target's, `frameRate` in frames a second. Precondition: target < animation.targets.size().
[[nodiscard]] Track<std::uint8_t> visibilityTrack(const VisibilityAnimation& animation, std::size_t target,
                                                  const Curve* curve, double frameRate);

/// For extras: which texture each sampler of each material shows from which frame on.
[[nodiscard]] Properties patternValue(const PatternAnimation& animation);

/// For extras: which materials are shown from which frame on.
[[nodiscard]] Properties materialVisibilityValue(const VisibilityAnimation& animation);

}  // namespace rigkiln::bfres
