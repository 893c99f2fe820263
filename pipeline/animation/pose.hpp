#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Local transform of every joint, in the order of Scene::joints.
using Pose = std::vector<Transform>;

[[nodiscard]] Pose restPose(const Scene& scene);

/// Returns each joint's matrix from joint space to model space, in double. Precondition: parents precede
/// children.
[[nodiscard]] std::vector<glm::dmat4> worldMatrices(const Scene& scene, const Pose& pose);

/// Returns the world matrices of a clip at a time in seconds. Joints and properties without a track keep
/// their rest value. Computes in double throughout: rounding sampled values to floats, as a Pose does, moves
/// the end of a chain of joints by 0.2 micrometres (found by WrittenBounds*).
[[nodiscard]] std::vector<glm::dmat4> worldMatricesAt(const Scene& scene, const Clip& clip, float time);

}  // namespace rigkiln
