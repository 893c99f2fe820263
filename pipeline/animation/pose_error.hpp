#pragma once

#include <span>
#include <vector>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Distance between two clips of one model.
struct PoseError {
    double maximum = 0;  ///< largest displacement of a probe point, in units of the scene
    double p99 = 0;      ///< 99 % of the displacements, over all joints and times, are at most this
    IndexOf<Joint> joint;
    float time = 0.0F;  ///< seconds
};

/// Returns the value that 99 % of the displacements do not exceed; 0 when there are none.
[[nodiscard]] double p99Of(std::vector<float> displacements);

/// Measures the displacements of the probe points through the whole hierarchy: at every key time of either
/// clip, at three times between neighbouring key times, at the peaks of parabolas through these, and just
/// before each step. Ignores what both clips hide, while it is hidden. Precondition: both clips satisfy the
/// laws for the scene, and `probes` has an entry per joint.
[[nodiscard]] PoseError measurePoseError(const Scene& scene, const Clip& left, const Clip& right,
                                         std::span<const JointProbes> probes);

}  // namespace rigkiln
