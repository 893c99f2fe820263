#include "pipeline/settings/yaml_advice.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/settings/yaml_tree.hpp"

namespace rigkiln {
namespace {

/// The first problem of a text as "line:column: problem".
std::string problemOf(std::string_view text) {
    const YamlTree tree = parseYamlTree(text);
    if (tree.problems.empty()) return "none";
    const SettingsProblem& problem = tree.problems.front();
    return fmt::format("{}:{}: {}", problem.position.line, problem.position.column, problem.problem);
}

TEST(YamlAdvice, NamesATabInTheIndentation) {
    const std::string advice =
        "a tab in the indentation, where YAML allows only spaces; write two spaces for each level";
    EXPECT_EQ(problemOf("jobs:\n\ta: { uses: scan }\n"), "2:1: " + advice + " (illegal map value)");
    EXPECT_EQ(problemOf("jobs:\n  a:\n    uses: scan\n  \troot: .\n"),
              "4:3: " + advice + " (illegal tab when looking for indentation)");
}

TEST(YamlAdvice, AllowsTabsWhereYamlDoes) {
    EXPECT_EQ(problemOf("jobs:\n  a: { uses: scan,\n\troot: . }\n"), "none");
}

TEST(YamlAdvice, SaysHowFarALineMayBeIndented) {
    EXPECT_EQ(problemOf("jobs:\n  a: { uses: scan }\n   b: { uses: scan }\n"),
              "3:4: the line is indented by 3 spaces, deeper than line 2 (2), which has its value already; "
              "write 2 spaces (end of map not found)");
    EXPECT_EQ(problemOf("jobs:\n  a:\n    uses: scan\n     root: .\n"),
              "4:6: the line is indented by 5 spaces, deeper than line 3 (4), which has its value already; "
              "write 4 spaces (illegal map value)");
    EXPECT_EQ(problemOf("jobs:\n  a:\n    uses: scan\n   root: .\n"),
              "4:4: the line is indented by 3 spaces, and the lines above it by 0, 2, 4; write one of these "
              "numbers (end of map not found)");
}

TEST(YamlAdvice, CountsTheDashOfAListAsIndentation) {
    EXPECT_EQ(problemOf("a:\n  - b: 1\n    c: 2\n   d: 3\n"),
              "4:4: the line is indented by 3 spaces, and the lines above it by 0, 2, 4; write one of these "
              "numbers (end of sequence not found)");
}

TEST(YamlAdvice, SaysThatAColourNeedsQuotes) {
    EXPECT_EQ(problemOf("a:\n  b: { mask: tint, color: #FF0000 }\n  c: { d: e }\n"),
              "2:27: #FF0000 begins a comment, which hides the rest of the line; write \"#FF0000\" in quotes "
              "(end of map flow not found)");
}

TEST(YamlAdvice, FindsTheColourBehindAKeyWithoutAValue) {
    const YamlTree tree = parseYamlTree("a:\n  color: #FF0000\n  b: # free\n  c: d\n");
    ASSERT_TRUE(tree.root);
    const YamlNode& map = *tree.root->find("a");
    EXPECT_EQ(map.find("color")->text, "#FF0000");
    EXPECT_EQ(map.find("color")->position.line, 2U);
    EXPECT_EQ(map.find("b")->text, "");
}

TEST(YamlAdvice, NamesBracketsAndQuotesWithoutAnEnd) {
    EXPECT_EQ(problemOf("a: { b: c\nd: e\n"),
              "1:4: { is not closed; write } behind its last element (end of map flow not found)");
    EXPECT_EQ(problemOf("a: { b: \"c }\n"),
              "1:9: the quote \" has no second one; write \" where the text ends");
}

TEST(YamlAdvice, SaysWhereAQuoteBeganThatAnotherOneEnded) {
    EXPECT_EQ(
        problemOf("a:\n  b: \"c\n  d: e\n  f: [\"**/*.alo\"]\n"),
        "2:6: the quote \" has no second one in its line, so the text goes on to line 4; write \" where the "
        "text ends (end of map not found)");
    EXPECT_EQ(
        problemOf("a: { b: 'c }\nd: { e: 'f' }\n"),
        "1:9: the quote ' has no second one in its line, so the text goes on to line 2; write ' where the "
        "text ends (end of map flow not found)");
}

TEST(YamlAdvice, DoesNotBlameATextOfSeveralLines) {
    EXPECT_EQ(problemOf("a: \"b\n  c\"\nd: { e: f\ng: h\n"),
              "3:4: { is not closed; write } behind its last element (end of map flow not found)");
}

TEST(YamlAdvice, FindsAQuoteThatOnlyTheFileEnds) {
    EXPECT_EQ(problemOf("a:\n  b: \"c\n  d: e\n"),
              "2:6: the quote \" has no second one; write \" where the text ends");
    EXPECT_EQ(problemOf("a:\n  b: 'it''s\n  d: e\n"),
              "2:6: the quote ' has no second one; write ' where the text ends");
    for (const char* text :
         {"a: 'it''s'\n", "a: \"b\\\"c\"\n", "a: \"b\n  c\"\n", "a: rock 'n roll\n", "a: ''\n"})
        EXPECT_TRUE(parseYamlTree(text).problems.empty()) << text;
}

TEST(YamlAdvice, SaysThatPatternsNeedQuotes) {
    EXPECT_EQ(
        problemOf("a: { include: [**/*.alo] }\n"),
        "1:16: a text that begins with * needs quotes; write \"**/*.alo\" (the referenced anchor is not "
        "defined)");
}

TEST(YamlAdvice, SaysThatATextWithAColonNeedsQuotes) {
    EXPECT_EQ(problemOf("vars: { input: a: b }\n"),
              "1:17: a second ':' in one value; write the value in quotes (end of map flow not found)");
}

TEST(YamlAdvice, SaysThatVariablesInBracketsNeedQuotes) {
    EXPECT_EQ(
        problemOf("a: { folder: ${output}/x, b: 1 }\n"),
        "1:14: a text with ${ inside of brackets needs quotes; write \"${output}/x\" (end of map flow not "
        "found)");
    EXPECT_EQ(problemOf("a: [art/${output}]\n"),
              "1:5: a text with ${ inside of brackets needs quotes; write \"art/${output}\" (end of sequence "
              "flow not found)");
}

TEST(YamlAdvice, RepeatsTheParserWhereNothingLikelyIsFound) {
    EXPECT_EQ(explainYaml("a: b\n", {.line = 1, .column = 1}, "odd").problem, "odd");
    EXPECT_EQ(explainYaml("", {}, "odd").problem, "odd");
}

}  // namespace
}  // namespace rigkiln
