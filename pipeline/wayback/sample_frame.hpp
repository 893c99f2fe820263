#pragma once

#include <cstddef>

#include <glm/gtc/quaternion.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Returns seconds.
[[nodiscard]] float timeOfFrame(std::size_t frame, double framesPerSecond);

/// Samples as poseAt does; keys that lie a rounding off the time count as at it.
[[nodiscard]] Pose poseNear(const Scene& scene, const Clip& clip, float time);

/// Samples a rotation, with the bits of a key where one alone decides. Precondition: as of sampleTrack.
[[nodiscard]] glm::quat rotationNear(const Track<glm::quat>& track, float time);

}  // namespace rigkiln
