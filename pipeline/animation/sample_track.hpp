#pragma once

#include <cstdint>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "pipeline/scene/clip.hpp"

namespace rigkiln {

// Sample a track at a time in seconds as glTF 2.0 defines it (specification, appendix C). Times are clamped
// to the first and last key. Step holds the earlier key; Linear follows a straight line, or the shorter
// great-circle arc for rotations; CubicSpline is Hermite with tangents per second, normalised for rotations.
// Precondition: the track is not empty and satisfies its laws.

[[nodiscard]] glm::vec2 sampleTrack(const Track<glm::vec2>& track, float time);
[[nodiscard]] glm::vec3 sampleTrack(const Track<glm::vec3>& track, float time);
/// Returns a unit quaternion even when the keys are only unit within their quantisation.
[[nodiscard]] glm::quat sampleTrack(const Track<glm::quat>& track, float time);
[[nodiscard]] std::uint8_t sampleTrack(const Track<std::uint8_t>& track, float time);

// Variants of sampleTrack that do not round to floats.
[[nodiscard]] glm::dvec3 sampleWide(const Track<glm::vec3>& track, float time);
[[nodiscard]] glm::dquat sampleWide(const Track<glm::quat>& track, float time);

}  // namespace rigkiln
