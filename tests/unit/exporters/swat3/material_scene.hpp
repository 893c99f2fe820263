#pragma once

#include <string>
#include <utility>
#include <vector>

#include "formats/swat3/material_values.hpp"
#include "tests/unit/exporters/swat3/gsm_scene.hpp"

namespace rigkiln::swat3_export {

inline constexpr float kOddDiffuse = 0.3333333F;

/// Extras that reading gives a material without a texture.
inline Properties storedExtras() {
    Properties extras;
    extras.set("id", 5);
    extras.set("unknown", 3);
    extras.set("diffuse", ValueList{kOddDiffuse, 0.5F, 0.25F});
    extras.set("ambient", ValueList{0.1F, 0.2F, 0.3F});
    extras.set("specular", ValueList{0.4F, 0.5F, 0.6F});
    extras.set("opacity_falloff", 0.7F);
    extras.set("transparency", 0.25F);
    extras.set("two_sided", 1);
    extras.set("self_illumination", 0.5F);
    extras.set("shininess", 0.3F);
    extras.set("shine_strength", 0.2F);
    return extras;
}

inline swat3::GsmMaterial storedMaterial() {
    swat3::GsmMaterial material;
    material.id = 5;
    material.name = "Body";
    material.unknown = 3;
    material.diffuse = {kOddDiffuse, 0.5F, 0.25F};
    material.ambient = {0.1F, 0.2F, 0.3F};
    material.specular = {0.4F, 0.5F, 0.6F};
    material.opacityFalloff = 0.7F;
    material.transparency = 0.25F;
    material.twoSided = 1;
    material.selfIllumination = 0.5F;
    material.shininess = 0.3F;
    material.shineStrength = 0.2F;
    return material;
}

/// Material that reading makes of storedMaterial().
inline Material liftedMaterial() {
    const swat3::GsmMaterial stored = storedMaterial();
    Material material;
    material.name = "Body";
    const glm::vec3 color = swat3::toLinear(stored.diffuse);
    material.baseColorFactor = glm::vec4(color, 0.75F);
    material.roughnessFactor = swat3::roughnessOf(stored);
    material.emissiveFactor = swat3::emissionOf(stored, color);
    material.alphaMode = AlphaMode::Blend;
    material.doubleSided = true;
    material.extras = storedExtras();
    return material;
}

struct MaterialScene : HandScene {
    /// Adds a triangle with the material.
    void wear(Material material) {
        scene.materials.push_back(std::move(material));
        Primitive primitive = oneTriangle();
        primitive.material = IndexOf<Material>(scene.materials.size() - 1);
        addMesh(std::move(primitive));
    }
    void setTextures(const std::vector<const char*>& names) {
        ValueList list;
        for (const char* name : names)
            list.emplace_back(name);
        Properties gsm;
        gsm.set("textures", std::move(list));
        scene.extras.set("gsm", std::move(gsm));
    }
    TextureUse addTexture(std::string name) {
        scene.textures.push_back({.sourceName = std::move(name), .mimeType = {}, .encoded = {}});
        return {.texture = IndexOf<Texture>(scene.textures.size() - 1), .texCoordSet = 0};
    }
    swat3::GsmMaterial buildOne() {
        const swat3::GsmFile file = build();
        return file.materials.empty() ? swat3::GsmMaterial{} : file.materials.front();
    }
};

}  // namespace rigkiln::swat3_export
