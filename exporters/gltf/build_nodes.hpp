#pragma once

#include <span>
#include <vector>

#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/detail_levels.hpp"
#include "exporters/gltf/export_options.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// The node of a mesh instance, for clips that show and hide it.
struct Leaf {
    Index node = 0;
    bool isShownAtRest = true;
    bool canHide = true;  ///< the source lets clips decide; not so for an instance that is hidden by itself
    bool obeysScale = true;  ///< false for skinned meshes: readers ignore the scale of their node
};

/// Nodes of the document: those of the joints first and in their order, so that a joint and its node have one
/// number, then mesh instances, attachments and lights, with the scene's roots, names and extras.
/// Visibility in the source is not inherited by joints. A mesh therefore has a leaf node of its own, which a
/// scale of 0 hides without touching what else hangs on the joint. Coarser levels of detail stand nowhere:
/// the node of the finest names theirs. Returns the leaves of each joint.
[[nodiscard]] std::vector<std::vector<Leaf>> buildNodes(const Scene& scene, const ExportOptions& options,
                                                        std::span<const PlacedMesh> placed,
                                                        const DetailLevels& levels, Document& document);

}  // namespace rigkiln::gltf
