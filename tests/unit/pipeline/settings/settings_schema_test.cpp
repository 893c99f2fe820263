#include <array>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pipeline/settings/settings.hpp"
#include "tests/support/golden_file.hpp"
#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

using Json = nlohmann::json;

Json toySchema() {
    return Json::parse(settingsSchema(toyRegistries()));
}

TEST(SettingsSchema, IsTheGoldenFile) {
    EXPECT_EQ(
        test::differenceFromGolden("tests/golden/settings_schema.json", settingsSchema(toyRegistries())), "");
}

TEST(SettingsSchema, RefersOnlyToWhatItDefines) {
    const Json schema = toySchema();
    const Json flat = schema.flatten();
    for (const auto& [path, value] : flat.items()) {
        if (!path.ends_with("/$ref")) continue;
        const std::string name = value.get<std::string>().substr(std::string("#/$defs/").size());
        EXPECT_TRUE(schema["$defs"].contains(name)) << path;
    }
}

TEST(SettingsSchema, HasARuleForEveryKindAndExporter) {
    const Json schema = toySchema();
    std::size_t rules = toyRegistries().exporters.size();
    for (const JobKind& kind : allJobKinds()) {
        if (!kind.takesExporterOptions) ++rules;
    }
    EXPECT_EQ(schema["$defs"]["job"]["allOf"].size(), rules);
}

TEST(SettingsSchema, KnowsTheOptionsOfKindsFormatsAndExporters) {
    const Json definitions = toySchema()["$defs"];
    EXPECT_TRUE(definitions["scan"]["properties"].contains("include"));
    EXPECT_TRUE(definitions["decode"]["properties"]["toy"]["properties"].contains("slots"));
    EXPECT_TRUE(definitions["export_gltf"]["properties"].contains("step"));
    EXPECT_FALSE(definitions["export_fake"]["properties"].contains("step"));
}

TEST(SettingsSchema, ClosesEveryMap) {
    const Json definitions = toySchema()["$defs"];
    EXPECT_EQ(definitions["scan"]["additionalProperties"], false);
    EXPECT_EQ(definitions["decode"]["properties"]["toy"]["additionalProperties"], false);
    EXPECT_EQ(toySchema()["additionalProperties"], false);
}

TEST(SettingsSchema, ListsWhatIsRequired) {
    const Json definitions = toySchema()["$defs"];
    EXPECT_EQ(definitions["scan"]["required"], Json::array({"uses", "root"}));
    EXPECT_EQ(definitions["export_fake"]["required"], Json::array({"uses", "from", "path", "level"}));
}

TEST(SettingsSchema, WritesDefaultsInTheTypeOfTheirOption) {
    const Json definitions = toySchema()["$defs"];
    EXPECT_EQ(definitions["scan"]["properties"]["ignore_case"]["default"], true);
    EXPECT_EQ(definitions["decode"]["properties"]["toy"]["properties"]["slots"]["default"], 4);
    EXPECT_EQ(definitions["export_gltf"]["properties"]["step"]["default"], "0.1mm");
}

TEST(SettingsSchema, TakesColoursOfSixDigitsAndVariables) {
    static constexpr std::array<OptionSpec, 1> kOptions = {
        {{.name = "colour", .type = OptionType::Color, .help = "Paint."}}};
    static constexpr FormatModule kFormat{.id = "painter", .title = "Paintings", .options = kOptions};
    static constexpr std::array<const FormatModule*, 1> kFormats = {&kFormat};
    const Json schema = Json::parse(settingsSchema({.formats = kFormats}));
    EXPECT_EQ(schema["$defs"]["decode"]["properties"]["painter"]["properties"]["colour"]["anyOf"],
              Json::array(
                  {{{"type", "string"}, {"pattern", "^#?[0-9A-Fa-f]{6}$"}}, {{"$ref", "#/$defs/variable"}}}));
}

}  // namespace
}  // namespace rigkiln
