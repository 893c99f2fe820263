#include "pipeline/base/text.hpp"

#include <array>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using namespace std::string_literals;

constexpr std::array<std::string_view, 3> kWords = {"include", "exclude", "root"};

TEST(FoldCase, FoldsAsciiLettersOnly) {
    EXPECT_EQ(foldCase("AbZ@[`{\xC3\x84"), "abz@[`{\xC3\x84");
}

TEST(EqualIgnoringCase, ComparesWholeTexts) {
    EXPECT_TRUE(equalIgnoringCase("Hero.TGA", "hERO.tga"));
    EXPECT_FALSE(equalIgnoringCase("hero.tga", "hero.tg"));
    EXPECT_FALSE(equalIgnoringCase("hero", "hera"));
}

TEST(StartsWithIgnoringCase, ComparesTheStart) {
    EXPECT_TRUE(startsWithIgnoringCase("HERO_walk", "hero_"));
    EXPECT_TRUE(startsWithIgnoringCase("x", ""));
    EXPECT_FALSE(startsWithIgnoringCase("he", "hero"));
}

TEST(ContainsIgnoringCase, FindsPartsAnywhere) {
    EXPECT_TRUE(containsIgnoringCase("the HERO walks", "hero"));
    EXPECT_TRUE(containsIgnoringCase("", ""));
    EXPECT_FALSE(containsIgnoringCase("her", "hero"));
}

TEST(IsUtf8, AcceptsSequencesOfEveryLength) {
    EXPECT_TRUE(isUtf8("a\xC2\x80\xE2\x82\xAC\xF0\x9F\x98\x80"));
    EXPECT_TRUE(isUtf8(""));
}

TEST(IsUtf8, RejectsOverlongForms) {
    EXPECT_FALSE(isUtf8("\xC0\x80"));
    EXPECT_FALSE(isUtf8("\xE0\x80\x80"));
    EXPECT_FALSE(isUtf8("\xF0\x80\x80\x80"));
}

TEST(IsUtf8, RejectsSurrogatesAndWhatLiesAboveUnicode) {
    EXPECT_FALSE(isUtf8("\xED\xA0\x80"));
    EXPECT_FALSE(isUtf8("\xF4\x90\x80\x80"));
    EXPECT_FALSE(isUtf8("\xF5\x80\x80\x80"));
}

TEST(IsUtf8, RejectsSequencesCutShort) {
    EXPECT_FALSE(isUtf8("\xE2\x82"));
    EXPECT_FALSE(isUtf8("\xF0\x9F\x98"));
    EXPECT_FALSE(isUtf8("\x80"));
}

TEST(ToUtf8, KeepsUtf8AsItIs) {
    EXPECT_EQ(toUtf8("Stra\xC3\x9F"
                     "e"),
              "Stra\xC3\x9F"
              "e");
}

TEST(ToUtf8, ReadsOtherBytesAsWindows1252) {
    EXPECT_EQ(toUtf8("\xE4\x80"), "\xC3\xA4\xE2\x82\xAC");
}

TEST(ToUtf8, ReplacesControlCharactersAndUnassignedBytes) {
    EXPECT_EQ(toUtf8("a\0b"s),
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(toUtf8("\x81"), "\xEF\xBF\xBD");
}

TEST(Quote, EscapesWhatIsNotPrintable) {
    EXPECT_EQ(quote("a\n\xFFz\x7F"), "'a\\x0A\\xFFz\\x7F'");
}

TEST(Quote, KeepsUtf8) {
    EXPECT_EQ(quote("\xC3\xA4"), "'\xC3\xA4'");
}

TEST(Quote, CutsLongTextsAndSaysSo) {
    EXPECT_EQ(quote("abcdef", 3), "'abc...'");
    EXPECT_EQ(quote("abc", 3), "'abc'");
}

TEST(ClosestMatch, FindsTheNearestCandidate) {
    EXPECT_EQ(closestMatch("includ", kWords), "include");
    EXPECT_EQ(closestMatch("ROOT", kWords), "root");
}

TEST(ClosestMatch, CountsSwappedLettersAsOneSlip) {
    EXPECT_EQ(closestMatch("roto", kWords), "root");
    EXPECT_EQ(closestMatch("orto", kWords), "");
}

TEST(ClosestMatch, PrefersTheFirstOfEquallyNear) {
    constexpr std::array<std::string_view, 2> kEqual = {"cat", "car"};
    EXPECT_EQ(closestMatch("cab", kEqual), "cat");
}

TEST(ClosestMatch, IsEmptyWhenNoneIsNear) {
    EXPECT_EQ(closestMatch("gallery", kWords), "");
    EXPECT_EQ(closestMatch("root", {}), "");
}

TEST(ClosestMatch, IsEmptyForAWordOfMegabytes) {
    EXPECT_EQ(closestMatch(std::string(4'000'000, 'r'), kWords), "");
}

TEST(Suggestion, IsAQuestionOrEmpty) {
    EXPECT_EQ(suggestion("excluded", kWords), "did you mean 'exclude'?");
    EXPECT_EQ(suggestion("xyz", kWords), "");
}

TEST(NumberText, IsTheShortestThatReadsBack) {
    EXPECT_EQ(numberText(0.1F), "0.1");
    EXPECT_EQ(numberText(0.1), "0.1");
    EXPECT_EQ(numberText(static_cast<double>(0.1F)), "0.10000000149011612");
    EXPECT_EQ(numberText(-0.0), "-0");
    EXPECT_EQ(numberText(30.0), "30");
    EXPECT_EQ(numberText(std::numeric_limits<float>::max()), "3.4028235e+38");
}

TEST(ByteCountText, UsesTheUnitAPersonWouldUse) {
    EXPECT_EQ(byteCountText(0), "0 B");
    EXPECT_EQ(byteCountText(1023), "1023 B");
    EXPECT_EQ(byteCountText(1536), "1.5 KiB");
    EXPECT_EQ(byteCountText(std::size_t{512} * 1024 * 1024), "512.0 MiB");
    EXPECT_EQ(byteCountText(std::size_t{5000} << 40U), "5000.0 TiB");
}

}  // namespace
}  // namespace rigkiln
