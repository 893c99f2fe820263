#include "pipeline/settings/yaml_tree.hpp"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::HasSubstr;
using Kind = YamlNode::Kind;

std::string repeated(std::string_view part, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += part;
    }
    return text;
}

std::string problemsIn(std::string_view text) {
    return toText(parseYamlTree(text).problems, "y");
}

TEST(ParseYamlTree, KeepsTextsUninterpreted) {
    const YamlTree tree = parseYamlTree("a: yes\nb: 010\nc: '0.5mm'\nd: ~\n");
    ASSERT_TRUE(tree.root);
    EXPECT_EQ(tree.root->find("a")->text, "yes");
    EXPECT_EQ(tree.root->find("b")->text, "010");
    EXPECT_EQ(tree.root->find("c")->text, "0.5mm");
    EXPECT_EQ(tree.root->find("d")->kind, Kind::Null);
}

TEST(ParseYamlTree, KeepsTheOrderAndPlaceOfKeysAndValues) {
    const YamlTree tree = parseYamlTree("z: 1\na: {k: [x, y]}\n");
    ASSERT_TRUE(tree.root);
    ASSERT_EQ(tree.root->children.size(), 2U);
    EXPECT_EQ(tree.root->children[0].key, "z");
    const YamlEntry& second = tree.root->children[1];
    EXPECT_EQ(second.keyPosition.line, 2U);
    EXPECT_EQ(second.keyPosition.column, 1U);
    const YamlNode& list = second.value.children[0].value;
    EXPECT_EQ(list.kind, Kind::List);
    EXPECT_EQ(list.children[1].value.text, "y");
    EXPECT_EQ(list.children[1].value.position.line, 2U);
    EXPECT_EQ(list.children[1].value.position.column, 12U);
}

TEST(ParseYamlTree, GivesNothingForAnEmptyText) {
    const YamlTree tree = parseYamlTree("# only a remark\n");
    ASSERT_TRUE(tree.root);
    EXPECT_EQ(tree.root->kind, Kind::Null);
}

TEST(ParseYamlTree, FindsNothingOutsideMaps) {
    const YamlTree tree = parseYamlTree("[a]");
    ASSERT_TRUE(tree.root);
    EXPECT_EQ(tree.root->find(""), nullptr);
}

TEST(ParseYamlTree, CopiesAliasedValues) {
    const YamlTree tree = parseYamlTree("a: &list [x, y]\nb: *list\n");
    ASSERT_TRUE(tree.root);
    EXPECT_EQ(tree.root->find("b")->children[1].value.text, "y");
    EXPECT_EQ(tree.root->find("b")->position.line, 2U);
}

TEST(ParseYamlTree, ReportsBrokenTextWithItsPlace) {
    EXPECT_EQ(problemsIn("a: [1, 2\nb: 3\n"),
              "y:1:4: [ is not closed; write ] behind its last element (end of sequence flow not found)\n");
    EXPECT_EQ(problemsIn("a: *nobody\n"), "y:1:4: the referenced anchor is not defined\n");
}

TEST(ParseYamlTree, ReportsKeysGivenTwiceWithBothLines) {
    const YamlTree tree = parseYamlTree("a: 1\nb: {c: 1, c: 2}\na: 3\n");
    EXPECT_EQ(toText(tree.problems, "y"),
              "y:2:11: 'c' is given twice, first in line 2\ny:3:1: 'a' is given twice, first in line 1\n");
    ASSERT_TRUE(tree.root);
    EXPECT_EQ(tree.root->find("a")->text, "1");
}

TEST(ParseYamlTree, RefusesMergeKeys) {
    EXPECT_EQ(
        problemsIn("a: &a {b: 1}\nc:\n  <<: *a\n"),
        "y:3:3: merge key '<<' is not supported; write the options out, or repeat one value with &name and "
        "*name\n");
}

