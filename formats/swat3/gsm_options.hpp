#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "formats/swat3/conventions.hpp"
#include "pipeline/conversion/option.hpp"

/// User options for models and animations of SWAT 3.
namespace rigkiln::swat3 {

inline constexpr std::array<std::string_view, 3> kSpaceChoices = {"auto", "model", "bone"};
inline constexpr std::array<std::string_view, 3> kQuatChoices = {"auto", "conj", "raw"};
inline constexpr std::array<std::string_view, 3> kHandedChoices = {"auto", "right", "left"};
inline constexpr std::array<std::string_view, 3> kWindingChoices = {"auto", "ccw", "cw"};
inline constexpr std::array<std::string_view, 3> kTransparencyChoices = {"auto", "opacity", "transparency"};
inline constexpr std::array<std::string_view, 3> kMap9Choices = {"reflection", "opacity", "ignore"};
inline constexpr std::array<std::string_view, 3> kNormalWeightChoices = {"face", "area", "angle"};

inline constexpr std::array<OptionSpec, 9> kGsmOptions = {{
    {.name = "space",
     .type = OptionType::Choice,
     .help = "What stored positions are relative to: the model, or the bone each follows.",
     .defaultText = "auto",
     .choices = kSpaceChoices},
    {.name = "quat",
     .type = OptionType::Choice,
     .help = "How quaternions are stored: conjugated, as 3ds Max has them, or raw.",
     .defaultText = "auto",
     .choices = kQuatChoices},
    {.name = "handed",
     .type = OptionType::Choice,
     .help = "Handedness of the file's axes; left-handed models are mirrored by a node above the skeleton.",
     .defaultText = "auto",
     .choices = kHandedChoices},
    {.name = "winding",
     .type = OptionType::Choice,
     .help = "Which way round triangles are, seen from outside.",
     .defaultText = "auto",
     .choices = kWindingChoices},
    {.name = "transparency",
     .type = OptionType::Choice,
     .help = "What a material's transparency of 1 means: opacity says opaque, transparency says clear.",
     .defaultText = "auto",
     .choices = kTransparencyChoices},
    {.name = "map9",
     .type = OptionType::Choice,
     .help = "What map slot 9 of a material is: 3ds Max's reflection map, or an opacity map, which blends.",
     .defaultText = "reflection",
     .choices = kMap9Choices},
    {.name = "grips",
     .type = OptionType::Choice,
     .help = "What the matrices of grips and grippers are relative to.",
     .defaultText = "auto",
     .choices = kSpaceChoices},
    {.name = "normal_weight",
     .type = OptionType::Choice,
     .help = "How much each triangle counts in a normal rebuilt from its smoothing list: the same, by its "
             "area, or by its angle at the vertex.",
     .defaultText = "face",
     .choices = kNormalWeightChoices},
    {.name = "strict",
     .type = OptionType::Flag,
     .help = "Refuse files that break a rule stated by the descriptions of the format.",
     .defaultText = "false"},
}};

inline constexpr std::array<std::string_view, 3> kRootChoices = {"auto", "offset", "absolute"};

inline constexpr std::array<OptionSpec, 4> kGsaOptions = {{
    {.name = "quat",
     .type = OptionType::Choice,
     .help = "How quaternions are stored; auto takes the answer of the model, and conj without one.",
     .defaultText = "auto",
     .choices = kQuatChoices},
    {.name = "root",
     .type = OptionType::Choice,
     .help = "What the root's positions are: offsets from where it stands at rest, or its positions.",
     .defaultText = "auto",
     .choices = kRootChoices},
    {.name = "rate",
     .type = OptionType::Number,
     .help = "Frames per second; the game plays 10 whatever the file says.",
     .defaultText = "10",
     .minimum = 0.1,
     .maximum = 1000},
    {.name = "strict",
     .type = OptionType::Flag,
     .help = "Refuse files that break a rule stated by the descriptions of the format.",
     .defaultText = "false"},
}};

[[nodiscard]] GsmConventionChoices conventionChoices(const OptionValues& options);

/// Returns nothing for "auto".
[[nodiscard]] std::optional<QuaternionSense> quaternionChoice(const OptionValues& options);

enum class NormalWeight : std::uint8_t { Face, Area, Angle };
[[nodiscard]] NormalWeight normalWeight(const OptionValues& options);

}  // namespace rigkiln::swat3
