#include "pipeline/wayback/extras_values.hpp"

#include <gtest/gtest.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// A float without a short decimal form.
constexpr float kOdd = 0.3333333F;

TEST(GsmExtras, TakeNumbersAsJsonGivesThemBack) {
    Properties extras;
    extras.set("whole", 1);
    extras.set("double", static_cast<double>(kOdd));
    extras.set("list", ValueList{1, 0.5, kOdd});
    EXPECT_EQ(floatIn(extras, "whole"), 1.0F);
    EXPECT_EQ(floatIn(extras, "double"), kOdd);
    EXPECT_EQ(floatsIn<3>(extras, "list"), (std::array{1.0F, 0.5F, kOdd}));
    EXPECT_EQ(floatsIn<2>(extras, "list"), std::nullopt);
    EXPECT_EQ(floatIn(extras, "none"), std::nullopt);
}

TEST(GsmExtras, TakeShortsWithinTheirBitsAlone) {
    Properties extras;
    extras.set("most", 65535);
    extras.set("more", 65536);
    extras.set("part", 1.5);
    extras.set("less", -1);
    EXPECT_EQ(shortIn(extras, "most"), 65535);
    EXPECT_EQ(shortIn(extras, "more"), std::nullopt);
    EXPECT_EQ(shortIn(extras, "part"), std::nullopt);
    EXPECT_EQ(shortIn(extras, "less"), std::nullopt);
}

TEST(ExtrasValues, HaveNoMembersWhereThereIsNoRecord) {
    Properties extras;
    extras.set("text", "x");
    Properties record;
    record.set("flag", true);
    extras.set("record", record);
    EXPECT_TRUE(recordIn(extras, "none").empty());
    EXPECT_TRUE(recordIn(extras, "text").empty());
    EXPECT_TRUE(flagIn(recordIn(extras, "record"), "flag", false));
    EXPECT_TRUE(flagIn(recordIn(extras, "none"), "flag", true));
    EXPECT_FALSE(flagIn(extras, "text", false));
}

TEST(GsmExtras, StoreEveryCharacterOfTheCodePageAsItWasRead) {
    for (int byte = 0x20; byte <= 0xFF; ++byte) {
        const std::string stored = std::string("x") + static_cast<char>(byte) + "y";
        const std::string text = toUtf8(stored);
        if (text != toUtf8("x\x81y") && byte != 0x7F) {
            EXPECT_EQ(toStoredText(text), stored) << byte;
        }
    }
}

}  // namespace
}  // namespace rigkiln
