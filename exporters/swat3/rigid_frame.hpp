#pragma once

#include <cstddef>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "exporters/swat3/file_space.hpp"
#include "formats/swat3/rig.hpp"
#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// Place and rotation, which is all that a bone has.
struct RigidFrame {
    glm::dvec3 place{0.0};
    glm::dquat rotation{1, 0, 0, 0};
};

/// Frame of a matrix: the place of its origin, and the rotation nearest to its axes. A mirroring matrix
/// counts as one with its x axis reversed.
[[nodiscard]] RigidFrame rigidFrame(const glm::dmat4& matrix);
[[nodiscard]] glm::dmat4 toMatrix(const RigidFrame& frame);
/// Frame of a child relative to its parent.
[[nodiscard]] RigidFrame relativeTo(const RigidFrame& parent, const RigidFrame& child);
[[nodiscard]] RigidFrame operator*(const RigidFrame& parent, const RigidFrame& local);

/// Frame of a bone relative to its parent, from the stored numbers.
[[nodiscard]] RigidFrame storedFrame(const swat3::Float3& position, const swat3::Float4& rotation,
                                     swat3::QuaternionSense sense);
/// Stored numbers of a rotation; exact when its components are floats.
[[nodiscard]] swat3::Float4 toStored(const glm::dquat& rotation, swat3::QuaternionSense sense);
/// Angle between two rotations in radians.
[[nodiscard]] double angleBetween(const glm::dquat& left, const glm::dquat& right);

/// By joint: whether reading added it above the roots. Such a joint is a root of the scene with one of two
/// names (swat3::kMirrorName, swat3::kRootsName), and without the index or id of a bone.
[[nodiscard]] std::vector<bool> jointsAboveRoots(const Scene& scene);

/// By joint: matrix from joint to model space in the file's axes and units. Joints above the roots count from
/// their rest pose: they are the identity unless the pose moves them.
[[nodiscard]] std::vector<glm::dmat4> worldsInFile(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                                   const Pose& pose, const FileSpace& space);

/// Whether a scale is 1 within rounding: Blender and others return scales that are slightly off.
[[nodiscard]] bool isUnitScale(const glm::vec3& scale);

}  // namespace rigkiln::swat3_writer
