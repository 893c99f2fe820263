#pragma once

#include <string>
#include <vector>

#include "pipeline/scene/joint_box.hpp"

namespace rigkiln::gltf {

class AccessorReader;
struct Reading;

/// Positions that follow the joints of a scene and that the scene does not have: those of points and lines,
/// of morph targets, of instances (EXT_mesh_gpu_instancing), and of skinned meshes outside the scene.
struct UnreadContent {
    std::vector<JointBox> boxes{};  ///< around all of them: at most one per joint, in the order of the joints
    std::string problem{};          ///< why they are not known; empty when the boxes hold all of them
};

/// Finds the content that was not read. Morph targets count with weights from 0 to 1, and with all that the
/// file gives them. `accessors` is one that nothing was decoded with yet, so that files are read within the
/// same limit with and without this. Damaged content, and content beyond the limit, become a `problem`.
/// Precondition: the joints were read.
[[nodiscard]] UnreadContent findUnreadContent(const Reading& reading, const AccessorReader& accessors);

}  // namespace rigkiln::gltf
