#include "pipeline/process/remove_unused_materials.hpp"

#include <vector>

#include "pipeline/process/compact.hpp"

namespace rigkiln {

void removeUnusedMaterials(Scene& scene) {
    std::vector<bool> used(scene.materials.size());
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            if (primitive.material) used[primitive.material->value] = true;
        }
    }
    const auto newIndices = compact(scene.materials, used);
    for (Mesh& mesh : scene.meshes) {
        for (Primitive& primitive : mesh.primitives) {
            if (primitive.material) primitive.material = newIndices[primitive.material->value];
        }
    }
    for (Clip& clip : scene.clips) {
        std::erase_if(clip.materials,
                      [&](const MaterialTracks& tracks) { return !used[tracks.material.value]; });
        for (MaterialTracks& tracks : clip.materials)
            tracks.material = newIndices[tracks.material.value];
    }
}

}  // namespace rigkiln
