#include "exporters/gltf/used_attributes.hpp"

#include <algorithm>
#include <cstddef>

namespace rigkiln::gltf_export {

std::optional<Primitive> withoutUnusedAttributes(const Scene& scene, const Primitive& primitive) {
    std::size_t sets = 0;
    bool hasNormalMap = false;
    bool isUnlit = false;
    if (primitive.material) {
        const Material& material = scene.materials[primitive.material->value];
        isUnlit = material.unlit;
        hasNormalMap = material.normalTexture.has_value() && !isUnlit;
        for (const auto& use :
             {material.baseColorTexture, material.normalTexture, material.emissiveTexture}) {
            if (use) sets = std::max(sets, std::size_t{use->texCoordSet} + 1);
        }
    }
    sets = std::min(sets, primitive.texCoordSets.size());
    const bool dropsNormals = isUnlit && !primitive.normals.empty();
    const bool dropsTangents = !hasNormalMap && !primitive.tangents.empty();
    if (!dropsNormals && !dropsTangents && sets == primitive.texCoordSets.size() &&
        primitive.attributes.empty())
        return std::nullopt;
    Primitive used = primitive;
    if (dropsNormals) used.normals.clear();
    if (dropsTangents) used.tangents.clear();
    used.texCoordSets.resize(sets);
    used.attributes.clear();
    return used;
}

}  // namespace rigkiln::gltf_export
