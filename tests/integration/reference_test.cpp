#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/registry.hpp"
#include "formats/registry.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/settings/settings_reference.hpp"
#include "tests/support/golden_file.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/image_reference.hpp"
#include "tools/cli/rule_reference.hpp"
#include "tools/cli/troubleshooting.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kReference = "docs/configuration.md";
constexpr std::string_view kBegin = "<!-- begin of the generated reference -->\n";
constexpr std::string_view kEnd = "<!-- end of the generated reference -->\n";

Registries realRegistries() {
    return {allFormats(), allExporters()};
}

/// Reads a file of the repository, by its path from the root; tests run there.
std::string contentOf(std::string_view file) {
    std::ifstream stream{std::string(file), std::ios::binary};
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string problemsOf(std::string_view file) {
    const std::string text = contentOf(file);
    const SettingsRequest request{std::string(file), text, {}};
    return toText(loadSettings(request, realRegistries()).problems, file);
}

/// Compares the part of a document between the marks with what the program generates; empty when equal.
std::string differenceFromGenerated(std::string_view file, const std::string& generated) {
    const std::string text = contentOf(file);
    const std::size_t begin = text.find(kBegin);
    const std::size_t end = text.find(kEnd);
    if (begin == std::string::npos || end == std::string::npos) return "has no marks";
    const std::string expected =
        text.substr(0, begin + kBegin.size()) + "\n" + generated + "\n" + text.substr(end);
    return test::differenceFromGolden(file, expected);
}

TEST(ConfigurationReference, HoldsTheTablesOfThisProgram) {
    EXPECT_EQ(differenceFromGenerated(kReference, settingsReference(realRegistries())), "");
}

TEST(IssueReference, HoldsTheListsOfThisProgram) {
    EXPECT_EQ(differenceFromGenerated("docs/issues.md", cli::catalogueReference()), "");
}

TEST(TroubleshootingReference, HoldsTheListsOfThisProgram) {
    EXPECT_EQ(differenceFromGenerated("docs/troubleshooting.md", cli::troubleshootingReference()), "");
}

TEST(ImageReference, HoldsTheFormatsOfThisProgram) {
    EXPECT_EQ(differenceFromGenerated("docs/image-formats.md", cli::imageReference()), "");
}

TEST(ImageReference, SaysOfEveryFormatWhatIsRead) {
    EXPECT_THAT(cli::idsWithoutImageRow(), testing::IsEmpty());
}

TEST(RuleReference, HoldsTheRulesOfThisProgram) {
    EXPECT_EQ(differenceFromGenerated("docs/validate.md", cli::ruleReference()), "");
}

TEST(EngineRuleReference, HoldsTheRulesOfThisProgram) {
    EXPECT_EQ(differenceFromGenerated("docs/engine-rules.md", cli::engineRuleReference()), "");
}

/// The first block of YAML in the reference is the example everyone copies.
TEST(ConfigurationReference, ShowsAnExampleThatLoads) {
    const std::string text = contentOf(kReference);
    constexpr std::string_view kFence = "```yaml\n";
    const std::size_t begin = text.find(kFence) + kFence.size();
    const std::string example = text.substr(begin, text.find("```", begin) - begin);
    const SettingsRequest request{"example.yaml", example, {}};
    EXPECT_EQ(toText(loadSettings(request, realRegistries()).problems, "example.yaml"), "");
}

TEST(ReadyConfigurations, LoadWithoutProblems) {
    EXPECT_EQ(problemsOf("configs/alamo.yaml"), "");
    EXPECT_EQ(problemsOf("configs/everything.yaml"), "");
    EXPECT_EQ(problemsOf("configs/bfres.yaml"), "");
    EXPECT_EQ(problemsOf("configs/ctsa.yaml"), "");
    EXPECT_EQ(problemsOf("configs/swat3.yaml"), "");
    EXPECT_EQ(problemsOf("configs/swat3-back.yaml"), "");
    EXPECT_EQ(problemsOf("configs/blender.yaml"), "");
    EXPECT_EQ(problemsOf("configs/godot.yaml"), "");
    EXPECT_EQ(problemsOf("configs/unreal.yaml"), "");
    EXPECT_EQ(problemsOf("configs/unity.yaml"), "");
    EXPECT_EQ(problemsOf("configs/web.yaml"), "");
}

}  // namespace
}  // namespace rigkiln
