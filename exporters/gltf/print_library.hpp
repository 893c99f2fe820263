#pragma once

#include <span>
#include <vector>

#include "exporters/gltf/build_nodes.hpp"
#include "exporters/gltf/clip_plan.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/conversion/library_print.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Returns what a library of the scene's clips would say. Preconditions: the document has the nodes, skins
/// and materials of the library; the leaves come from buildNodes and the plan from the same scene. Loads one
/// clip at a time.
[[nodiscard]] LibraryPrint printLibrary(const Scene& scene, const Document& document,
                                        std::span<const std::vector<Leaf>> leaves, const ClipPlan& plan);

}  // namespace rigkiln::gltf_export
