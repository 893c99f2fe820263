#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/detail_levels.hpp"
#include "exporters/gltf/export_options.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// The node of a mesh instance, for clips that show and hide it.
struct Leaf {
    Index node = 0;
    bool isShownAtRest = true;
    bool canHide = true;      ///< clips may show and hide it; false for an instance that is hidden by itself
    bool obeysScale = true;   ///< false for skinned meshes: readers ignore the scale of their node
    bool obeysJoint = false;  ///< a part of a rigid skin, which the scale of its joint hides
};

struct NodeContext {
    std::span<const std::string> jointNames{};  ///< wanted names of joints, by joint
    std::span<const PlacedMesh> placed{};       ///< by mesh instance
    const DetailLevels& levels;
    LevelForm levelForm = LevelForm::Beside;  ///< of `levels`
    /// By instance (findConvexCollisions); may be empty where the options leave names of collision meshes.
    const std::vector<bool>& isConvex;
    /// By joint: what any clip moves, and shows and hides; may be empty without the option meshSockets.
    const std::vector<bool>& isMoved;
    const std::vector<bool>& isBlinking;
    /// By joint: 1 where the record says that clips show it (ClipPlan); may be empty.
    std::span<const std::uint8_t> shownByClips{};
    Diagnostics& diagnostics;  ///< gets what names of collision meshes cannot say
};

/// Adds the nodes to the document, with the scene's roots, names and extras. The joints come first and in
/// their order, so that a joint and its node have one number; then come mesh instances, attachments and
/// lights.
///
/// Joints do not inherit visibility in the source. Each mesh instance therefore has a leaf node of its own,
/// which a scale of 0 hides without touching the other children of the joint. With MSFT_lod nodes of coarser
/// levels of detail have no parent and are no roots, and the node of the finest level names them; where names
/// group the levels, they are below the joint of the finest. Returns the leaves of each joint.
[[nodiscard]] std::vector<std::vector<Leaf>> buildNodes(const Scene& scene, const ExportOptions& options,
                                                        const NodeContext& context, Document& document);

}  // namespace rigkiln::gltf_export
