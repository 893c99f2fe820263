#pragma once

#include <array>
#include <string_view>

#include "pipeline/conversion/option.hpp"

/// User options for BFRES files.
namespace rigkiln::bfres {

inline constexpr std::string_view kFrameRate = "frame_rate";
inline constexpr std::string_view kTexturePatterns = "texture_patterns";
inline constexpr std::string_view kPatternShapes = "shapes";

inline constexpr std::array<std::string_view, 2> kTexturePatternChoices = {"extras", kPatternShapes};

inline constexpr std::array<OptionSpec, 2> kBfresOptions = {{
    {.name = kFrameRate,
     .type = OptionType::Number,
     .help =
         "Frames a second that the game plays animations at; the files do not say it, and most games run at "
         "60 or 30.",
     .defaultText = "60",
     .minimum = 1,
     .maximum = 1000},
    {.name = kTexturePatterns,
     .type = OptionType::Choice,
     .help =
         "What becomes of animations that change textures: extras tells them, shapes makes a shape for each "
         "texture too, which are shown in turn; skinned ones need profile full and a reader of "
         "KHR_animation_pointer for that.",
     .defaultText = "extras",
     .choices = kTexturePatternChoices},
}};

}  // namespace rigkiln::bfres
