#include "pipeline/conversion/option_preset.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

constexpr std::array<std::string_view, 2> kIds = {kNoPreset, "small"};
constexpr std::array<OptionSpec, 3> kSpecs = {{
    {.name = kPresetOption, .type = OptionType::Choice, .defaultText = kNoPreset, .choices = kIds},
    {.name = "size", .type = OptionType::Length, .defaultText = "1m"},
    {.name = "tidy", .type = OptionType::Flag, .defaultText = "false"},
}};
constexpr std::array<PresetValue, 2> kSmall = {{{"size", "2cm"}, {"tidy", "true"}}};
constexpr std::array<OptionPreset, 2> kPresets = {{{kNoPreset, "", {}}, {"small", "", kSmall}}};

OptionValues applied(const std::string& preset, std::string_view given = "") {
    OptionValues values(kSpecs);
    values.set(kPresetOption, preset);
    if (!given.empty()) values.set("size", 3.0);
    applyPreset(values, kSpecs, kPresets, [&](std::string_view option) { return option == given; });
    return values;
}

TEST(ApplyPreset, ChangesDefaults) {
    const OptionValues values = applied("small");
    EXPECT_DOUBLE_EQ(values.number("size"), 0.02);
    EXPECT_TRUE(values.flag("tidy"));
}

TEST(ApplyPreset, LeavesWhatTheUserGave) {
    const OptionValues values = applied("small", "size");
    EXPECT_EQ(values.number("size"), 3.0);
    EXPECT_TRUE(values.flag("tidy"));
}

TEST(ApplyPreset, GivesWhatWritingTheOptionsOutGives) {
    OptionValues written(kSpecs);
    written.set("size", 0.02);
    written.set("tidy", true);
    EXPECT_EQ(applied("small"), written);
    EXPECT_EQ(applied("none"), OptionValues(kSpecs));
}

TEST(ApplyPreset, DoesNothingWithoutPresets) {
    OptionValues values(std::span<const OptionSpec>(kSpecs).subspan(1));
    const OptionValues before = values;
    applyPreset(values, kSpecs, kPresets, [](std::string_view) { return false; });
    EXPECT_EQ(values, before);
}

}  // namespace
}  // namespace rigkiln
