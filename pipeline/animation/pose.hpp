#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Local transform of every joint, in the order of Scene::joints.
using Pose = std::vector<Transform>;

[[nodiscard]] Pose restPose(const Scene& scene);

/// Joint space to model space for every joint, in double. Precondition: parents stand before children.
[[nodiscard]] std::vector<glm::dmat4> worldMatrices(const Scene& scene, const Pose& pose);

/// Those of a clip at a time in seconds; joints and properties without a track hold their rest. In double
/// from the keys on: rounding what lies between them to floats, as a Pose does, moves the end of a chain of
/// joints by 0.2 micrometres (WrittenBounds* found that).
[[nodiscard]] std::vector<glm::dmat4> worldMatricesAt(const Scene& scene, const Clip& clip, float time);

}  // namespace rigkiln
