#include "pipeline/conversion/option.hpp"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::ElementsAre;

constexpr std::array<std::string_view, 3> kModes = {"keep", "model", "drop"};

OptionSpec specOf(OptionType type, double minimum = 0, double maximum = 0) {
    return {.name = "knob", .type = type, .choices = kModes, .minimum = minimum, .maximum = maximum};
}

Result<OptionValue> parse(const OptionSpec& spec, const std::string& text) {
    return parseOption(spec, std::span(&text, 1));
}

/// Parses a value that must be valid.
template <class Value>
Value valueOf(OptionType type, const std::string& text) {
    const Result<OptionValue> value = parse(specOf(type), text);
    if (!value) {
        ADD_FAILURE() << value.error().problem;
        return {};
    }
    return std::get<Value>(*value);
}

std::string problemOf(const OptionSpec& spec, const std::string& text) {
    const Result<OptionValue> value = parse(spec, text);
    return value ? "accepted" : value.error().problem;
}

TEST(OptionFlag, IsTrueOrFalse) {
    EXPECT_TRUE(valueOf<bool>(OptionType::Flag, "true"));
    EXPECT_FALSE(valueOf<bool>(OptionType::Flag, "false"));
}

TEST(OptionFlag, RefusesOtherWordsWithWhatTheyMean) {
    const OptionSpec flag = specOf(OptionType::Flag);
    EXPECT_EQ(problemOf(flag, "yes"), "knob is 'yes', expected true or false; did you mean 'true'?");
    EXPECT_EQ(problemOf(flag, "Off"), "knob is 'Off', expected true or false; did you mean 'false'?");
    EXPECT_EQ(problemOf(flag, "TRUE"), "knob is 'TRUE', expected true or false; did you mean 'true'?");
    EXPECT_EQ(problemOf(flag, "maybe"), "knob is 'maybe', expected true or false");
}

TEST(OptionInteger, ReadsDecimals) {
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::Integer, "-12"), -12);
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::Integer, "0"), 0);
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::Integer, "9223372036854775807"), 9223372036854775807);
}

TEST(OptionInteger, RefusesWhatIsNoWholeNumber) {
    const OptionSpec integer = specOf(OptionType::Integer);
    EXPECT_EQ(problemOf(integer, "1.5"), "knob is '1.5', expected a whole number");
    EXPECT_EQ(problemOf(integer, "0x10"), "knob is '0x10', expected a whole number");
    EXPECT_EQ(problemOf(integer, ""), "knob is '', expected a whole number");
    EXPECT_EQ(problemOf(integer, "3 "), "knob is '3 ', expected a whole number");
}

TEST(OptionInteger, RefusesLeadingZeros) {
    const OptionSpec integer = specOf(OptionType::Integer);
    EXPECT_EQ(problemOf(integer, "010"), "knob is '010', expected a whole number without leading zeros");
    EXPECT_EQ(problemOf(integer, "-01"), "knob is '-01', expected a whole number without leading zeros");
}

TEST(OptionInteger, RefusesWhatNoIntegerHolds) {
    EXPECT_EQ(problemOf(specOf(OptionType::Integer), "9223372036854775808"),
              "knob is '9223372036854775808', expected -9223372036854775808 to 9223372036854775807");
}

TEST(OptionInteger, KeepsItsRange) {
    const OptionSpec integer = specOf(OptionType::Integer, 1, 8);
    EXPECT_EQ(problemOf(integer, "8"), "accepted");
    EXPECT_EQ(problemOf(integer, "9"), "knob is '9', expected 1 to 8");
    EXPECT_EQ(problemOf(integer, "0"), "knob is '0', expected 1 to 8");
}

TEST(OptionNumber, ReadsDecimalsAndExponents) {
    EXPECT_EQ(valueOf<double>(OptionType::Number, "0.01"), 0.01);
    EXPECT_EQ(valueOf<double>(OptionType::Number, "1e-3"), 1e-3);
}

TEST(OptionNumber, RefusesUnitsAndWhatIsNotFinite) {
    const OptionSpec number = specOf(OptionType::Number);
    EXPECT_EQ(problemOf(number, "1mm"), "knob is '1mm', expected a number");
    EXPECT_EQ(problemOf(number, "nan"), "knob is 'nan', expected a number");
    EXPECT_EQ(problemOf(number, "inf"), "knob is 'inf', expected a number");
    EXPECT_EQ(problemOf(number, "1e999"), "knob is '1e999', expected a number");
}

