#include "tools/cli/conversion_options.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln::cli {
namespace {

constexpr std::array<std::string_view, 2> kColours = {"red", "blue"};
constexpr std::array<OptionSpec, 5> kSpecs = {{
    {.name = "deep_water", .type = OptionType::Flag, .help = "Whether it is deep.", .defaultText = "true"},
    {.name = "count", .type = OptionType::Integer, .defaultText = "3", .minimum = 1, .maximum = 9},
    {.name = "colour",
     .type = OptionType::Choice,
     .help = "Which.",
     .defaultText = "red",
     .choices = kColours},
    {.name = "colours", .type = OptionType::ChoiceList, .choices = kColours},
    {.name = "names", .type = OptionType::TextList},
}};

/// Parses a command line that knows kSpecs under `prefix` and returns their values.
Result<OptionValues> valuesOf(std::vector<std::string> arguments, std::string_view prefix = {}) {
    CLI::App app;
    TableOptions table;
    table.add(app, kSpecs, prefix, "Test");
    // CLI11 expects the arguments in reverse order.
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
    return table.values(kSpecs, prefix);
}

OptionValues goodValuesOf(std::vector<std::string> arguments, std::string_view prefix = {}) {
    Result<OptionValues> values = valuesOf(std::move(arguments), prefix);
    if (!values) throw std::runtime_error(values.error().text());
    return *values;
}

bool isTaken(const std::vector<std::string>& arguments) {
    try {
        return valuesOf(arguments).hasValue();
    } catch (const CLI::ParseError&) {
        return false;
    }
}

TEST(CommandLineName, WritesUnderscoresAsDashes) {
    EXPECT_EQ(commandLineName("", "complete_clips"), "complete-clips");
    EXPECT_EQ(commandLineName("ala", "visibility_without_track"), "ala-visibility-without-track");
}

TEST(TableOptions, HoldDefaultsForWhatIsNotGiven) {
    EXPECT_EQ(goodValuesOf({}), OptionValues(kSpecs));
}

TEST(TableOptions, TakeValuesByTheirNameOnTheCommandLine) {
    const OptionValues values = goodValuesOf({"--deep-water", "false", "--count=7", "--colour", "blue"});
    EXPECT_FALSE(values.flag("deep_water"));
    EXPECT_EQ(values.integer("count"), 7);
    EXPECT_EQ(values.text("colour"), "blue");
}

TEST(TableOptions, TakeValuesUnderTheirPrefixOnly) {
    EXPECT_EQ(goodValuesOf({"--ala-count", "8"}, "ala").integer("count"), 8);
    EXPECT_THROW(goodValuesOf({"--count", "8"}, "ala"), CLI::ParseError);
}

TEST(TableOptions, TakeListsWithCommasAndByRepeating) {
    EXPECT_EQ(goodValuesOf({"--colours", "red,blue"}).list("colours"),
              (std::vector<std::string>{"red", "blue"}));
    EXPECT_EQ(goodValuesOf({"--names", "a", "--names", "b"}).list("names"),
              (std::vector<std::string>{"a", "b"}));
}

TEST(TableOptions, ListsDoNotSwallowThePositionalsBehindThem) {
    CLI::App app;
    TableOptions table;
    std::vector<std::string> files;
    app.add_option("FILES", files);
    table.add(app, kSpecs, "", "Test");
    std::vector<std::string> reversed = {"hero.alo", "red", "--colours"};
    app.parse(reversed);
    EXPECT_EQ(files, (std::vector<std::string>{"hero.alo"}));
}

TEST(TableOptions, NameTheOptionAsItWasTypedInErrors) {
    const Result<OptionValues> values = valuesOf({"--deep-water", "maybe"});
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().place, "--deep-water");
    EXPECT_EQ(values.error().kind(), ErrorKind::Configuration);
}

TEST(TableOptions, SuggestTheChoiceThatWasMeant) {
    const Result<OptionValues> values = valuesOf({"--colour", "bleu"});
    ASSERT_FALSE(values);
    EXPECT_NE(values.error().problem.find("blue"), std::string::npos) << values.error().problem;
}

TEST(TableOptions, RefuseTheSameSingleValueTwice) {
    EXPECT_THROW(goodValuesOf({"--count", "1", "--count", "2"}), CLI::ParseError);
}

TEST(TableOptions, RefuseAnEmptyValueRatherThanTakeTheDefault) {
    EXPECT_FALSE(isTaken({"--count", ""}));
    EXPECT_FALSE(isTaken({"--count="}));
}

}  // namespace
}  // namespace rigkiln::cli
