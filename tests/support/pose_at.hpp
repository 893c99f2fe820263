#pragma once

#include "pipeline/animation/pose.hpp"

namespace rigkiln::test {

/// Pose of a clip at a time in seconds. Joints and properties without a track are at rest.
[[nodiscard]] Pose poseAt(const Scene& scene, const Clip& clip, float time);

}  // namespace rigkiln::test
