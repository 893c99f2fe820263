#include "formats/ctsa/ctsa_name.hpp"

#include <gtest/gtest.h>

namespace rigkiln::ctsa {
namespace {

TEST(CtsaName, IsTextOfAllLengthsOfUtf8) {
    // First and last character of each UTF-8 length, from one to four bytes.
    const std::u16string units = {0x0001, 0x007F, 0x0080, 0x07FF, 0x0800,
                                  0xFFFF, 0xD800, 0xDC00, 0xDBFF, 0xDFFF};
    const std::string utf8 =
        "\x01\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF";
    EXPECT_EQ(nameText(units).utf8, utf8);
    EXPECT_EQ(nameText(units).loneSurrogates, 0U);
    EXPECT_EQ(codeUnitsOf(utf8), units);
}

TEST(CtsaName, ReplacesAndCountsLoneSurrogates) {
    const std::u16string units = {u'a', 0xDC00, u'b', 0xD800, 0xD83D, 0xDE00, 0xD800};
    const NameText text = nameText(units);
    EXPECT_EQ(text.utf8, "a\uFFFDb\uFFFD\U0001F600\uFFFD");
    EXPECT_EQ(text.loneSurrogates, 3U);
    EXPECT_EQ(text.firstLoneSurrogate, 1U);
}

TEST(CtsaName, KeepsNulAndTheEmptyName) {
    EXPECT_EQ(nameText(std::u16string(1, u'\0')).utf8, std::string(1, '\0'));
    EXPECT_EQ(codeUnitsOf(std::string(1, '\0')), std::u16string(1, u'\0'));
    EXPECT_EQ(nameText({}).utf8, "");
    EXPECT_EQ(codeUnitsOf({}), std::u16string());
}

TEST(CtsaName, IsNotMadeOfTextThatIsNoUtf8) {
    EXPECT_EQ(codeUnitsOf("a\xFF"), std::nullopt);
    EXPECT_EQ(codeUnitsOf("\xED\xA0\x80"), std::nullopt);  // a surrogate
}

TEST(CtsaNameOrder, IsBigEndianWithoutAReasonAgainstIt) {
    for (const std::u16string_view name : {u"", u"Walk", u"\u6B69\u304F", u"a\u4100"})
        EXPECT_EQ(findNameOrder(name, ""), std::endian::big) << nameText(name).utf8;
}

TEST(CtsaNameOrder, IsLittleEndianForLettersReadTheWrongWayRound) {
    EXPECT_EQ(findNameOrder(withOctetsSwapped(u"Walk"), ""), std::endian::little);
}

TEST(CtsaNameOrder, NeedsEveryUnitToBeALetterTheOtherWayRound) {
    EXPECT_EQ(findNameOrder(withOctetsSwapped(u"Walk\u0101"), ""), std::endian::big);
    EXPECT_EQ(findNameOrder(withOctetsSwapped(std::u16string(2, u'\0')), ""), std::endian::big);
}

TEST(CtsaNameOrder, IsThatInWhichTheFileIsCalledSo) {
    EXPECT_EQ(findNameOrder(withOctetsSwapped(u"\u6B69"), "歩"), std::endian::little);
    EXPECT_EQ(findNameOrder(u"\u5700", "圀"), std::endian::big);  // 'W' in the other byte order
    EXPECT_EQ(findNameOrder(u"\u5700", "other"), std::endian::little);
    EXPECT_EQ(findNameOrder(u"\u4141", "䅁"), std::endian::big);  // the same in both byte orders
}

TEST(CtsaNameOrder, KnowsNamesThatBecameFileNames) {
    EXPECT_EQ(findNameOrder(withOctetsSwapped(u"\u6B69?"), "歩_"), std::endian::little);
    EXPECT_EQ(findNameOrder(withOctetsSwapped(u"\u6B69?"), "歩?"), std::endian::little);
}

}  // namespace
}  // namespace rigkiln::ctsa