TEST(OptionNumber, KeepsItsRange) {
    EXPECT_EQ(problemOf(specOf(OptionType::Number, 1e-6, 1e6), "0"), "knob is '0', expected 1e-06 to 1e+06");
    for (const char* limit : {"0.25", "4"})
        EXPECT_EQ(problemOf(specOf(OptionType::Number, 0.25, 4), limit), "accepted");
    EXPECT_EQ(problemOf(specOf(OptionType::Number, 0.25, 4), "4.5"), "knob is '4.5', expected 0.25 to 4");
}

TEST(OptionText, TakesAnything) {
    EXPECT_EQ(valueOf<std::string>(OptionType::Text, ""), "");
    EXPECT_EQ(valueOf<std::string>(OptionType::Text, "yes"), "yes");
}

TEST(OptionTextList, TakesAnyNumberOfTexts) {
    const std::array<std::string, 2> texts = {"a", "b"};
    const Result<OptionValue> value = parseOption(specOf(OptionType::TextList), texts);
    ASSERT_TRUE(value);
    EXPECT_THAT(std::get<std::vector<std::string>>(*value), ElementsAre("a", "b"));
}

TEST(OptionChoice, IsOneOfTheChoices) {
    EXPECT_EQ(valueOf<std::string>(OptionType::Choice, "model"), "model");
    EXPECT_EQ(problemOf(specOf(OptionType::Choice), "modle"),
              "knob is 'modle', expected keep, model, drop; did you mean 'model'?");
    EXPECT_EQ(problemOf(specOf(OptionType::Choice), "xyzzy"), "knob is 'xyzzy', expected keep, model, drop");
}

TEST(OptionChoiceList, RefusesTheElementThatIsNoChoice) {
    const std::array<std::string, 2> texts = {"keep", "drpo"};
    const Result<OptionValue> value = parseOption(specOf(OptionType::ChoiceList), texts);
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().problem, "knob is 'drpo', expected keep, model, drop; did you mean 'drop'?");
}

TEST(OptionRate, IsSourceOrAdaptiveOrFramesPerSecond) {
    EXPECT_EQ(valueOf<double>(OptionType::Rate, "source"), kSourceRate);
    EXPECT_EQ(valueOf<double>(OptionType::Rate, "adaptive"), kAdaptiveRate);
    EXPECT_EQ(valueOf<double>(OptionType::Rate, "30fps"), 30.0);
    EXPECT_EQ(valueOf<double>(OptionType::Rate, "29.97 FPS"), 29.97);
}

TEST(OptionRate, RefusesNumbersWithoutUnitAndZero) {
    const OptionSpec rate = specOf(OptionType::Rate);
    EXPECT_EQ(problemOf(rate, "30"),
              "knob is '30', expected a number with one of the units fps, as in 30fps (or the word source or "
              "adaptive)");
    EXPECT_EQ(problemOf(rate, "0fps"), "knob is '0fps', expected above 0 and at most 1000 fps");
    EXPECT_EQ(problemOf(rate, "1001fps"), "knob is '1001fps', expected above 0 and at most 1000 fps");
}

TEST(OptionLength, IsHeldInMetres) {
    EXPECT_DOUBLE_EQ(valueOf<double>(OptionType::Length, "0.5mm"), 0.0005);
    EXPECT_DOUBLE_EQ(valueOf<double>(OptionType::Length, "2 cm"), 0.02);
    EXPECT_DOUBLE_EQ(valueOf<double>(OptionType::Length, "1m"), 1.0);
}

TEST(OptionLength, RefusesUnknownUnits) {
    EXPECT_EQ(problemOf(specOf(OptionType::Length), "3in"),
              "knob is '3in', expected a number with one of the units mm, cm, m, as in 0.5mm");
}

TEST(OptionColor, IsSixHexadecimalDigits) {
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::Color, "#FF8000"), 0xFF8000);
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::Color, "00ffAA"), 0x00FFAA) << "a # begins a comment";
}

TEST(OptionColor, RefusesWhatIsNone) {
    const OptionSpec color = specOf(OptionType::Color);
    for (const std::string text : {"red", "#FFF", "#FF80000", "#FF80G0", "-FF800", ""}) {
        EXPECT_EQ(problemOf(color, text),
                  "knob is '" + text + "', expected a colour as in \"#FF8000\", red, green and blue");
    }
}

TEST(OptionByteCount, KnowsBinaryAndDecimalUnits) {
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::ByteCount, "512MiB"), 536870912);
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::ByteCount, "4GB"), 4000000000);
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::ByteCount, "1.5KiB"), 1536);
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::ByteCount, "123"), 123);
}

TEST(OptionByteCount, ReachesFromZeroToItsLimit) {
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::ByteCount, "0"), 0);
    EXPECT_EQ(valueOf<std::int64_t>(OptionType::ByteCount, "9e18"), 9'000'000'000'000'000'000);
    EXPECT_EQ(problemOf(specOf(OptionType::ByteCount), "9.001e18"),
              "knob is '9.001e18', expected 0 to 9.0e18 bytes");
}

