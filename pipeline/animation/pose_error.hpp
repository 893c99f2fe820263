#pragma once

#include <span>
#include <vector>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// How far two clips of one model are apart.
struct PoseError {
    double maximum = 0;  ///< largest displacement of a probe point, in units of the scene
    double p99 = 0;      ///< 99 % of the displacements, over all joints and times, are at most this
    IndexOf<Joint> joint;
    float time = 0.0F;  ///< seconds
};

/// What 99 % of the displacements are at most; 0 when there are none.
[[nodiscard]] double p99Of(std::vector<float> displacements);

/// Displacements of the probe points through the whole hierarchy, at every key time of either clip, three
/// times between each two and at the top of the parabola through these, and just before each step. What both
/// clips hide does not count while it is hidden. Precondition: both clips keep their laws for the scene, and
/// `probes` has an entry per joint.
[[nodiscard]] PoseError measurePoseError(const Scene& scene, const Clip& left, const Clip& right,
                                         std::span<const JointProbes> probes);

}  // namespace rigkiln
