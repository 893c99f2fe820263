#include "formats/swat3/gsm_materials.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "formats/swat3/material_values.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3 {
namespace {

Value toValue(const Float3& numbers) {
    return ValueList(numbers.begin(), numbers.end());
}

const GsmMap* findMap(const GsmFile& file, const GsmMaterial& material, std::uint16_t slot) {
    const auto found = std::ranges::find(material.maps, slot, &GsmMap::slot);
    return found == material.maps.end() || found->texture >= file.textures.size() ? nullptr : &*found;
}

bool hasFiniteNumbers(const GsmMaterial& source) {
    const auto finite = [](float number) { return std::isfinite(number); };
    return std::ranges::all_of(source.diffuse, finite) && std::ranges::all_of(source.ambient, finite) &&
           std::ranges::all_of(source.specular, finite) &&
           std::ranges::all_of(std::array{source.opacityFalloff, source.transparency, source.selfIllumination,
                                          source.shininess, source.shineStrength},
                               finite);
}

Properties makeExtras(const GsmFile& file, const GsmMaterial& source) {
    Properties extras;
    extras.set("id", source.id);
    if (const std::string_view use = specialUse(source.name); !use.empty()) extras.set("special", use);
    ValueList maps;
    for (const GsmMap& map : source.maps) {
        Properties entry;
        entry.set("slot", map.slot);
        entry.set("use", mapSlotName(map.slot));
        if (map.texture < file.textures.size()) entry.set("texture", toUtf8(file.textures[map.texture].name));
        maps.emplace_back(std::move(entry));
    }
    if (!maps.empty()) extras.set("maps", std::move(maps));
    extras.set("unknown", source.unknown);
    extras.set("diffuse", toValue(source.diffuse));
    extras.set("ambient", toValue(source.ambient));
    extras.set("specular", toValue(source.specular));
    extras.set("opacity_falloff", source.opacityFalloff);
    extras.set("transparency", source.transparency);
    extras.set("two_sided", source.twoSided);
    extras.set("self_illumination", source.selfIllumination);
    extras.set("shininess", source.shininess);
    extras.set("shine_strength", source.shineStrength);
    return extras;
}

/// The game does not draw pixels of this colour.
constexpr Rgb kColorKey{.red = 255, .green = 0, .blue = 255};

/// Assigns the diffuse map, and returns whether its image has keyed pixels. Records in the extras if the
/// image is missing or keyed. A writer can then tell a missing image from one that a user removed, and keyed
/// pixels from pixels that were transparent already.
bool useDiffuseMap(const std::string& name, TextureFinder& textures, Material& material) {
    const auto texture = textures.find(name, {.colorKey = kColorKey, .needsTraits = true});
    if (!texture) {
        material.extras.set(kImageKey, kImageMissing);
        return false;
    }
    material.baseColorTexture = TextureUse{.texture = *texture, .texCoordSet = 0};
    const bool isKeyed = textures.traitsOf(*texture).isKeyed;
    if (isKeyed) material.extras.set(kImageKey, kImageKeyed);
    return isKeyed;
}

}  // namespace

std::string mapSlotName(std::uint16_t slot) {
    constexpr std::array<std::string_view, 12> kNames = {
        "ambient", "diffuse", "specular", "shininess",  "shine_strength", "self_illumination",
        "opacity", "filter",  "bump",     "reflection", "refraction",     "displacement"};
    return slot < kNames.size() ? std::string(kNames.at(slot)) : fmt::format("slot{}", slot);
}

std::string_view specialUse(std::string_view materialName) {
    if (equalIgnoringCase(materialName, "MUZZLE")) return "muzzle";
    if (equalIgnoringCase(materialName, "FLASHLIGHT")) return "flashlight";
    if (equalIgnoringCase(materialName, "FACE")) return "face";
    return containsIgnoringCase(materialName, "mag") ? "magazine" : "";
}

std::vector<std::optional<std::size_t>> findGroupMaterials(const GsmFile& file) {
    std::unordered_map<std::uint16_t, std::size_t> byId;
    for (std::size_t i = 0; i < file.materials.size(); ++i)
        byId.emplace(file.materials[i].id, i);
    std::vector<std::optional<std::size_t>> ofGroups;
    ofGroups.reserve(file.groups.size());
    for (const GsmGroup& group : file.groups) {
        const auto found = byId.find(group.material);
        if (found != byId.end()) {
            ofGroups.emplace_back(found->second);
        } else if (group.material < file.materials.size()) {
            ofGroups.emplace_back(group.material);
        } else {
            ofGroups.emplace_back(std::nullopt);
        }
    }
    return ofGroups;
}

GroupMaterials addMaterials(const GsmFile& file, const GsmConventions& conventions, std::string_view map9,
                            FileSource& companions, Scene& scene, Diagnostics& diagnostics) {
    TextureFinder textures(scene, companions, diagnostics);
    const std::size_t first = scene.materials.size();
    for (const GsmMaterial& source : file.materials) {
        Material material;
        material.name = source.name;
        material.extras = makeExtras(file, source);
        if (!hasFiniteNumbers(source))
            diagnostics.add(kMaterialNotFinite, fmt::format("material {}", quote(source.name)));

        const float opacity = opacityOf(source, conventions.transparency);
        const GsmMap* diffuse = findMap(file, source, kDiffuseSlot);
        const glm::vec3 color = diffuse != nullptr ? glm::vec3(1.0F) : toLinear(source.diffuse);
        material.baseColorFactor = glm::vec4(color, opacity);
        material.roughnessFactor = roughnessOf(source);
        const bool isKeyed =
            diffuse != nullptr && useDiffuseMap(file.textures[diffuse->texture].name, textures, material);
        if (std::isfinite(source.selfIllumination) && source.selfIllumination > 0) {
            material.emissiveTexture = material.baseColorTexture;
            material.emissiveFactor = emissionOf(source, color);
        }
        const bool blends =
            opacity < 1 || (map9 == "opacity" && findMap(file, source, kReflectionSlot) != nullptr);
        if (isKeyed) material.alphaMode = AlphaMode::Mask;
        if (blends) material.alphaMode = AlphaMode::Blend;
        material.doubleSided = source.twoSided != 0;
        scene.materials.push_back(std::move(material));
    }
    GroupMaterials ofGroups;
    for (const std::optional<std::size_t>& material : findGroupMaterials(file)) {
        if (material) {
            ofGroups.emplace_back(IndexOf<Material>(first + *material));
        } else {
            ofGroups.emplace_back(std::nullopt);
        }
    }
    return ofGroups;
}

}  // namespace rigkiln::swat3
