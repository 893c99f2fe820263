#pragma once

#include <optional>
#include <span>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Distance of samples with straight lines between them from the curves they replace.
struct CurveSamples {
    double error = 0;  ///< largest displacement of a probe point, in units of the scene
    IndexOf<Joint> worstJoint;
    float worstTime = 0.0F;  ///< seconds
};

/// Required accuracy of samples, in units of the scene.
struct CurveTolerance {
    double aim = 0;
    double most = 0;  ///< accepted when more samples do not help, because of float resolution
};

/// Returns true when a joint of the clip has a spline.
[[nodiscard]] bool hasCurves(const Clip& clip);

/// Replaces the splines of joints by samples. They are dense enough that straight lines between them move no
/// probe point farther than the tolerance from its position with splines, measured also between the samples
/// and through the whole hierarchy. The keys of the splines are among the samples. Everything else stays:
/// other tracks, steps, texture animation, the length. Returns nothing and leaves the clip unchanged when no
/// manageable number of samples is enough, for example when the tolerance is finer than floats.
/// Preconditions: as for reduceClip; both tolerances > 0.
[[nodiscard]] std::optional<CurveSamples> sampleCurves(const Scene& scene, Clip& clip,
                                                       std::span<const JointProbes> probes,
                                                       const CurveTolerance& tolerance);

}  // namespace rigkiln
