#pragma once

#include <array>
#include <span>
#include <string_view>

#include "pipeline/conversion/image_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"
#include "pipeline/conversion/option.hpp"

namespace rigkiln {

inline constexpr std::string_view kTextureSearch = "search";
inline constexpr std::string_view kTextureMaximum = "max_size";
inline constexpr std::string_view kTexturePowers = "power_of_two";
inline constexpr std::string_view kTextureGreen = "flip_green";
inline constexpr std::string_view kTextureFormat = "format";
inline constexpr std::string_view kTextureQuality = "quality";

inline constexpr std::array<std::string_view, 3> kTextureFormatChoices = {"keep", "png", "webp"};
inline constexpr std::array<std::string_view, 1> kWebpTextures = {"webp"};

/// Options of the configuration key `textures`.
inline constexpr std::array<OptionSpec, 6> kTextureOptions = {{
    {.name = kTextureSearch,
     .type = OptionType::TextList,
     .help =
         "Folders searched for textures after the model's own and its sibling Textures, without regard to "
         "case."},
    {.name = kTextureMaximum,
     .type = OptionType::Integer,
     .help =
         "Longest side of a texture in pixels; larger ones are made smaller, in their shape. 0 leaves all "
         "as they are.",
     .defaultText = "0",
     .minimum = 0,
     .maximum = kMaximumImageSide},
    {.name = kTexturePowers,
     .type = OptionType::Flag,
     .help = "Makes each side of a texture the nearest power of two, as engines want for streaming and mip "
             "maps; with max_size, none longer than that.",
     .defaultText = "false"},
    {.name = kTextureGreen,
     .type = OptionType::Flag,
     .help = "Turns the green of normal maps over, for textures whose green means the other way than their "
             "format says.",
     .defaultText = "false"},
    {.name = kTextureFormat,
     .type = OptionType::Choice,
     .help =
         "keep leaves PNG and JPEG as they are where their pixels are; png makes everything PNG; webp makes "
         "everything but such JPEG lossless WebP, which is smaller and needs readers of EXT_texture_webp.",
     .defaultText = "keep",
     .choices = kTextureFormatChoices},
    {.name = kTextureQuality,
     .type = OptionType::Integer,
     .help =
         "Quality of colours as WebP, 1 to 100: where a lossy file is smaller than the lossless one, it is "
         "written. Alpha, normal maps and everything else stay lossless, and all do without this option.",
     .minimum = 1,
     .maximum = 100,
     .needs = {.option = kTextureFormat, .values = kWebpTextures}},
}};

/// Returns all texture settings except the search folders. Precondition: values of kTextureOptions.
[[nodiscard]] TextureSettings textureSettings(const OptionValues& values);

}  // namespace rigkiln
