#include "formats/bfres/materials/bfres_materials.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/base/bfres_issues.hpp"
#include "formats/bfres/materials/material_extras.hpp"
#include "formats/bfres/textures/texture_file.hpp"
#include "formats/bfres/textures/texture_format.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {
namespace {

TextureWrap wrapOf(std::uint32_t mode) {
    switch (mode & 7U) {
        case 0:
            return TextureWrap::Repeat;
        case 1:
            return TextureWrap::MirroredRepeat;
        default:
            return TextureWrap::ClampToEdge;  // glTF has neither "mirror once" nor border colours
    }
}

/// Finds the sampler whose texture has this role. Either the sampler has the name of the role, or the shader
/// assigns the role to the sampler.
std::optional<std::size_t> samplerOf(const Material& material, std::string_view role) {
    const auto indexOf = [&](std::string_view name) -> std::optional<std::size_t> {
        const auto found = std::ranges::find(material.samplers, name, &Sampler::name);
        const auto index = static_cast<std::size_t>(found - material.samplers.begin());
        return index < material.textures.size() && found != material.samplers.end() ? std::optional(index)
                                                                                    : std::nullopt;
    };
    if (const auto index = indexOf(role)) return index;
    if (!material.shader) return std::nullopt;
    const auto assigned =
        std::ranges::find(material.shader->samplers, role, &std::pair<std::string, std::string>::first);
    return assigned == material.shader->samplers.end() ? std::nullopt : indexOf(assigned->second);
}

constexpr std::string_view kBaseColorRole = "_a0";
constexpr std::string_view kNormalRole = "_n0";
constexpr std::string_view kEmissionRole = "_e0";

// Indices of words in the render state.
constexpr std::size_t kFlags = 0;
constexpr std::size_t kPolygon = 1;
constexpr std::size_t kAlphaTest = 3;
constexpr std::size_t kAlphaReference = 4;

AlphaMode alphaMode(const RenderState& state) {
    switch (state[kFlags] & 3U) {
        case 1:
            return AlphaMode::Opaque;
        case 2:
            return AlphaMode::Mask;
        case 3:
            return AlphaMode::Blend;
        default:
            break;
    }
    constexpr std::uint32_t kBlendsColors = 1;
    constexpr std::uint32_t kTests = 8;
    if ((state[kFlags] >> 4U & 3U) == kBlendsColors) return AlphaMode::Blend;
    return (state[kAlphaTest] & kTests) != 0 ? AlphaMode::Mask : AlphaMode::Opaque;
}

void setRenderState(const RenderState& state, rigkiln::Material& material) {
    material.alphaMode = alphaMode(state);
    const auto reference = std::bit_cast<float>(state[kAlphaReference]);
    if (std::isfinite(reference)) material.alphaCutoff = std::clamp(reference, 0.0F, 1.0F);
    constexpr std::uint32_t kCullsEither = 3;
    material.doubleSided = (state[kPolygon] & kCullsEither) == 0;
}

}  // namespace

std::vector<std::size_t> seenSamplers(const Material& material) {
    std::vector<std::size_t> samplers;
    for (const std::string_view role : {kBaseColorRole, kNormalRole, kEmissionRole}) {
        if (const auto sampler = samplerOf(material, role)) samplers.push_back(*sampler);
    }
    return samplers;
}

TextureSampler textureSampler(std::uint32_t word) {
    constexpr std::uint32_t kPoint = 0;
    return {.wrapS = wrapOf(word),
            .wrapT = wrapOf(word >> 3U),
            .filter = (word >> 9U & 3U) == kPoint ? TextureFilter::Nearest : TextureFilter::Linear};
}

MaterialBuilder::MaterialBuilder(Scene& scene, Layout layout, FileSource& companions,
                                 Diagnostics& diagnostics, std::span<const Texture> headers)
    : scene_(scene), layout_(layout), diagnostics_(diagnostics), textures_(scene, companions, diagnostics) {
    for (const Texture& header : headers)
        formats_.emplace(header.name, header.format);
}

IndexOf<rigkiln::Material> MaterialBuilder::add(std::size_t owner, const Material& material,
                                                bool hasTexCoords) {
    const auto [known, isNew] = made_.emplace(std::tuple(owner, &material, hasTexCoords),
                                              IndexOf<rigkiln::Material>(scene_.materials.size()));
    if (isNew) {
        // make() adds the textures of the material to the scene.
        rigkiln::Material made = make(material, hasTexCoords);
        scene_.materials.push_back(std::move(made));
    }
    return known->second;
}

rigkiln::Material MaterialBuilder::make(const Material& source, bool hasTexCoords) {
    rigkiln::Material material;
    material.name = toUtf8(source.name);
    if (source.renderState) setRenderState(*source.renderState, material);
    material.extras = materialExtras(source, layout_);
    if (!hasTexCoords) return material;
    const ImageAlpha alpha = material.alphaMode == AlphaMode::Opaque ? ImageAlpha::Mask : ImageAlpha::Opacity;
    material.baseColorTexture = use(source, kBaseColorRole, {.alpha = alpha});
    material.normalTexture =
        use(source, kNormalRole, {.content = ImageContent::Normal, .alpha = ImageAlpha::Mask});
    material.emissiveTexture = use(source, kEmissionRole, {.alpha = ImageAlpha::Mask});
    if (material.emissiveTexture) material.emissiveFactor = glm::vec3(1.0F);
    return material;
}

std::optional<TextureUse> MaterialBuilder::use(const Material& material, std::string_view role,
                                               const ImageRecipe& recipe) {
    const std::optional<std::size_t> sampler = samplerOf(material, role);
    if (!sampler) return std::nullopt;
    const std::optional<IndexOf<rigkiln::Texture>> texture =
        textures_.find(textureFileName(material.textures[*sampler]), recipe);
    if (!texture) return std::nullopt;
    tellColorSpace(material, material.textures[*sampler], role, recipe.content == ImageContent::Color);
    TextureUse use{.texture = *texture, .texCoordSet = 0};
    if (!layout_.isSwitch()) use.sampler = textureSampler(material.samplers[*sampler].words[0]);
    return use;
}

/// Reports a texture whose colour space differs from glTF's. Textures of other files are unknown and ignored.
void MaterialBuilder::tellColorSpace(const Material& material, const std::string& texture,
                                     std::string_view role, bool isColor) {
    const auto format = formats_.find(texture);
    if (format == formats_.end() || isSrgb(format->second) == isColor) return;
    diagnostics_.add(kColorSpace, fmt::format("material {}", quote(material.name)),
                     fmt::format("{} as {} is {}, which glTF takes for {}", quote(texture), quote(role),
                                 isColor ? "linear" : "sRGB", isColor ? "sRGB" : "linear"));
}

}  // namespace rigkiln::bfres
