#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "pipeline/conversion/option.hpp"

namespace rigkiln {

/// Name of the option of an exporter that chooses one of its presets.
inline constexpr std::string_view kPresetOption = "preset";
/// The preset that changes nothing.
inline constexpr std::string_view kNoPreset = "none";

/// Value of one option of a preset, as a user would write it.
struct PresetValue {
    std::string_view option{};
    std::string_view text{};
};

/// A named row of option values: other defaults for one purpose.
struct OptionPreset {
    std::string_view id{};
    std::string_view help{};  ///< one sentence
    std::span<const PresetValue> values{};
};

/// Sets the values of the chosen preset, except those of options that the user gave (`isGiven`), and then the
/// option kPresetOption to kNoPreset: options that come from a preset and options that are written out are
/// the same configuration. Does nothing for tables without that option. Precondition: the values of presets
/// are right; a test holds the table.
void applyPreset(OptionValues& values, std::span<const OptionSpec> specs,
                 std::span<const OptionPreset> presets,
                 const std::function<bool(std::string_view option)>& isGiven);

}  // namespace rigkiln
