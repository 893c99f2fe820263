#pragma once

#include "pipeline/animation/pose.hpp"

namespace rigkiln::test {

/// The pose of a clip at a time in seconds; joints and properties without a track hold their rest.
[[nodiscard]] Pose poseAt(const Scene& scene, const Clip& clip, float time);

}  // namespace rigkiln::test
