#pragma once

#include <optional>
#include <span>
#include <vector>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/name_style.hpp"
#include "exporters/gltf/quantisation_plan.hpp"
#include "exporters/gltf/skin_joints.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Content of the node of a mesh instance.
struct PlacedMesh {
    std::optional<Index> mesh;  ///< none when the mesh has no triangles
    std::optional<Index> skin;
    /// Transform of the node that restores quantised positions, for meshes without a skin; none: positions
    /// are floats.
    std::optional<Dequantisation> dequantisation{};
};

/// Whether a mesh has anything to show.
[[nodiscard]] bool hasTriangles(const Mesh& mesh);

/// How positions may be rounded, and the error that this made.
struct PositionRounding {
    QuantisationPlan plan{};
    double maxError = 0;  ///< metres; limit for positions that the plan leaves as floats
    double worst = 0;     ///< metres; the largest move of a vertex so far
};

/// How meshes are written.
struct MeshOptions {
    std::span<const SkinJoints> skinJoints{};  ///< by skin of the scene (listSkinJoints)
    PositionRounding* rounding = nullptr;      ///< null: positions are not rounded
    NameStyle names = NameStyle::Source;
    int texCoordBits = 16;            ///< only with `rounding`
    int colorBits = 16;               ///< likewise
    bool weld = false;                ///< equal vertices become one; always with `rounding`
    bool onlyUsedAttributes = false;  ///< leaves out what no material uses (withoutUnusedAttributes)
};

/// Adds meshes and skins to the document. Returns the content of the node of each instance, in the scene's
/// order. A mesh that is placed both with and without a skin becomes two meshes that share their accessors:
/// glTF wants joints and weights exactly where there is a skin.
///
/// `options.rounding` must be given exactly when the packer makes streams: vertices are then put in a new
/// order, and quantised or rounded as it says.
[[nodiscard]] std::vector<PlacedMesh> buildMeshes(const Scene& scene, const MaterialTable& materials,
                                                  BufferPacker& packer, Document& document,
                                                  Diagnostics& diagnostics, const MeshOptions& options);

}  // namespace rigkiln::gltf_export
