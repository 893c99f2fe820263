#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/build_nodes.hpp"
#include "exporters/gltf/clip_plan.hpp"
#include "exporters/gltf/export_options.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Consecutive clips of a scene.
struct ClipRange {
    std::size_t first = 0;
    std::size_t count = 0;
};

struct AnimationContext {
    std::span<const std::vector<Leaf>> leaves;
    /// Null for a file without meshes: its clips move no materials, and nothing is hidden in it.
    const MaterialTable* materials = nullptr;
    ClipPlan& plan;
    ClipRange clips;                                        ///< those of the file
    const std::function<void(std::size_t clip)>& dropClip;  ///< see WriteRequest
};

/// Adds one animation per clip, in the same order and exactly as long as its clip. A channel that only
/// repeats the rest value is left out unless another clip moves the same target: many viewers do not return
/// to the rest pose between clips. Data that glTF cannot express goes to the extras of the animation. Except
/// in profile web, the extras of the first root node repeat it for all clips, because Blender drops the
/// extras of animations.
///
/// Precondition: the document's nodes and the leaves come from buildNodes, its materials and the table of
/// them from buildMaterials, all with the same scene, as the plan does. What only extras can say of a clip is
/// reported with the file of the first clip.
void buildAnimations(const Scene& scene, const ExportOptions& options, const AnimationContext& context,
                     BufferPacker& packer, Document& document, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_export
