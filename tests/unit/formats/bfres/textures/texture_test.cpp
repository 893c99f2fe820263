#include "formats/bfres/textures/texture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/bfres/file/bfres_dump.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "formats/bfres/textures/texture_format.hpp"
#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres_texture.hpp"

namespace rigkiln::bfres {
namespace {

BfresFile fileOf(Texture texture) {
    BfresFile file{.layout = kWiiU, .name = "textures"};
    file.textures = {std::move(texture)};
    return file;
}

Texture small() {
    return corpus::makeTexture({.name = "skin", .format = 0x31, .mode = TileMode::Thin1D, .width = 16},
                               fromHex("0102030405060708"));
}

class StoredTexture : public testing::Test {
protected:
    Bytes bytes_ = encodeBfres(fileOf(small()));
    std::size_t section_ = find(bytes_, "FTEX");

    [[nodiscard]] std::string errorAfter(std::size_t offset, std::string_view hex) {
        overwrite(bytes_, section_ + offset, hex);
        return errorOf([&] { (void)decodeBfres(bytes_); });
    }
    [[nodiscard]] std::string expected(std::string_view field, std::size_t offset,
                                       std::string_view problem) const {
        return fmt::format("FTEX textures[0].{} at 0x{:X}: {}", field, section_ + offset, problem);
    }
};

// Offsets are from the README of the format.
TEST_F(StoredTexture, HasItsFieldsWhereTheGameHasThem) {
    const auto word = [&](std::size_t offset) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value = value << 8U | std::to_integer<std::uint32_t>(bytes_.at(section_ + offset + i));
        return value;
    };
    EXPECT_EQ(word(0x08), 16U);
    EXPECT_EQ(word(0x0C), 8U);
    EXPECT_EQ(word(0x18), 0x31U);
    EXPECT_EQ(word(0x24), 512U);
    EXPECT_EQ(word(0x34), 2U);
    EXPECT_EQ(word(0x40), 8U);
    EXPECT_EQ(word(0x88), 0x00010203U);
    EXPECT_EQ(word(0xA4), 0x01000000U);
    EXPECT_EQ(word(0xB4), 0U) << "no mips";
    const std::size_t image = section_ + 0xB0 + word(0xB0);
    EXPECT_EQ(image % 256, 0U) << "the texture's alignment";
    EXPECT_EQ(word(image - section_), 0x01020304U);
    EXPECT_EQ(find(bytes_, "skin"), section_ + 0xA8 + word(0xA8));
}

TEST_F(StoredTexture, IsReadAsItWasWritten) {
    EXPECT_EQ(decodeBfres(bytes_), fileOf(small()));
}

TEST_F(StoredTexture, MayHaveItsBytesInAnotherFile) {
    Texture texture = small();
    texture.image.reset();
    texture.mipSize = 1024;
    const BfresFile file = decodeBfres(encodeBfres(fileOf(texture)));
    EXPECT_EQ(file, fileOf(texture));
    EXPECT_EQ(file.textures[0].imageSize, 512U);
}

TEST_F(StoredTexture, MayBeOfMipsAlone) {
    Texture texture = small();
    texture.image.reset();
    texture.imageSize = 0;
    texture.mips = fromHex("0a0b0c0d");
    texture.mipSize = 4;
    Bytes bytes = encodeBfres(fileOf(texture));
    EXPECT_EQ(decodeBfres(bytes), fileOf(texture));
    const std::size_t section = find(bytes, "FTEX");
    EXPECT_NE(Bytes(bytes.begin() + static_cast<std::ptrdiff_t>(section + 0xB0),
                    bytes.begin() + static_cast<std::ptrdiff_t>(section + 0xB4)),
              fromHex("00000000"))
        << "their offset stands where that of the base level does elsewhere";
}

// A file "X.Tex1" keeps the offsets of mips that are in "X.Tex2".
TEST_F(StoredTexture, LosesMipsThatDoNotFitTheFile) {
    overwrite(bytes_, section_ + 0x2C, "00010000");
    overwrite(bytes_, section_ + 0xB4, "00000004");
    const Texture texture = decodeBfres(bytes_).textures.at(0);
    EXPECT_EQ(texture.mips, std::nullopt);
    EXPECT_EQ(texture.mipSize, 0x10000U);
    EXPECT_EQ(texture.image, small().image);
}

// An empty base level alone was written where the offset of mips stands in a file of mips alone.
TEST_F(StoredTexture, HasNoEmptyImageWhenItsMipsDoNotFitTheFile) {
    overwrite(bytes_, section_ + 0x24, "00000000");
    overwrite(bytes_, section_ + 0x2C, "00010000");
    overwrite(bytes_, section_ + 0xB4, "00000004");
    const BfresFile file = decodeBfres(bytes_);
    EXPECT_EQ(file.textures.at(0).image, std::nullopt);
    EXPECT_EQ(file.textures.at(0).mips, std::nullopt);
    EXPECT_EQ(decodeBfres(encodeBfres(file)), file);
}

TEST_F(StoredTexture, NeedsItsMagic) {
    EXPECT_EQ(errorAfter(0, "46544558 "), "no error");
    EXPECT_EQ(errorAfter(0, "46544559"), expected("magic", 0, "'FTEX' is expected"));
}

TEST_F(StoredTexture, NeedsASizeThatCanBeDecoded) {
    EXPECT_EQ(errorAfter(8, "00000000"), expected("width", 8, "0 x 8 pixels, 1 to 16384 each way are read"));
    EXPECT_EQ(errorAfter(8, "00004001"),
              expected("width", 8, "16385 x 8 pixels, 1 to 16384 each way are read"));
    EXPECT_EQ(errorAfter(8, "0000400000004000"),
              expected("width", 8, "16384 x 16384 are 268435456 pixels, at most 67108864 are read"));
}

TEST_F(StoredTexture, HasNoMoreLevelsThanASideHasHalves) {
    EXPECT_EQ(errorAfter(0x14, "0000000f"), expected("levelCount", 0x14, "15, at most 14 are possible"));
}

TEST_F(StoredTexture, NeedsItsBytesInTheFile) {
    EXPECT_EQ(
        errorAfter(0x24, "00000201"),
        fmt::format("FTEX textures[0].image at 0x{:X}: 513 elements of at least 1 bytes do not fit, 512 "
                    "bytes are left in file",
                    bytes_.size() - 512));
}

TEST(TextureWriter, RefusesBytesThatTheHeaderDoesNotSay) {
    Texture texture = small();
    texture.image->pop_back();
    EXPECT_EQ(errorOf([&] { (void)encodeBfres(fileOf(texture)); }),
              "texture.image: 511 bytes, the header says 512");
}

TEST(TextureDump, NamesTheFieldsOfTextures) {
    const std::string text = dumpBfres(encodeBfres(fileOf(small())));
    EXPECT_NE(text.find("FTEX textures[0].tileMode: 2\n"), std::string::npos) << text;
    EXPECT_NE(text.find("FTEX textures[0].image: 512 bytes\n"), std::string::npos) << text;
}

TEST(TextureFormats, SayWhatTheyAre) {
    EXPECT_EQ(textureFormatText(0x816), "0x816 (R11_G11_B10 float)");
    EXPECT_EQ(textureFormatText(0x11A), "0x11A (R8_G8_B8_A8 uint)");
    EXPECT_EQ(textureFormatText(0x31A), "0x31A (R8_G8_B8_A8 sint)");
    EXPECT_EQ(textureFormatText(0x3F), "0x3F");
    EXPECT_EQ(readTextureFormat(0x435)->name(), "BC5 sRGB");
    EXPECT_EQ(readTextureFormat(0x816), std::nullopt);
    EXPECT_EQ(readTextureFormat(0x11A), std::nullopt);
    EXPECT_EQ(readTextureFormat(0x20A), std::nullopt) << "a sign and nothing else";
    EXPECT_EQ(readTextureFormat(0x101A), std::nullopt);
    EXPECT_TRUE(isSrgb(0x431));
    EXPECT_FALSE(isSrgb(0x31));
}

}  // namespace
}  // namespace rigkiln::bfres
