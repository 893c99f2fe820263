#include "pipeline/settings/settings_reference.hpp"

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

}  // namespace
}  // namespace rigkiln
