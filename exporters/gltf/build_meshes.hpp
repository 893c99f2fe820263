#pragma once

#include <optional>
#include <vector>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// What the node of a mesh instance shows.
struct PlacedMesh {
    std::optional<Index> mesh;  ///< none when the mesh has no triangles
    std::optional<Index> skin;
};

/// Meshes and skins of the document, and what each instance of the scene shows, in their order. A mesh that
/// is placed both with and without a skin becomes two that share their accessors: glTF wants joints and
/// weights exactly where there is a skin.
[[nodiscard]] std::vector<PlacedMesh> buildMeshes(const Scene& scene, const MaterialTable& materials,
                                                  BufferPacker& packer, Document& document,
                                                  Diagnostics& diagnostics);

}  // namespace rigkiln::gltf
