#pragma once

#include <span>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Largest displacement of a probe point between two clips, by brute force: at `perSecond` evenly spread
/// times in each second, at all key times and just before them. Interpolation follows the glTF specification;
/// no code is shared with the measured functions.
[[nodiscard]] double largestDisplacement(const Scene& scene, const Clip& left, const Clip& right,
                                         std::span<const JointProbes> probes, double perSecond);

}  // namespace rigkiln
