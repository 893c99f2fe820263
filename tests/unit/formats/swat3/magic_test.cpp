#include "formats/swat3/magic.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln::swat3 {
namespace {

std::string nameOf(std::string_view octets, std::size_t size = 0) {
    std::vector<std::byte> file(std::max(size, octets.size()));
    for (std::size_t i = 0; i < octets.size(); ++i)
        file[i] = static_cast<std::byte>(octets[i]);
    return nameForeignFile(file);
}

TEST(Magic, IsKnownInWholeAndCutOff) {
    const auto magic = octetsOf(kGsmMagic);
    EXPECT_TRUE(beginsWith(magic, kGsmMagic));
    EXPECT_TRUE(beginsWith(magic.first(3), kGsmMagic));
    EXPECT_FALSE(beginsWith(magic, kGsaMagic));
    EXPECT_FALSE(beginsWith(magic.last(6), kGsmMagic));
}

TEST(Magic, EndsWithTheSameSixOctetsInBothKinds) {
    EXPECT_TRUE(std::ranges::equal(tailOf(kGsmMagic), tailOf(kGsaMagic)));
    EXPECT_EQ(tailOf(kGsmMagic).size(), 6U);
}

TEST(ForeignFile, IsNamedByItsMagic) {
    using namespace std::string_view_literals;
    EXPECT_EQ(nameOf("glTF\x02\0\0\0"sv), "a binary glTF file (GLB)");
    EXPECT_EQ(nameOf("PK\x03\x04"sv), "a zip archive (the .res files of the game are ones)");
    EXPECT_EQ(nameOf("PK\x05\x06"sv), "an empty zip archive");
    EXPECT_EQ(nameOf("Yaz0\0"sv), "a Yaz0-compressed file");
    EXPECT_EQ(nameOf("SARC\0"sv), "a SARC archive");
    EXPECT_EQ(nameOf("FRES\x03"sv), "a BFRES file");
    EXPECT_EQ(nameOf("DDS |"sv), "a DDS image");
    EXPECT_EQ(nameOf("\x89PNG\r\n"sv), "a PNG image");
    EXPECT_EQ(nameOf("\xFF\xD8\xFF\xE0"sv), "a JPEG image");
    EXPECT_EQ(nameOf("BM\x36\0"sv), "a BMP image");
    EXPECT_EQ(nameOf("\0\x02\0\0"sv), "an Alamo model");
    EXPECT_EQ(nameOf("\0\x10\0\0"sv), "an Alamo animation");
    EXPECT_EQ(nameOf("\0\x09\0\0"sv), "an Alamo particle system");
    EXPECT_EQ(nameOf("\0\x15\0\0"sv), "an Alamo particle system");
}

TEST(ForeignFile, OfOurOwnKindIsNamedByItsWholeMagicOnly) {
    EXPECT_EQ(nameForeignFile(octetsOf(kGsaMagic)), "a SWAT 3 animation (GSA)");
    EXPECT_EQ(nameForeignFile(octetsOf(kGsaMagic).first(4)),
              "a file of unknown kind (it begins with CF D0 09 A8)");
}

TEST(ForeignFile, MayBeATgaWithoutAnyMagic) {
    using namespace std::string_view_literals;
    // No map, true colour, 4 x 4, 24 bits.
    EXPECT_EQ(nameOf("\0\0\x02\0\0\0\0\0\0\0\0\0\x04\0\x04\0\x18\0"sv, 66), "a TGA image");
    EXPECT_EQ(nameOf("\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\x04\0\x18\0"sv, 66),
              "a file of unknown kind (it begins with 00 00 02 00 00 00 00 00)")
        << "no area";
}

TEST(ForeignFile, MayBeTextOrGltf) {
    EXPECT_EQ(nameOf("<html>\r\n"), "text");
    EXPECT_EQ(nameOf(" {\"asset\":{\"version\":\"2.0\"}}"), "a glTF file");
    EXPECT_EQ(nameOf("{\"other\":1}"), "text");
}

TEST(ForeignFile, IsShownByItsFirstOctetsWhenUnknown) {
    EXPECT_EQ(nameOf("\x01\x02"), "a file of unknown kind (it begins with 01 02)");
}

}  // namespace
}  // namespace rigkiln::swat3
