#include "pipeline/base/side_name.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

TEST(SideFileName, HoldsTheHashInSixteenDigits) {
    EXPECT_EQ(sideFileName("hero", 0xAB, ".bin"), "hero.00000000000000ab.bin");
    EXPECT_EQ(stemOfSideFile(sideFileName("he.ro", ~std::uint64_t{0}, ".png")), "he.ro");
}

TEST(StemOfSideFile, NeedsSixteenHexDigits) {
    EXPECT_EQ(stemOfSideFile("a.b.0123456789abcdef.bin"), "a.b");
    EXPECT_EQ(stemOfSideFile("a.0123456789abcdeg.bin"), "");
    EXPECT_EQ(stemOfSideFile("a.123456789abcdef.bin"), "");
    EXPECT_EQ(stemOfSideFile("0123456789abcdef.bin"), "");
    EXPECT_EQ(stemOfSideFile("a.glb"), "");
}

TEST(SideFileStem, IsCutBetweenCharacters) {
    EXPECT_EQ(sideFileStem(std::string(200, 'a')), std::string(200, 'a'));
    EXPECT_EQ(sideFileStem(std::string(199, 'a') + "\xC3\xBC"), std::string(199, 'a'));
}

TEST(SideFileStem, IsUtf8) {
    EXPECT_EQ(sideFileStem("\xFC"), "\xC3\xBC");
}

TEST(PortableStem, HasNoCharacterThatWindowsForbids) {
    EXPECT_EQ(portableStem("a<b>c:d\"e/f\\g|h?i*j"), "a_b_c_d_e_f_g_h_i_j");
    EXPECT_EQ(portableStem(std::string("a\0b\x1F", 4)),
              "a\xEF\xBF\xBD"
              "b\xEF\xBF\xBD");
}

TEST(PortableStem, IsNoDeviceOfWindows) {
    EXPECT_EQ(portableStem("CON"), "_CON");
    EXPECT_EQ(portableStem("lpt1.floor"), "_lpt1.floor");
    EXPECT_EQ(portableStem("console"), "console");
    EXPECT_EQ(portableStem("com"), "com");
}

TEST(PortableStem, IsTheTextWhereItCanBe) {
    for (const std::string_view text : {"Axe Spin 2", "歩く 😀", ".hidden", "a.b", "com12"})
        EXPECT_EQ(portableStem(text), text);
    EXPECT_EQ(portableStem("../../etc"), ".._.._etc");
}

TEST(PortableStem, IsCutBetweenCharacters) {
    EXPECT_EQ(portableStem(std::string(300, 'a')), std::string(200, 'a'));
    EXPECT_EQ(portableStem(std::string(199, 'a') + "é"), std::string(199, 'a'));
    EXPECT_EQ(portableStem(std::string(198, 'a') + "é"), std::string(198, 'a') + "é");
}

TEST(PortableStem, IsNeverEmpty) {
    EXPECT_EQ(portableStem(""), "_");
}

TEST(PlainStem, IsTheNameWithoutFoldersAndExtension) {
    EXPECT_EQ(plainStem("Textures/W_Floor.dds"), "W_Floor");
    EXPECT_EQ(plainStem("C:\\art\\skin.v2.tga"), "skin.v2");
    EXPECT_EQ(plainStem("C:skin"), "skin");
    EXPECT_EQ(plainStem(".hidden"), ".hidden");
    EXPECT_EQ(plainStem("folder/"), "");
}

TEST(PlainStem, LeavesOutTheHashOfASideFile) {
    EXPECT_EQ(plainStem("../textures/skin.0123456789abcdef.png"), "skin");
}

}  // namespace
}  // namespace rigkiln
