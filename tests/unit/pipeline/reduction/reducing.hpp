#pragma once

#include "pipeline/reduction/reduce_clip.hpp"

namespace rigkiln {

inline constexpr double kHalfMillimetre = 0.0005;

inline ClipReduction reduce(const Scene& scene, Clip& clip, double maxError) {
    Diagnostics diagnostics;
    return reduceClip(scene, clip, probePoints(scene, {}), maxError, diagnostics);
}

/// The first track of rotations.
inline Track<glm::quat>& rotation(Scene& scene) {
    return scene.clips.front().joints.front().rotation;
}

}  // namespace rigkiln
