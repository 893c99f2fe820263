#include "pipeline/base/glob.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::HasSubstr;

bool matches(std::string_view pattern, std::string_view path, bool ignoreCase = false) {
    const Result<Glob> glob = Glob::compile(pattern, ignoreCase);
    EXPECT_TRUE(glob) << pattern;
    return glob && glob->matches(path);
}

std::string problemOf(std::string_view pattern) {
    const Result<Glob> glob = Glob::compile(pattern, false);
    return glob ? "" : glob.error().problem;
}

TEST(Glob, MatchesLiteralTextAsAWhole) {
    EXPECT_TRUE(matches("a/b.alo", "a/b.alo"));
    EXPECT_FALSE(matches("a/b.alo", "a/b.al"));
    EXPECT_FALSE(matches("a/b.alo", "a/b.alo2"));
    EXPECT_FALSE(matches("b.alo", "a/b.alo"));
}

TEST(Glob, StarStaysWithinAName) {
    EXPECT_TRUE(matches("*.alo", "hero.alo"));
    EXPECT_TRUE(matches("*.alo", ".alo"));
    EXPECT_FALSE(matches("*.alo", "a/hero.alo"));
    EXPECT_TRUE(matches("a/*/c", "a/b/c"));
    EXPECT_FALSE(matches("a/*/c", "a/b/b/c"));
}

TEST(Glob, DoubleStarGoesThroughAnyFoldersOrNone) {
    EXPECT_TRUE(matches("**/*.alo", "hero.alo"));
    EXPECT_TRUE(matches("**/*.alo", "a/b/c/hero.alo"));
    EXPECT_TRUE(matches("a/**/b", "a/b"));
    EXPECT_TRUE(matches("a/**/b", "a/x/y/b"));
    EXPECT_FALSE(matches("a/**/b", "a/xb"));
    EXPECT_TRUE(matches("**", "any/thing"));
    EXPECT_TRUE(matches("**/old/**", "old/x"));
    EXPECT_TRUE(matches("**/old/**", "a/old/b/x"));
    EXPECT_FALSE(matches("**/old/**", "a/older/x"));
}

TEST(Glob, QuestionMarkIsOneCharacterOfAName) {
    EXPECT_TRUE(matches("a?c", "abc"));
    EXPECT_FALSE(matches("a?c", "ac"));
    EXPECT_FALSE(matches("a?c", "a/c"));
}

TEST(Glob, SetsHaveRangesAndNegation) {
    EXPECT_TRUE(matches("[abc]1", "b1"));
    EXPECT_FALSE(matches("[abc]1", "d1"));
    EXPECT_TRUE(matches("[a-f0-9]", "7"));
    EXPECT_TRUE(matches("[!a]", "b"));
    EXPECT_FALSE(matches("[!a]", "a"));
    EXPECT_FALSE(matches("[!a]", "/"));
    EXPECT_TRUE(matches("[]]", "]"));
    EXPECT_TRUE(matches("[*]", "*"));
}

TEST(Glob, AlternativesMayNestAndBeEmpty) {
    EXPECT_TRUE(matches("*.{alo,ala}", "x.ala"));
    EXPECT_TRUE(matches("*.{alo,ala}", "x.alo"));
    EXPECT_FALSE(matches("*.{alo,ala}", "x.alx"));
    EXPECT_TRUE(matches("a{b{c,d},}e", "abde"));
    EXPECT_TRUE(matches("a{b{c,d},}e", "ae"));
    EXPECT_TRUE(matches("{**/x,y}/z", "q/x/z"));
    EXPECT_TRUE(matches("a,b", "a,b"));
}

TEST(Glob, IgnoresCaseOnRequestOnly) {
    EXPECT_TRUE(matches("**/*.ALO", "Data/Hero.alo", true));
    EXPECT_TRUE(matches("[a-c]x", "BX", true));
    EXPECT_FALSE(matches("*.ALO", "hero.alo"));
}

TEST(Glob, MatchesBytesThatAreNoUtf8) {
    EXPECT_TRUE(matches("*.alo", "h\xE9ros.alo"));
    EXPECT_TRUE(matches("h?ros", "h\xE9ros"));
}

TEST(Glob, ManyStarsTakeLinearTime) {
    std::string pattern;
    for (int i = 0; i < 500; ++i)
        pattern += "*a";
    const std::string path(5000, 'a');
    EXPECT_FALSE(matches(pattern + "b*c", path + "b"));
}

TEST(Glob, KnowsWhatItCannotMatchBelowAFolder) {
    const auto canMatch = [](std::string_view pattern, std::string_view folder) {
        return Glob::compile(pattern, true).value().canMatchBelow(folder);
    };
    EXPECT_TRUE(canMatch("**/*.alo", "art/data.meg"));
    EXPECT_TRUE(canMatch("**", "a"));
    EXPECT_TRUE(canMatch("art/*/x.alo", "ART/data.meg"));
    EXPECT_TRUE(canMatch("data.meg/**", "data.meg"));
    EXPECT_FALSE(canMatch("*.alo", "data.meg"));
    EXPECT_FALSE(canMatch("art/*.alo", "art/data.meg"));
    EXPECT_FALSE(canMatch("models/**/*.alo", "art/data.meg"));
}

TEST(Glob, MayHaveAsManyCharactersAsItsLimit) {
    EXPECT_TRUE(Glob::compile(std::string(Glob::kMaximumLength, 'a'), false));
}

TEST(Glob, SaysWhatIsWrongWithAPattern) {
    EXPECT_THAT(problemOf(""), HasSubstr("is empty"));
    EXPECT_THAT(problemOf("a[bc"), HasSubstr("'[' at character 2 that is never closed"));
    EXPECT_THAT(problemOf("a{b"), HasSubstr("'{' at character 2 that is never closed"));
    EXPECT_THAT(problemOf("[z-a]"), HasSubstr("range z-a at character 2, which is backwards"));
    EXPECT_THAT(problemOf("a\\b"), HasSubstr("folders are separated by '/'"));
    EXPECT_THAT(problemOf(std::string(4097, 'a')),
                HasSubstr("has 4097 characters, at most 4096 are allowed"));
    EXPECT_THAT(problemOf(std::string(40, '{')), HasSubstr("deeper than 32"));
}

}  // namespace
}  // namespace rigkiln
