#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/scene/index_of.hpp"

namespace rigkiln {

/// An image that materials use, under the name that the source gives it. Laws: `encoded` is empty or a
/// complete PNG, JPEG or WebP file, as `mimeType` says. Empty means that no usable image was found; the name
/// is then kept in the extras of the materials that use it.
struct Texture {
    std::string sourceName;
    std::string mimeType;
    SharedBytes encoded;
    /// Preferred name for a separate image file, without extension; empty means that of `sourceName`.
    std::string fileStem{};

    bool operator==(const Texture&) const = default;
};

/// Selects the colour of a texture outside of 0..1.
enum class TextureWrap : std::uint8_t { Repeat, MirroredRepeat, ClampToEdge };

/// Linear interpolates between pixels and between mipmap levels. Nearest takes the nearest pixel.
enum class TextureFilter : std::uint8_t { Linear, Nearest };

/// How a texture is shown smaller than it is: between pixels, then between mipmap levels, as glTF names it.
enum class TextureMinification : std::uint8_t {
    Nearest,
    Linear,
    NearestMipmapNearest,
    LinearMipmapNearest,
    NearestMipmapLinear,
    LinearMipmapLinear,
};

/// Minification where the source says nothing else.
[[nodiscard]] constexpr TextureMinification usualMinification(TextureFilter filter) {
    return filter == TextureFilter::Nearest ? TextureMinification::Nearest
                                            : TextureMinification::LinearMipmapLinear;
}

/// Laws: `minification` is absent where it would be the usual one, so that equal samplers compare equal.
struct TextureSampler {
    TextureWrap wrapS = TextureWrap::Repeat;
    TextureWrap wrapT = TextureWrap::Repeat;
    TextureFilter filter = TextureFilter::Linear;
    std::optional<TextureMinification> minification{};

    bool operator==(const TextureSampler&) const = default;
};

/// Laws: `texCoordSet` exists in every primitive that uses the material; the offset is finite.
struct TextureUse {
    IndexOf<Texture> texture;
    std::uint32_t texCoordSet = 0;
    TextureSampler sampler{};
    glm::vec2 offset{0.0F};  ///< added to the texture coordinates

    bool operator==(const TextureUse&) const = default;
};

enum class AlphaMode : std::uint8_t { Opaque, Mask, Blend };

/// Surface in glTF's metallic-roughness model; further source properties are in `extras`. Laws: factors and
/// `alphaCutoff` are finite and within 0..1.
struct Material {
    std::string name;
    glm::vec4 baseColorFactor{1.0F};  ///< linear
    float metallicFactor = 0.0F;
    float roughnessFactor = 1.0F;
    glm::vec3 emissiveFactor{0.0F};  ///< linear
    std::optional<TextureUse> baseColorTexture;
    std::optional<TextureUse> normalTexture;
    std::optional<TextureUse> emissiveTexture;
    AlphaMode alphaMode = AlphaMode::Opaque;
    float alphaCutoff = 0.5F;
    bool doubleSided = false;
    bool unlit = false;
    Properties extras;

    bool operator==(const Material&) const = default;
};

/// Key of `Material::extras` for how the source mixes a surface with what is behind it, and its value for
/// surfaces that are added to it. glTF has no additive blending; these are AlphaMode::Blend.
inline constexpr std::string_view kBlending = "blending";
inline constexpr std::string_view kAdditive = "additive";

[[nodiscard]] inline bool isAdditive(const Material& material) {
    const Value* blending = material.extras.find(kBlending);
    return blending != nullptr && *blending == Value(kAdditive);
}

}  // namespace rigkiln
