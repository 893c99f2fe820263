#include "pipeline/base/portable_name.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(PortableName, KnowsDevicesWithAnyExtension) {
    for (const std::string_view name : {"con", "CON", "Aux.txt", "nul", "prn.a.b", "com1", "LPT9.x"})
        EXPECT_TRUE(isDeviceName(name)) << name;
    for (const std::string_view name : {"", "console", "com", "com12", "lptx", "xcon", "a.con"})
        EXPECT_FALSE(isDeviceName(name)) << name;
}

TEST(NameKey, IsOneForNamesThatAFileSystemTakesForOne) {
    EXPECT_EQ(nameKey("/Art/HERO.glb"), nameKey("/art/hero.GLB"));
    EXPECT_EQ(nameKey("caf\u00E9"), nameKey("cafe\u0301"));
    EXPECT_EQ(nameKey("\u00C9"), nameKey("e\u0301"));
    EXPECT_EQ(nameKey("\u0416"), nameKey("\u0436"));
    EXPECT_EQ(nameKey("a\u00ADb\u00E9"), nameKey("ab\u00E9"));  // a hyphen that nobody sees
    EXPECT_NE(nameKey("caf\u00E9"), nameKey("cafe"));
    EXPECT_NE(nameKey("\u0416"), nameKey("\u0417"));
}

TEST(NameKey, FoldsBytesThatAreNoUtf8AsAscii) {
    EXPECT_EQ(nameKey("A\xFF"), "a\xFF");
    EXPECT_NE(nameKey("A\xFF"), nameKey("A\xFE"));
    EXPECT_EQ(nameKey(std::string("\u00C9\0B", 4)), nameKey(std::string("\u00E9\0b", 4)));
    EXPECT_EQ(nameKey(""), "");
}

}  // namespace
}  // namespace rigkiln
