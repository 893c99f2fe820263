#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "exporters/swat3/build_gsa.hpp"
#include "exporters/swat3/build_gsm.hpp"
#include "pipeline/conversion/option.hpp"

namespace rigkiln::swat3_export {

inline constexpr std::array<std::string_view, 3> kBlendUnitChoices = {"auto", "bytes", "shorts"};
inline constexpr std::array<std::string_view, 4> kTextureNulChoices = {"auto", "0", "1", "2"};
inline constexpr std::array<std::string_view, 2> kSmoothChoices = {"normals", "one"};
inline constexpr std::array<std::string_view, 3> kGsaVersionChoices = {"keep", "4.1", "4.2"};

inline constexpr OptionSpec kTemplateOption{
    .name = "template",
    .type = OptionType::File,
    .help =
        "a GSM that has what glTF does not say: bones with their numbers, materials, textures, grips, hit "
        "zones; "
        "without one it comes from the file the model was read from, or from extras"};
inline constexpr OptionSpec kUnitOption{
    .name = "unit",
    .type = OptionType::Number,
    .help = "metres per unit of the SWAT 3 file; 0 takes back what reading the file multiplied by",
    .defaultText = "0",
    .minimum = 0,
    .maximum = 1000};
inline constexpr OptionSpec kForceOption{
    .name = "force",
    .type = OptionType::Flag,
    .help = "write what breaks a rule of the game or loses motion all the same, with a warning for each",
    .defaultText = "false"};

inline constexpr std::array<OptionSpec, 8> kGsmExportOptions = {{
    kTemplateOption,
    {.name = "hit_from",
     .type = OptionType::File,
     .help = "a GSM whose nearest vertex gives its hit zone to each vertex that has none"},
    {.name = "strict_hits",
     .type = OptionType::Flag,
     .help = "refuse models with vertices whose hit zone nobody knows; otherwise they get none and a warning",
     .defaultText = "false"},
    {.name = "smooth",
     .type = OptionType::Choice,
     .help = "which corners of a vertex share a normal: those whose normals are alike, or all",
     .defaultText = "normals",
     .choices = kSmoothChoices},
    {.name = "blend_unit",
     .type = OptionType::Choice,
     .help = "what the length of blended vertices counts; auto as the template has it, else bytes",
     .defaultText = "auto",
     .choices = kBlendUnitChoices},
    {.name = "texnul",
     .type = OptionType::Choice,
     .help = "how many of the two zeros behind a texture's name its length counts; auto as the template has "
             "it, else 0",
     .defaultText = "auto",
     .choices = kTextureNulChoices},
    kUnitOption,
    kForceOption,
}};

inline constexpr std::array<OptionSpec, 4> kGsaExportOptions = {{
    kTemplateOption,
    {.name = "gsa_version",
     .type = OptionType::Choice,
     .help = "4.2, or 4.1, which has no events; keep as the clip was read, else 4.2",
     .defaultText = "keep",
     .choices = kGsaVersionChoices},
    kUnitOption,
    kForceOption,
}};

}  // namespace rigkiln::swat3_export
