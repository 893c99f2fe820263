#pragma once

#include <span>
#include <vector>

#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// By material of the scene: the materials of the document whose offset clips can move.
using TextureOffsets = std::vector<std::vector<Index>>;

/// Gives each material with a base colour texture that a clip moves an offset, so that animation pointers
/// have a target.
[[nodiscard]] TextureOffsets makeTextureOffsets(const Scene& scene, const MaterialTable& materials,
                                                Document& document);

/// Reports texture motion of clips that gets no channel, because core glTF has none for it or because the
/// texture is missing.
void reportTextureMotion(const Scene& scene, std::span<const std::vector<Index>> offsets,
                         Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_export