TEST(OptionByteCount, RefusesNegativeAndAbsurdCounts) {
    const OptionSpec bytes = specOf(OptionType::ByteCount);
    EXPECT_EQ(problemOf(bytes, "-1"), "knob is '-1', expected 0 to 9.0e18 bytes");
    EXPECT_EQ(problemOf(bytes, "1e30GiB"), "knob is '1e30GiB', expected 0 to 9.0e18 bytes");
}

TEST(ParseOption, RefusesListsWhereOneValueIsExpected) {
    const std::array<std::string, 2> texts = {"1", "2"};
    const Result<OptionValue> value = parseOption(specOf(OptionType::Integer), texts);
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().problem, "knob is a list of 2, expected one value");
    EXPECT_EQ(value.error().kind(), ErrorKind::Configuration);
}

constexpr std::array<OptionSpec, 4> kTable = {{
    {.name = "count", .type = OptionType::Integer, .defaultText = "3"},
    {.name = "title", .type = OptionType::Text},
    {.name = "extras", .type = OptionType::TextList},
    {.name = "patterns", .type = OptionType::TextList, .defaultText = "**"},
}};

TEST(OptionValues, HoldTheDefaultsOfTheirTable) {
    const OptionValues values(kTable);
    EXPECT_EQ(values.integer("count"), 3);
    EXPECT_EQ(values.text("title"), "");
    EXPECT_THAT(values.list("extras"), ElementsAre());
    EXPECT_THAT(values.list("patterns"), ElementsAre("**"));
}

TEST(OptionValues, AreReplacedByName) {
    OptionValues values(kTable);
    values.set("patterns", std::vector<std::string>{"*.toy"});
    EXPECT_TRUE(values.listHas("patterns", "*.toy"));
    EXPECT_FALSE(values.listHas("patterns", "**"));
}

TEST(OptionValues, AreEqualWhenAllValuesAre) {
    OptionValues changed(kTable);
    EXPECT_EQ(changed, OptionValues(kTable));
    changed.set("count", std::int64_t{4});
    EXPECT_FALSE(changed == OptionValues(kTable));
}

TEST(FindOption, GivesNullForUnknownNames) {
    EXPECT_EQ(findOption(kTable, "title"), &kTable[1]);
    EXPECT_EQ(findOption(kTable, "Title"), nullptr);
}

constexpr std::array<std::string_view, 2> kKeepOrDrop = {"keep", "drop"};
constexpr std::array<OptionSpec, 5> kNeedy = {{
    {.name = "mode", .type = OptionType::Choice, .defaultText = "model", .choices = kModes},
    {.name = "bound", .type = OptionType::Length},
    {.name = "folder", .type = OptionType::Text},
    {.name = "color", .needs = {.option = "mode", .values = kKeepOrDrop}},
    {.name = "shell", .needs = {.option = "bound"}},
}};

TEST(OptionNeeds, AreMetByOneOfTheValuesOfTheOther) {
    const OptionSpec& color = kNeedy[3];
    OptionValues values(kNeedy);
    EXPECT_FALSE(hasEffect(color, values, kNeedy));
    values.set("mode", "drop");
    EXPECT_TRUE(hasEffect(color, values, kNeedy));
    EXPECT_EQ(needText(color, kNeedy, "--mode", " "), "--mode keep or drop");
}

TEST(OptionNeeds, WithoutValuesAreMetByMoreThanNothing) {
    const OptionSpec& shell = kNeedy[4];
    OptionValues values(kNeedy);
    EXPECT_FALSE(hasEffect(shell, values, kNeedy));
    values.set("bound", 0.0);
    EXPECT_FALSE(hasEffect(shell, values, kNeedy));
    values.set("bound", 0.5);
    EXPECT_TRUE(hasEffect(shell, values, kNeedy));
    EXPECT_EQ(needText(shell, kNeedy, "bound", ": "), "bound above 0");
}

TEST(OptionNeeds, OfATextAreMetByAnyText) {
    const OptionSpec size{.name = "size", .needs = {.option = "folder"}};
    OptionValues values(kNeedy);
    EXPECT_FALSE(hasEffect(size, values, kNeedy));
    values.set("folder", "state");
    EXPECT_TRUE(hasEffect(size, values, kNeedy));
    EXPECT_EQ(needText(size, kNeedy, "--folder", " "), "--folder");
}

TEST(OptionNeeds, OfNothingAreMet) {
    EXPECT_TRUE(hasEffect(kNeedy[0], OptionValues(kNeedy), kNeedy));
}

}  // namespace
}  // namespace rigkiln
