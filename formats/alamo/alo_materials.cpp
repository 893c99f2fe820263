#include "formats/alamo/alo_materials.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "formats/alamo/alo_to_scene.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::alamo {
namespace {

template <class Type>
const Type* parameter(const AloMaterial& material, std::string_view name) {
    for (const AloParameter& candidate : material.parameters) {
        if (equalIgnoringCase(candidate.name, name)) return std::get_if<Type>(&candidate.value);
    }
    return nullptr;
}

float factor(float value) {
    return std::isfinite(value) ? std::clamp(value, 0.0F, 1.0F) : 1.0F;
}

Value toValue(const AloParameterValue& value) {
    if (const auto* number = std::get_if<std::int32_t>(&value)) return *number;
    if (const auto* number = std::get_if<float>(&value)) return *number;
    if (const auto* text = std::get_if<std::string>(&value)) return toUtf8(*text);
    ValueList list;
    if (const auto* vector = std::get_if<Float3>(&value)) list.assign(vector->begin(), vector->end());
    if (const auto* vector = std::get_if<Float4>(&value)) list.assign(vector->begin(), vector->end());
    return list;
}

/// Returns an object by name; a list of [name, value] when names repeat, so that no value is lost.
Value toValue(const std::vector<AloParameter>& parameters) {
    std::set<std::string> names;
    for (const AloParameter& parameter : parameters)
        names.insert(toUtf8(parameter.name));
    Properties byName;
    ValueList inOrder;
    for (const AloParameter& parameter : parameters) {
        if (names.size() == parameters.size()) {
            byName.append(toUtf8(parameter.name), toValue(parameter.value));
        } else {
            inOrder.emplace_back(ValueList{toUtf8(parameter.name), toValue(parameter.value)});
        }
    }
    return inOrder.empty() ? Value(std::move(byName)) : Value(std::move(inOrder));
}

bool isFinite(const AloParameterValue& value) {
    const auto finite = [](float number) { return std::isfinite(number); };
    if (const auto* number = std::get_if<float>(&value)) return finite(*number);
    if (const auto* vector = std::get_if<Float3>(&value)) return std::ranges::all_of(*vector, finite);
    if (const auto* vector = std::get_if<Float4>(&value)) return std::ranges::all_of(*vector, finite);
    return true;
}

/// File name without folder and extension; accepts both slashes.
std::string_view stemOf(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
    return path.substr(0, path.find_last_of('.'));
}

bool isNoTexture(std::string_view name) {
    return name.empty() || equalIgnoringCase(name, "none");
}

/// Converts a Blinn-Phong exponent s to roughness by the usual fit of the highlights: alpha = sqrt(2 / (s +
/// 2)), roughness = sqrt(alpha).
float roughnessOf(float shininess) {
    return std::pow(2.0F / (std::max(shininess, 0.0F) + 2.0F), 0.25F);
}

void setFactors(const AloMaterial& source, ShaderFamily family, Material& material) {
    if (const auto* diffuse = parameter<Float4>(source, "Diffuse");
        diffuse != nullptr && family == ShaderFamily::Opaque) {
        material.baseColorFactor = {factor((*diffuse)[0]), factor((*diffuse)[1]), factor((*diffuse)[2]),
                                    1.0F};
    }
    const auto* color = parameter<Float4>(source, "Color");
    if (color != nullptr && family != ShaderFamily::Opaque) {
        material.baseColorFactor = {factor((*color)[0]), factor((*color)[1]), factor((*color)[2]),
                                    factor((*color)[3])};
    }
    if (const auto* emissive = parameter<Float4>(source, "Emissive");
        emissive != nullptr && family == ShaderFamily::Opaque) {
        material.emissiveFactor = {factor((*emissive)[0]), factor((*emissive)[1]), factor((*emissive)[2])};
    }
    const auto* shininess = parameter<float>(source, "Shininess");
    if (shininess != nullptr && std::isfinite(*shininess)) material.roughnessFactor = roughnessOf(*shininess);
}

void setBlending(ShaderFamily family, Material& material) {
    if (family == ShaderFamily::Alpha || family == ShaderFamily::Additive)
        material.alphaMode = AlphaMode::Blend;
    if (family == ShaderFamily::Additive) {
        material.unlit = true;
        material.extras.set(kBlending, kAdditive);
    }
}

/// Moves the colours of an unlit material to its emission. Black metal reflects nothing, so that no light
/// adds to them.
void makeEmissive(Material& material) {
    material.unlit = false;
    material.emissiveFactor = glm::vec3(material.baseColorFactor);
    material.emissiveTexture = material.baseColorTexture;
    material.baseColorFactor = {0.0F, 0.0F, 0.0F, material.baseColorFactor.a};
    material.metallicFactor = 1.0F;
}

}  // namespace

