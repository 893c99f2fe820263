#pragma once

#include <optional>
#include <vector>

#include "exporters/gltf/quantisation.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Quantisation of one mesh, for its use without a skin or with one.
struct QuantisedMesh {
    std::optional<Dequantisation> dequantisation{};  ///< none: positions stay floats
    double enlargement = 1;  ///< largest factor by which the model at rest enlarges the mesh
};

/// How positions become integers, and what restores them: the inverse bind matrices for skinned meshes, the
/// nodes for others.
struct QuantisationPlan {
    std::vector<QuantisedMesh> rigid{};                   ///< by mesh
    std::vector<QuantisedMesh> skinned{};                 ///< by mesh
    std::vector<std::optional<Dequantisation>> ofSkin{};  ///< by skin
};

/// How far positions of a model may move.
struct PositionBound {
    double error = 0;  ///< metres
    /// Bits over the longest side of the model that are always enough, even where half a step of them is more
    /// than `error`; 0: `error` alone counts.
    int bits = 0;
};
/// Returns the largest distance (metres, in the model at rest) that a vertex may move. It leaves at least
/// twelve bits over the longest side of the model, however large the bound is.
[[nodiscard]] double largestMove(const Scene& scene, const PositionBound& bound);

/// Plans the quantisation of all meshes. Meshes that share a skin, and skins that share a mesh, get one
/// dequantisation. Positions stay floats where sixteen bits would move a vertex by more than `maxError`
/// (metres, in the model at rest), where the scale of the node is needed to show and hide the mesh, and
/// where integers and what a node says of them would take more bytes.
[[nodiscard]] QuantisationPlan planQuantisation(const Scene& scene, double maxError);

/// Record of a dequantisation for extras.
[[nodiscard]] Properties recordOf(const Dequantisation& dequantisation);

}  // namespace rigkiln::gltf_export
