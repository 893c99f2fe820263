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

/// A place and a direction: all that a bone has.
struct RigidFrame {
    glm::dvec3 place{0.0};
    glm::dquat rotation{1, 0, 0, 0};
};

/// Where a matrix puts the origin, and the rotation nearest to its axes; mirroring counts for the x axis.
[[nodiscard]] RigidFrame rigidFrame(const glm::dmat4& matrix);
[[nodiscard]] glm::dmat4 toMatrix(const RigidFrame& frame);
/// The frame of a child as its parent sees it.
[[nodiscard]] RigidFrame relativeTo(const RigidFrame& parent, const RigidFrame& child);
[[nodiscard]] RigidFrame operator*(const RigidFrame& parent, const RigidFrame& local);

/// What the numbers of a bone say about where it stands in its parent.
[[nodiscard]] RigidFrame storedFrame(const swat3::Float3& position, const swat3::Float4& rotation,
                                     swat3::QuaternionSense sense);
/// The numbers of a rotation; exact where the rotation is one of floats.
[[nodiscard]] swat3::Float4 toStored(const glm::dquat& rotation, swat3::QuaternionSense sense);
/// Radians.
[[nodiscard]] double angleBetween(const glm::dquat& left, const glm::dquat& right);

/// By joint: whether it is one that reading put above the roots, and no bone: a root of the scene that has
/// one of the two names and no number of a bone.
[[nodiscard]] std::vector<bool> jointsAboveRoots(const Scene& scene);

/// By joint: joint to model space in the file's axes and units. Joints above the roots count from their rest
/// pose: they are the identity unless the pose moves them.
[[nodiscard]] std::vector<glm::dmat4> worldsInFile(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                                   const Pose& pose, const FileSpace& space);

/// Blender and the like give back scales that are a rounding or two off.
[[nodiscard]] bool isUnitScale(const glm::vec3& scale);

}  // namespace rigkiln::swat3_writer
