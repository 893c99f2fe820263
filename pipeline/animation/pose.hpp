#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Local transform of every joint, in the order of Scene::joints.
using Pose = std::vector<Transform>;

[[nodiscard]] Pose restPose(const Scene& scene);

/// The pose of a clip at a time in seconds; joints and properties without a track hold their rest.
[[nodiscard]] Pose poseAt(const Scene& scene, const Clip& clip, float time);

/// Joint space to model space for every joint, in double. Precondition: parents stand before children.
[[nodiscard]] std::vector<glm::dmat4> worldMatrices(const Scene& scene, const Pose& pose);

/// Those of a clip at a time in seconds, in double from its keys on: a Pose between keys is rounded to
/// floats, which moves the end of a chain of joints by a good part of a micrometre.
[[nodiscard]] std::vector<glm::dmat4> worldMatricesAt(const Scene& scene, const Clip& clip, float time);

}  // namespace rigkiln
