#pragma once

#include <cstddef>
#include <optional>

#include <glm/gtc/quaternion.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// Seconds; the game plays ten frames in each.
[[nodiscard]] float timeOfFrame(std::size_t frame);

/// As poseAt; keys that lie a rounding off the time count as at it.
[[nodiscard]] Pose poseNear(const Scene& scene, const Clip& clip, float time);

/// The rotation of a track, with the bits of a key where one alone decides. Precondition: as of sampleTrack.
[[nodiscard]] glm::quat rotationNear(const Track<glm::quat>& track, float time);

}  // namespace rigkiln::swat3_writer