ShaderFamily shaderFamily(const std::string& shader) {
    if (containsIgnoringCase(shader, "collision")) return ShaderFamily::Collision;
    if (containsIgnoringCase(shader, "shadowvolume")) return ShaderFamily::ShadowVolume;
    if (containsIgnoringCase(shader, "additive")) return ShaderFamily::Additive;
    if (containsIgnoringCase(shader, "alpha")) return ShaderFamily::Alpha;
    return ShaderFamily::Opaque;
}

bool hasNormalMap(const AloMaterial& material) {
    const auto* normal = parameter<std::string>(material, "NormalTexture");
    return normal != nullptr && !isNoTexture(*normal);
}

IndexOf<Material> MaterialBuilder::add(const AloMaterial& source, const SurfaceUse& use) {
    const ShaderFamily family = shaderFamily(source.shader);
    Material material;
    const auto* baseTexture = parameter<std::string>(source, "BaseTexture");
    const bool hasBaseTexture = baseTexture != nullptr && !isNoTexture(*baseTexture);
    material.name = toUtf8(stemOf(hasBaseTexture ? *baseTexture : source.shader));
    setFactors(source, family, material);

    material.extras.set("shader", toUtf8(source.shader));
    setBlending(family, material);
    // Colorize shaders blend towards the owner's colour by the texture's alpha. So alpha is a mask, not
    // opacity.
    const bool isTeamMask = family == ShaderFamily::Opaque && containsIgnoringCase(source.shader, "colorize");
    if (isTeamMask) setTeamColor(material);
    if (!source.parameters.empty()) material.extras.set("parameters", toValue(source.parameters));

    const bool mayFade = family == ShaderFamily::Alpha && use.hasClearColors;
    const std::string content = fmt::format("{}{}{}|{}|{}", use.hasTexCoords, mayFade, use.isGreenDown,
                                            material.name, toJson(material.extras));
    const auto [known, isNew] = byContent_.emplace(content, IndexOf<Material>(scene_.materials.size()));
    if (!isNew) return known->second;

    for (const AloParameter& entry : source.parameters) {
        if (!isFinite(entry.value)) {
            diagnostics_.add(kNotFiniteParameter, fmt::format("material {}", quote(material.name)),
                             quote(entry.name));
        }
    }
    if (use.hasTexCoords && hasBaseTexture)
        material.baseColorTexture = useTexture(*baseTexture, baseRecipe(family, isTeamMask));
    if (family == ShaderFamily::Additive && options_.glowIsEmissive) makeEmissive(material);
    if (family == ShaderFamily::Alpha && !mayFade && isCutOut(material)) material.alphaMode = AlphaMode::Mask;
    if (use.hasTexCoords && hasNormalMap(source)) {
        material.normalTexture = useTexture(
            *parameter<std::string>(source, "NormalTexture"),
            {.content = ImageContent::Normal, .alpha = ImageAlpha::Mask, .flipGreen = use.isGreenDown});
    }
    scene_.materials.push_back(std::move(material));
    return known->second;
}

/// Whether blending would show each pixel either fully or not at all.
bool MaterialBuilder::isCutOut(const Material& material) const {
    if (!material.baseColorTexture || material.baseColorFactor.a < 1) return false;
    return textures_.traitsOf(material.baseColorTexture->texture).alpha == AlphaKind::Binary;
}

ImageRecipe MaterialBuilder::baseRecipe(ShaderFamily family, bool isTeamMask) const {
    ImageRecipe recipe;
    recipe.needsTraits = family == ShaderFamily::Alpha;
    if (family != ShaderFamily::Alpha && family != ShaderFamily::Additive) recipe.alpha = ImageAlpha::Mask;
    if (!isTeamMask) return recipe;
    if (options_.teamMask == TeamMask::Opaque) recipe.alpha = ImageAlpha::Dropped;
    if (options_.teamMask == TeamMask::Tint) {
        recipe.alpha = ImageAlpha::Tint;
        recipe.tint = options_.teamColor;
    }
    return recipe;
}

/// Notes in the extras how the owner's colour is applied.
void MaterialBuilder::setTeamColor(Material& material) const {
    const Rgb& color = options_.teamColor;
    switch (options_.teamMask) {
        case TeamMask::Keep:
            material.extras.set("team_color_mask", "base_texture_alpha");
            break;
        case TeamMask::Opaque:
            break;
        case TeamMask::Tint:
            material.extras.set("team_color",
                                fmt::format("#{:02X}{:02X}{:02X}", color.red, color.green, color.blue));
            break;
    }
}

std::optional<TextureUse> MaterialBuilder::useTexture(const std::string& name, const ImageRecipe& recipe) {
    const std::optional<IndexOf<Texture>> texture = textures_.find(name, recipe);
    if (!texture) return std::nullopt;
    return TextureUse{.texture = *texture, .texCoordSet = 0};
}

}  // namespace rigkiln::alamo
