#include "exporters/gltf/texture_offsets.hpp"

#include <cstddef>
#include <set>

#include <fmt/format.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Marks the materials whose texture offset any clip moves.
std::vector<bool> findMovedMaterials(const Scene& scene) {
    std::vector<bool> isMoved(scene.materials.size());
    for (const Clip& clip : scene.clips) {
        for (const MaterialTracks& tracks : clip.materials) {
            if (!tracks.baseColorOffset.empty()) isMoved[tracks.material.value] = true;
        }
    }
    return isMoved;
}

}  // namespace

TextureOffsets makeTextureOffsets(const Scene& scene, const MaterialTable& materials, Document& document) {
    const std::vector<bool> isMoved = findMovedMaterials(scene);
    TextureOffsets offsets(scene.materials.size());
    for (std::size_t i = 0; i < isMoved.size(); ++i) {
        if (!isMoved[i]) continue;
        for (const Index target : std::set{materials.withTangents[i], materials.withoutTangents[i]}) {
            std::optional<TextureReference>& texture = document.materials[target].baseColorTexture;
            if (!texture) continue;
            if (!texture->offset) texture->offset = glm::vec2(0.0F);
            offsets[i].push_back(target);
        }
    }
    return offsets;
}

void reportTextureMotion(const Scene& scene, std::span<const std::vector<Index>> offsets,
                         Diagnostics& diagnostics) {
    for (const Clip& clip : scene.clips) {
        for (const MaterialTracks& tracks : clip.materials) {
            if (tracks.baseColorOffset.empty() || !offsets[tracks.material.value].empty()) continue;
            diagnostics.add(kTextureMotion,
                            fmt::format("material {}", quote(scene.materials[tracks.material.value].name)),
                            fmt::format("moved by clip {}", quote(clip.name)));
        }
    }
}

}  // namespace rigkiln::gltf_export
