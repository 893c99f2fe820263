#pragma once

#include <compare>
#include <cstdint>
#include <optional>

namespace rigkiln {

/// A colour as files store it: eight bits per channel, not linear.
struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    auto operator<=>(const Rgb&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

/// Meaning of the fourth channel of an image.
enum class ImageAlpha : std::uint8_t {
    Opacity,  ///< opacity: kept; colours count by their opacity when the image is resized
    Mask,     ///< other data: kept; independent of the colours
    Dropped,  ///< every pixel becomes opaque
    Tint,     ///< how far the colours are multiplied by `tint`; then every pixel becomes opaque
};

enum class ImageContent : std::uint8_t {
    Color,
    Normal,
    Unknown,  ///< scaled like colours, and never encoded with loss
};

/// File formats in which an image may be handed on.
enum class ImageEncoding : std::uint8_t {
    Keep,  ///< unchanged PNG and JPEG files stay as they are; everything else becomes PNG
    Png,   ///< everything becomes PNG
    Webp,  ///< unchanged JPEG and WebP files stay as they are; everything else becomes WebP
};

/// Changes to the pixels of an image that make it mean in glTF what it means in the source. The default
/// recipe changes nothing.
struct ImageRecipe {
    ImageContent content = ImageContent::Color;
    ImageAlpha alpha = ImageAlpha::Opacity;
    Rgb tint{};  ///< only for ImageAlpha::Tint
    /// Pixels of exactly this colour become transparent and take the colours of their neighbours, so that
    /// filtering does not bring the key colour back.
    std::optional<Rgb> colorKey{};
    bool flipGreen = false;         ///< for normal maps: inverts the green channel
    std::uint32_t maximumSide = 0;  ///< pixels; larger images are scaled down; 0: no limit
    bool powersOfTwo = false;       ///< each side becomes the nearest power of two, within maximumSide
    ImageEncoding encoding = ImageEncoding::Keep;
    std::uint32_t quality = 0;  ///< of a WebP: 1 to 100; 0: lossless
    /// Requests the traits. Changes no pixel, but files that could be passed on unread have to be decoded.
    bool needsTraits = false;

    auto operator<=>(const ImageRecipe&) const = default;  // NOLINT(modernize-use-nullptr): as above
};

/// Kind of transparency in an image.
enum class AlphaKind : std::uint8_t {
    None,    ///< all pixels are opaque
    Binary,  ///< each pixel is opaque or fully transparent, at least one is transparent
    Smooth,
};

/// Facts about an image that a material needs, taken after the colour key and the alpha use were applied and
/// before the image is scaled down.
struct ImageTraits {
    std::uint32_t width = 0;  ///< pixels
    std::uint32_t height = 0;
    AlphaKind alpha = AlphaKind::None;
    bool isKeyed = false;  ///< at least one pixel had the key colour

    bool operator==(const ImageTraits&) const = default;
};

/// Settings of a run for all textures of all formats.
struct TextureSettings {
    std::uint32_t maximumSide = 0;
    bool powersOfTwo = false;
    bool flipGreen = false;  ///< inverts the green channel of normal maps
    ImageEncoding encoding = ImageEncoding::Keep;
    std::uint32_t quality = 0;  ///< of colours as WebP: 1 to 100; 0: lossless

    bool operator==(const TextureSettings&) const = default;
};

/// Combines the recipe of a format with the settings of the run.
[[nodiscard]] constexpr ImageRecipe withSettings(ImageRecipe recipe, const TextureSettings& settings) {
    recipe.maximumSide = settings.maximumSide;
    recipe.powersOfTwo = settings.powersOfTwo;
    recipe.encoding = settings.encoding;
    const bool mayLose = recipe.content == ImageContent::Color && settings.encoding == ImageEncoding::Webp;
    recipe.quality = mayLose ? settings.quality : 0;
    if (recipe.content == ImageContent::Normal) recipe.flipGreen = recipe.flipGreen != settings.flipGreen;
    return recipe;
}

}  // namespace rigkiln
