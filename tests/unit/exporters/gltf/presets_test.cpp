#include <string>

#include <gtest/gtest.h>

#include "exporters/gltf/gltf_exporter.hpp"

namespace rigkiln::gltf_export {
namespace {

TEST(Presets, NameOptionsAndValuesThatThereAre) {
    const OptionSpec* choice = findOption(kGltfExporter.options, kPresetOption);
    ASSERT_NE(choice, nullptr);
    ASSERT_EQ(choice->choices.size(), kGltfExporter.presets.size());
    for (std::size_t i = 0; i < kGltfExporter.presets.size(); ++i) {
        const OptionPreset& preset = kGltfExporter.presets[i];
        EXPECT_EQ(preset.id, choice->choices[i]);
        EXPECT_EQ(preset.values.empty(), preset.id == kNoPreset);
        OptionValues values(kGltfExporter.options);
        for (const PresetValue& value : preset.values) {
            const OptionSpec* spec = findOption(kGltfExporter.options, value.option);
            ASSERT_NE(spec, nullptr) << preset.id << " " << value.option;
            const std::string text(value.text);
            const Result<OptionValue> parsed = parseOption(*spec, std::span(&text, 1));
            ASSERT_TRUE(parsed) << preset.id << ": " << parsed.error().problem;
            values.set(value.option, *parsed);
        }
        for (const PresetValue& value : preset.values)
            EXPECT_TRUE(
                hasEffect(*findOption(kGltfExporter.options, value.option), values, kGltfExporter.options))
                << preset.id << " " << value.option;
    }
}

}  // namespace
}  // namespace rigkiln::gltf_export
