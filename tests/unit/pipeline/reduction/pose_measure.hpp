#pragma once

#include <span>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Largest displacement of a probe point between two clips, by brute force: `perSecond` evenly spread times,
/// all key times and what is just before them, interpolation written out
/// from the glTF specification. Shares no code with what it measures.
[[nodiscard]] double largestDisplacement(const Scene& scene, const Clip& left, const Clip& right,
                                         std::span<const JointProbes> probes, double perSecond);

}  // namespace rigkiln
