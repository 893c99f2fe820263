#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Joints of a skin in the document. Those of the scene's skin come first, so that numbers of joints in
/// vertices stay.
struct SkinJoints {
    std::vector<Index> joints{};  ///< nodes
    std::vector<glm::mat4> inverseBindMatrices{};
    std::optional<Index> skeleton{};  ///< the root of the joints
    std::size_t addedJoints = 0;      ///< how many at the end were added to make one tree
};

/// Returns the joints of each skin of the scene. Joints, mesh instances and attachments must get the first
/// nodes, in this order. In a scene whose rigid parts are one skin (skinRigidParts), attachments become
/// joints of the last skin that has their own joint, if there is room for all of them, so that programs show
/// them as bones; and skins name their root.
///
/// With `asTrees` the joints of each skin form one tree, and the skin names its root: the closest joint above
/// all of them, and the joints between, are added in ascending order. Their inverse bind matrices follow
/// from those of a joint below and the rest pose. A skin that would then have more than kCommonSkinLimit
/// joints stays as it is, with an issue.
///
/// Takes time that grows as n log n with the joints of the skins, also of deep skeletons.
[[nodiscard]] std::vector<SkinJoints> listSkinJoints(const Scene& scene, bool asTrees,
                                                     Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_export
