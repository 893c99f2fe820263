#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "pipeline/conversion/image_recipe.hpp"
#include "pipeline/conversion/option.hpp"

/// User options for Alamo models.
namespace rigkiln::alamo {

inline constexpr std::array<std::string_view, 3> kTeamMaskChoices = {"keep", "opaque", "tint"};

inline constexpr std::array<std::string_view, 2> kGlowChoices = {"unlit", "emissive"};

inline constexpr std::array<std::string_view, 1> kTint = {"tint"};

inline constexpr std::array<OptionSpec, 3> kAloOptions = {{
    {.name = "team_mask",
     .type = OptionType::Choice,
     .help = "What becomes of the alpha of textures that says where the owner's colour goes: it stays and "
             "means nothing to glTF, is dropped, or team_color is painted where it says.",
     .defaultText = "keep",
     .choices = kTeamMaskChoices},
    {.name = "team_color",
     .type = OptionType::Color,
     .help = "The owner's colour that team_mask: tint paints; the colours of the texture are multiplied by "
             "it, as the game's shaders do.",
     .defaultText = "#3C78C8",
     .needs = {.option = "team_mask", .values = kTint}},
    {.name = "glow",
     .type = OptionType::Choice,
     .help = "What surfaces of additive shaders, such as engine glow, are: unlit, with their colours as base "
             "colour; or emissive, with them as emission over black, which engines take for their bloom. "
             "Both blend.",
     .defaultText = "unlit",
     .choices = kGlowChoices},
}};

enum class TeamMask : std::uint8_t { Keep, Opaque, Tint };

struct MaterialOptions {
    TeamMask teamMask = TeamMask::Keep;
    Rgb teamColor{};
    bool glowIsEmissive = false;
};

/// Precondition: the values were made from kAloOptions.
[[nodiscard]] MaterialOptions materialOptions(const OptionValues& values);

}  // namespace rigkiln::alamo
