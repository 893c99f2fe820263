#pragma once

#include <span>
#include <vector>

#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// By material of the scene, the document's materials whose offset clips can move.
using TextureOffsets = std::vector<std::vector<Index>>;

/// Gives an offset for pointers to point at to each material with a base colour texture that a clip moves.
[[nodiscard]] TextureOffsets makeTextureOffsets(const Scene& scene, const MaterialTable& materials,
                                                Document& document);

/// What clips move and no channel will: core glTF has no word for it, or there is no texture.
void reportTextureMotion(const Scene& scene, std::span<const std::vector<Index>> offsets,
                         Diagnostics& diagnostics);

}  // namespace rigkiln::gltf
