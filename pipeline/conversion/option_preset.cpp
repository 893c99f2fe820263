#include "pipeline/conversion/option_preset.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace rigkiln {

void applyPreset(OptionValues& values, std::span<const OptionSpec> specs,
                 std::span<const OptionPreset> presets,
                 const std::function<bool(std::string_view option)>& isGiven) {
    if (!values.all().contains(kPresetOption)) return;
    const auto preset = std::ranges::find(presets, values.text(kPresetOption), &OptionPreset::id);
    values.set(kPresetOption, std::string(kNoPreset));
    if (preset == presets.end()) return;
    for (const PresetValue& value : preset->values) {
        const OptionSpec* spec = findOption(specs, value.option);
        if (spec == nullptr || isGiven(value.option)) continue;
        const std::string text(value.text);
        Result<OptionValue> parsed = parseOption(*spec, std::span(&text, 1));
        if (parsed) values.set(value.option, std::move(*parsed));
    }
}

}  // namespace rigkiln
