#pragma once

#include <cstddef>
#include <optional>

#include <glm/gtc/quaternion.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// Time of a frame in seconds; the game plays ten frames per second.
[[nodiscard]] float timeOfFrame(std::size_t frame);

/// Pose at a time, like poseAt. Keys within rounding of the time count as at it.
[[nodiscard]] Pose poseNear(const Scene& scene, const Clip& clip, float time);

/// Rotation of a track, like poseNear. Where a single key decides, the result has its bits. Precondition:
/// that of sampleTrack.
[[nodiscard]] glm::quat rotationNear(const Track<glm::quat>& track, float time);

}  // namespace rigkiln::swat3_writer
