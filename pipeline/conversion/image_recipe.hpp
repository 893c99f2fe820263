#pragma once

#include <compare>
#include <cstdint>
#include <optional>

namespace rigkiln {

/// A colour as files hold it: eight bits each, as a screen is sent them.
struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    auto operator<=>(const Rgb&) const = default;  // NOLINT(modernize-use-nullptr): of a 0 nobody wrote
};

/// What the fourth channel of an image is to those who use it.
enum class ImageAlpha : std::uint8_t {
    Opacity,  ///< kept; the colours of clear pixels do not count
    Mask,     ///< kept; says nothing of the colours beside it
    Dropped,  ///< every pixel becomes opaque
    Tint,     ///< how far the colours are multiplied by `tint`; then dropped
};

enum class ImageContent : std::uint8_t { Color, Normal };

/// The files that an image may be handed on as.
enum class ImageEncoding : std::uint8_t {
    Keep,  ///< PNG and JPEG as they are where their pixels are, everything else as PNG
    Png,   ///< everything as PNG
};

/// What has to be done to the pixels of an image before glTF can mean the same by them. The recipe that says
/// nothing changes none.
struct ImageRecipe {
    ImageContent content = ImageContent::Color;
    ImageAlpha alpha = ImageAlpha::Opacity;
    Rgb tint{};  ///< of ImageAlpha::Tint only
    /// Pixels of exactly this colour become clear, and take the colours around them: between them and their
    /// neighbours nothing of it shows.
    std::optional<Rgb> colorKey{};
    bool flipGreen = false;         ///< of normal maps: up is down
    std::uint32_t maximumSide = 0;  ///< pixels; larger images are made smaller; 0: they stay
    ImageEncoding encoding = ImageEncoding::Keep;
    /// Whether the traits are wanted. Changes no pixel: files that could stay as they are are decoded for it.
    bool needsTraits = false;

    auto operator<=>(const ImageRecipe&) const = default;  // NOLINT(modernize-use-nullptr): the same
};

/// How clear the pixels of an image are.
enum class AlphaKind : std::uint8_t {
    None,    ///< all opaque
    Binary,  ///< each opaque or wholly clear, some of them clear
    Smooth,
};

/// What a material has to know of its image: of the pixels as the recipe makes them, before the image is made
/// smaller.
struct ImageTraits {
    std::uint32_t width = 0;  ///< pixels
    std::uint32_t height = 0;
    AlphaKind alpha = AlphaKind::None;
    bool isKeyed = false;  ///< the colour key was found

    bool operator==(const ImageTraits&) const = default;
};

/// What a run does to all textures, whatever their format says.
struct TextureSettings {
    std::uint32_t maximumSide = 0;
    bool flipGreen = false;  ///< turns the green of normal maps over
    ImageEncoding encoding = ImageEncoding::Keep;

    bool operator==(const TextureSettings&) const = default;
};

/// What a format asks for with what the run adds.
[[nodiscard]] constexpr ImageRecipe withSettings(ImageRecipe recipe, const TextureSettings& settings) {
    recipe.maximumSide = settings.maximumSide;
    recipe.encoding = settings.encoding;
    if (recipe.content == ImageContent::Normal) recipe.flipGreen = recipe.flipGreen != settings.flipGreen;
    return recipe;
}

}  // namespace rigkiln
