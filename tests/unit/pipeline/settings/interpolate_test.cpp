#include "pipeline/settings/interpolate.hpp"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

struct Expanded {
    std::string text;
    std::string problems;
};

Expanded expand(std::string_view vars, std::string_view text,
                const std::vector<std::pair<std::string, std::string>>& definitions = {}) {
    const YamlTree tree = parseYamlTree(vars);
    ProblemList problems;
    Variables variables;
    variables.load(&*tree.root, definitions, problems);
    std::string expanded = variables.expand(text, {9, 5}, problems);
    return {std::move(expanded), toText(std::move(problems).takeSorted(), "y")};
}

TEST(Variables, ReplaceNames) {
    EXPECT_EQ(expand("{in: ../art, x-1: b}", "${in}/${x-1}${x-1}!").text, "../art/bb!");
}

TEST(Variables, MayUseThoseAbove) {
    EXPECT_EQ(expand("{root: /a, art: '${root}/art'}", "${art}").text, "/a/art");
}

TEST(Variables, MayNotUseThoseBelowOrThemselves) {
    EXPECT_EQ(expand("a: ${b}\nb: ${b}\n", "").problems,
              "y:1:4: variable 'b' is declared in line 2; a variable may use only those above it\n"
              "y:2:4: variable 'b' is declared in line 2; a variable may use only those above it\n");
}

TEST(Variables, AreReplacedByDefinitionsAsTheyAre) {
    EXPECT_EQ(expand("{in: a, out: '${in}/b'}", "${out}", {{"in", "${x}"}}).text, "${x}/b");
}

TEST(Variables, MustBeDeclaredToBeDefined) {
    EXPECT_EQ(expand("{input: a}", "", {{"inptu", "b"}}).problems,
              "y: -D 'inptu': no such variable in vars; did you mean 'input'?\n");
}

TEST(Variables, ReportUnknownNamesWhereTheyAreUsed) {
    EXPECT_EQ(expand("{input: a}", "${inpt}").problems,
              "y:9:5: unknown variable 'inpt'; did you mean 'input'?\n");
    EXPECT_EQ(expand("{input: a}", "${}").problems, "y:9:5: unknown variable ''\n");
}

TEST(Variables, KeepDoubledDollarsAsTheTextTheyStandFor) {
    const Expanded expanded = expand("{a: x$}", "$${a} $$${a} ${a}${a} $a {folder}");
    EXPECT_EQ(expanded.text, "${a} $${a} x$x$ $a {folder}");
    EXPECT_EQ(expanded.problems, "");
}

TEST(Variables, ReportBracesThatAreNotClosed) {
    EXPECT_EQ(expand("{a: x}", "${a").problems, "y:9:5: '${' without '}'; write '$${' for the text '${'\n");
}

TEST(Variables, HaveNamesAndTexts) {
    EXPECT_EQ(expand("a b: x\nc: [1]\n", "").problems,
              "y:1:1: variable 'a b', expected a name of 1 to 64 of A-Z a-z 0-9 _ -\n"
              "y:2:4: variable 'c' is a list, expected a text\n");
    EXPECT_EQ(expand("[a]", "").problems, "y:1:1: vars is a list, expected a map of names and texts\n");
}

TEST(Variables, DoNotExplode) {
    std::string vars = "a0: xxxxxxxxxx\n";
    for (int i = 1; i < 30; ++i) {
        vars += fmt::format("a{0}: ${{a{1}}}${{a{1}}}${{a{1}}}${{a{1}}}\n", i, i - 1);
    }
    const Expanded expanded = expand(vars, "${a29}");
    EXPECT_LE(expanded.text.size(), Variables::kExpandedBytes);
    EXPECT_NE(expanded.problems.find("variables expand to more than 1.0 MiB of text"), std::string::npos);
}

TEST(Variables, AreLimitedInNumber) {
    std::string vars;
    for (int i = 0; i < 1001; ++i) {
        vars += "v" + std::to_string(i) + ": x\n";
    }
    EXPECT_EQ(expand(vars, "").problems, "y:1:1: 1001 variables, expected at most 1000\n");
}

TEST(IsName, AcceptsWordsOfLimitedLength) {
    EXPECT_TRUE(isName("a-B_9"));
    EXPECT_TRUE(isName(std::string(64, 'a')));
    EXPECT_FALSE(isName(std::string(65, 'a')));
    EXPECT_FALSE(isName(""));
    EXPECT_FALSE(isName("a.b"));
    EXPECT_FALSE(isName("\xC3\xA4"));
}

}  // namespace
}  // namespace rigkiln
