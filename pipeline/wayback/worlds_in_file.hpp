#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/scene/scene.hpp"
#include "pipeline/wayback/file_space.hpp"

namespace rigkiln {

/// Returns, by joint, the matrix from joint to model space in the file's axes and units. `isAboveRoots` marks
/// joints that reading put above the roots of a file and that are no bones: they count from their rest pose,
/// so that they are the identity unless the pose moves them.
[[nodiscard]] std::vector<glm::dmat4> worldsInFile(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                                   const Pose& pose, const FileSpace& space);

}  // namespace rigkiln
