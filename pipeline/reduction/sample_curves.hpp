#pragma once

#include <optional>
#include <span>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// How far samples with straight lines between them are from the curves that they stand for.
struct CurveSamples {
    double error = 0;  ///< largest displacement of a probe point, in units of the scene
    IndexOf<Joint> worstJoint;
    float worstTime = 0.0F;  ///< seconds
};

/// How near samples have to be, in units of the scene.
struct CurveTolerance {
    double aim = 0;
    double most = 0;  ///< enough where more samples bring them no nearer, as floats do not
};

/// Whether a joint of the clip follows a spline.
[[nodiscard]] bool hasCurves(const Clip& clip);

/// Replaces the splines of joints by samples, dense enough that straight lines between them move no probe
/// point farther than the tolerance from where the splines have it: measured between the samples too, through
/// the whole hierarchy. The keys of the splines are among the samples. Everything else stays as it is: other
/// tracks, steps, textures that move, the length. Nothing, and the clip untouched, when no number of
/// samples that could be handled is enough, as where the tolerance is finer than floats are. Preconditions:
/// as for reduceClip; both tolerances > 0.
[[nodiscard]] std::optional<CurveSamples> sampleCurves(const Scene& scene, Clip& clip,
                                                       std::span<const JointProbes> probes,
                                                       const CurveTolerance& tolerance);

}  // namespace rigkiln
