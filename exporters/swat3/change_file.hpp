#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/option.hpp"

/// Changes of finished files by export options, through the file model. Everything that the options do not
/// name stays as it is; options at their defaults give the same bytes.
namespace rigkiln::swat3_export {

inline constexpr std::array<std::string_view, 2> kGsaFileOptions = {"gsa_version", "force"};
inline constexpr std::array<std::string_view, 2> kGsmFileOptions = {"blend_unit", "texnul"};

/// Writes the animation in the version that gsa_version asks for; the one it has keeps its bytes. Version 4.2
/// has a list of events for each frame. Events have no place in 4.1: an Input error, or an issue when forced.
[[nodiscard]] Result<std::vector<std::byte>> changeGsa(std::span<const std::byte> file,
                                                       const OptionValues& options, Diagnostics& diagnostics);

/// Writes the model with the counts that blend_unit and texnul ask for.
[[nodiscard]] Result<std::vector<std::byte>> changeGsm(std::span<const std::byte> file,
                                                       const OptionValues& options, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
