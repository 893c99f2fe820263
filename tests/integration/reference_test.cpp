#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "exporters/registry.hpp"
#include "formats/registry.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/settings/settings_reference.hpp"
#include "tests/support/golden_file.hpp"

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

TEST(ConfigurationReference, HoldsTheTablesOfThisProgram) {
    const std::string text = contentOf(kReference);
    const std::size_t begin = text.find(kBegin);
    const std::size_t end = text.find(kEnd);
    ASSERT_NE(begin, std::string::npos);
    ASSERT_NE(end, std::string::npos);
    const std::string expected = text.substr(0, begin + kBegin.size()) + "\n" +
                                 settingsReference(realRegistries()) + "\n" + text.substr(end);
    EXPECT_EQ(test::differenceFromGolden(kReference, expected), "");
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
}

}  // namespace
}  // namespace rigkiln
