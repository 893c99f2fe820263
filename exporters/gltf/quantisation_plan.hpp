#pragma once

#include <optional>
#include <vector>

#include "exporters/gltf/quantisation.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// Of one mesh, as it is placed without a skin or with one.
struct QuantisedMesh {
    std::optional<Dequantisation> dequantisation{};  ///< none: positions stay floats
    double enlargement =
        1;  ///< how much larger than in the mesh itself things are in the model at rest, at most
};

/// Which integers stand for positions, and what makes positions of them: for skinned meshes the inverse bind
/// matrices, for others their nodes.
struct QuantisationPlan {
    std::vector<QuantisedMesh> rigid{};                   ///< by mesh
    std::vector<QuantisedMesh> skinned{};                 ///< by mesh
    std::vector<std::optional<Dequantisation>> ofSkin{};  ///< by skin
};

/// Meshes that share a skin, and skins that share a mesh, get one dequantisation. Positions stay floats where
/// sixteen bits would move a vertex by more than `maxError` (metres, in the model at rest), and where the
/// scale of the node is needed to show and hide the mesh.
[[nodiscard]] QuantisationPlan planQuantisation(const Scene& scene, double maxError);

/// As extras keep it.
[[nodiscard]] Properties recordOf(const Dequantisation& dequantisation);

}  // namespace rigkiln::gltf
