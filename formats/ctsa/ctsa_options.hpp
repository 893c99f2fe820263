#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/ctsa/ctsa_row.hpp"
#include "formats/ctsa/ctsa_timing.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/option.hpp"

/// User options for sprite animations.
namespace rigkiln::ctsa {

/// Way in which a scene shows its frames in turn.
enum class SpriteMode : std::uint8_t {
    Nodes,    ///< one quad per frame, shown in turn; works in every viewer
    Pointer,  ///< one quad with a moving texture; needs KHR_animation_pointer
};

inline constexpr std::array<std::string_view, 2> kSpriteModes = {"nodes", "pointer"};

inline constexpr std::array<OptionSpec, 6> kCtsaOptions = {{
    {.name = "mode",
     .type = OptionType::Choice,
     .help = "How frames are shown: nodes makes a quad of each and shows them in turn, pointer moves the "
             "texture over one quad, which needs profile full and a reader of KHR_animation_pointer.",
     .defaultText = "nodes",
     .choices = kSpriteModes},
    {.name = "ticks",
     .type = OptionType::Number,
     .help = "Updates per second of the program that plays the animations, for frames that swap by updates.",
     .defaultText = "60",
     .minimum = 0.001,
     .maximum = 1000000},
    {.name = "ppu",
     .type = OptionType::Number,
     .help = "Pixels per unit: how many pixels of the sheet are one unit wide.",
     .defaultText = "100",
     .minimum = 0.000001,
     .maximum = 1000000},
    {.name = "sheet",
     .type = OptionType::Text,
     .help =
         "Pixels of the sheet within images that were padded to powers of two, as 600x75; empty: found out "
         "where the numbers tell."},
    {.name = "image",
     .type = OptionType::Text,
     .help = "File name of the sheet's image; empty: that of the animation, or the only one in its folder."},
    {.name = "strict",
     .type = OptionType::Flag,
     .help = "Refuse files with octets behind the last frame.",
     .defaultText = "false"},
}};

struct CtsaOptions {
    SpriteMode mode = SpriteMode::Nodes;
    double ticksPerSecond = kUsualTicksPerSecond;
    double pixelsPerUnit = 100;
    std::optional<PixelSize> sheet{};
    std::string image{};
    bool isStrict = false;
};

/// Fails when `sheet` is not a size. Precondition: the values were made from kCtsaOptions.
[[nodiscard]] Result<CtsaOptions> readOptions(const OptionValues& values);

}  // namespace rigkiln::ctsa
