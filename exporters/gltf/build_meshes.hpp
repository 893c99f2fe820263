#pragma once

#include <optional>
#include <vector>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/quantisation_plan.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// What the node of a mesh instance shows.
struct PlacedMesh {
    std::optional<Index> mesh;  ///< none when the mesh has no triangles
    std::optional<Index> skin;
    /// What the node does to its mesh, without a skin; none: nothing.
    std::optional<Dequantisation> dequantisation{};
};

/// How positions may be rounded, and what that did.
struct PositionRounding {
    QuantisationPlan plan{};
    double maxError = 0;  ///< metres; of what the plan leaves as floats
    double worst = 0;     ///< metres that a vertex was moved by at most so far
};

/// Meshes and skins of the document, and what each instance of the scene shows, in their order. A mesh that
/// is placed both with and without a skin becomes two that share their accessors: glTF wants joints and
/// weights exactly where there is a skin. A packer of streams gets vertices in a new order, as integers and
/// rounded as `rounding` says, which it needs then.
[[nodiscard]] std::vector<PlacedMesh> buildMeshes(const Scene& scene, const MaterialTable& materials,
                                                  BufferPacker& packer, Document& document,
                                                  Diagnostics& diagnostics,
                                                  PositionRounding* rounding = nullptr);

}  // namespace rigkiln::gltf
