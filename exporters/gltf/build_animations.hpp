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

namespace rigkiln::gltf {

struct AnimationContext {
    std::span<const std::vector<Leaf>> leaves;
    const MaterialTable& materials;
    const std::function<void(std::size_t clip)>& dropClip;  ///< as WriteRequest has it
};

/// One animation per clip, in their order, each exactly as long as its clip. A channel that only repeats the
/// rest value is left out unless another clip moves the same target: many viewers do not return to the rest
/// pose between clips. What glTF cannot say goes to the animation's extras and again, for all clips, to those
/// of the first root node, because Blender drops the extras of animations. Precondition: the document's nodes
/// and the leaves come from buildNodes, its materials and the table of them from buildMaterials with the same
/// scene.
void buildAnimations(const Scene& scene, const ExportOptions& options, const AnimationContext& context,
                     BufferPacker& packer, Document& document, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf
