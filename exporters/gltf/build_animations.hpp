#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/build_nodes.hpp"
#include "exporters/gltf/export_options.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

struct AnimationContext {
    std::span<const std::vector<Leaf>> leaves;
    const MaterialTable& materials;
    const std::function<void(std::size_t clip)>& dropClip;  ///< see WriteRequest
};

/// Adds one animation per clip, in the same order and exactly as long as its clip. A channel that only
/// repeats the rest value is left out unless another clip moves the same target: many viewers do not return
/// to the rest pose between clips. Data that glTF cannot express goes to the extras of the animation. The
/// extras of the first root node repeat it for all clips, because Blender drops the extras of animations.
///
/// Precondition: the document's nodes and the leaves come from buildNodes, its materials and the table of
/// them from buildMaterials, all with the same scene.
void buildAnimations(const Scene& scene, const ExportOptions& options, const AnimationContext& context,
                     BufferPacker& packer, Document& document, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_export