TEST(ParseYamlTree, RefusesKeysThatAreNoTexts) {
    EXPECT_EQ(problemsIn("? [a]\n: 1\n"), "y:1:3: a key is a list, expected a text\n");
    EXPECT_EQ(problemsIn("~: 1\n"), "y:1:1: a key is nothing, expected a text\n");
}

TEST(ParseYamlTree, RefusesTags) {
    EXPECT_EQ(problemsIn("a: !!binary AAAA\n"),
              "y:1:4: tag 'tag:yaml.org,2002:binary' is not supported; write the value without it\n");
}

TEST(ParseYamlTree, RefusesASecondDocument) {
    EXPECT_EQ(problemsIn("a: 1\n---\nb: 2\n"),
              "y:2:1: text behind the end of the document; a configuration is one document\n");
}

TEST(ParseYamlTree, RefusesAliasesOfValuesThatAreNotComplete) {
    EXPECT_EQ(problemsIn("a: &a [*a]\n"),
              "y:1:8: alias of a value that is not complete; it would contain itself\n");
}

TEST(ParseYamlTree, RefusesAliasesThatExplode) {
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 10; ++i) {
        bomb += fmt::format("a{0}: &a{0} [{1}*a{2}]\n", i, repeated(fmt::format("*a{}, ", i - 1), 9), i - 1);
    }
    EXPECT_EQ(problemsIn(bomb), "y:5:40: more than 100000 values, those repeated by aliases included\n");
}

TEST(ParseYamlTree, RefusesAliasesOfLongTextsThatExplode) {
    const std::string bomb = "- &a " + repeated("x", 100'000) + "\n" + repeated("- *a\n", 50);
    EXPECT_EQ(problemsIn(bomb), "y:11:3: aliases repeat more than 1.0 MiB of text\n");
}

TEST(ParseYamlTree, CopiesAsMuchTextAsTheLimit) {
    // An anchored value is one copy.
    constexpr std::size_t kEach = 65'536;
    const std::string most =
        "- &a " + repeated("x", kEach) + "\n" + repeated("- *a\n", YamlLimits::kAliasBytes / kEach - 1);
    EXPECT_EQ(problemsIn(most), "");
    EXPECT_EQ(problemsIn(most + "- &b y\n"), "y:17:3: aliases repeat more than 1.0 MiB of text\n");
}

TEST(ParseYamlTree, RefusesAliasesThatBuildDepth) {
    std::string text = "- &a0 [x]\n";
    for (int i = 1; i < 70; ++i) {
        text += "- &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
    }
    EXPECT_EQ(problemsIn(text), "y:64:9: lists and maps are nested deeper than 64 levels\n");
}

TEST(ParseYamlTree, AcceptsTheGreatestDepthAndNoMore) {
    EXPECT_EQ(problemsIn(repeated("[", 64) + repeated("]", 64)), "");
    EXPECT_EQ(problemsIn(repeated("[", 65) + repeated("]", 65)),
              "y:1:65: lists and maps are nested deeper than 64 levels\n");
}

TEST(ParseYamlTree, RefusesNestingThatWouldOverflowTheStack) {
    for (const std::string_view part : {"[", "{", "{a: ", "- ", "? ", "[? "}) {
        EXPECT_THAT(problemsIn(repeated(part, 60'000)), HasSubstr("nested deeper than 64 levels")) << part;
    }
}

TEST(ParseYamlTree, RefusesTooManyValues) {
    EXPECT_EQ(problemsIn("[" + repeated("a,", 100'001) + "]"),
              "y:1:200000: more than 100000 values, those repeated by aliases included\n");
}

TEST(ParseYamlTree, RefusesTextsThatAreTooLong) {
    const std::string text(YamlLimits::kSizeBytes + 1, '#');
    EXPECT_EQ(problemsIn(text), "y: the file has 262145 bytes, a configuration has at most 262144\n");
    EXPECT_EQ(problemsIn(std::string_view(text).substr(1)), "");
}

}  // namespace
}  // namespace rigkiln
