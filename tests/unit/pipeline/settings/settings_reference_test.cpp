#include "pipeline/settings/settings_reference.hpp"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;

TEST(SettingsReference, HasASectionForEveryKindFormatAndExporter) {
    const std::string text = settingsReference(toyRegistries());
    for (const JobKind& kind : allJobKinds()) {
        EXPECT_THAT(text, HasSubstr("### `uses: " + std::string(kind.id) + "`\n"));
    }
    EXPECT_THAT(text, HasSubstr("### `toy`: Toy models\n\nFiles `.toy`.\n"));
    EXPECT_THAT(text, HasSubstr("### `to: fake`: A fake\n\nFiles `.fake`.\n"));
}

TEST(SettingsReference, HasARowForEveryOption) {
    const std::string text = settingsReference(toyRegistries());
    EXPECT_THAT(
        text, HasSubstr("| `hidden_parts` | one of `keep`, `model`, `drop` | `keep` | What becomes of hidden "
                        "parts. |\n"));
    EXPECT_THAT(text, HasSubstr("| `level` | whole number | required | How fake it is. |\n"));
    EXPECT_THAT(text, HasSubstr("| `largest` | bytes as in `512MiB` |  | Size of the largest file. |\n"));
}

TEST(SettingsReference, EscapesWhatWouldEndACell) {
    EXPECT_THAT(settingsReference(toyRegistries()),
                HasSubstr("| `slots` | whole number, 1 to 8 | `4` | Slots \\| per joint. |\n"));
}

TEST(SettingsReference, SaysWhatHasNoOptions) {
    EXPECT_THAT(settingsReference(toyRegistries()),
                HasSubstr("### `plain`: Plain clips\n\nFiles `.plain`.\n\nNo options.\n"));
}

TEST(SettingsReference, SaysWhatFilesAndColoursLookLike) {
    static constexpr std::array<OptionSpec, 2> kOptions = {{
        {.name = "table", .type = OptionType::File, .help = "Names."},
        {.name = "colour", .type = OptionType::Color, .help = "Paint.", .defaultText = "#FF8000"},
    }};
    static constexpr FormatModule kFormat{.id = "painter", .title = "Paintings", .options = kOptions};
    static constexpr std::array<const FormatModule*, 1> kFormats = {&kFormat};
    const std::string text = settingsReference({.formats = kFormats});
    EXPECT_THAT(text, HasSubstr("| `table` | path of a file |  | Names. |\n"));
    EXPECT_THAT(text, HasSubstr("| `colour` | colour as in `\"#FF8000\"` | `#FF8000` | Paint. |\n"));
}

}  // namespace
}  // namespace rigkiln
