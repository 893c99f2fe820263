#include "formats/bfres/texture_folder.hpp"

#include <memory>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/bfres/file/bfres_dump.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "formats/bfres/textures/bntx.hpp"
#include "formats/bfres/textures/texture_file.hpp"
#include "formats/bfres/textures/texture_image.hpp"
#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres_texture.hpp"

namespace rigkiln::bfres {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Texture red() {
    return corpus::makeTexture({.name = "red", .format = 0x1A, .width = 20, .height = 3, .swizzle = 0x700},
                               fromHex("ff000080"));
}

/// Built by hand from the README of the format: a header, a list, two textures, their names.
Bytes bntx() {
    Bytes file = fromHex(
        "424e5458 00000000 00000400 fffe 0c 40 00000000 0000 2000 00000000 00000000"
        "4e582020 02000000 3000000000000000"
        "4000000000000000 4800000000000000");
    for (const char* name : {"b000000000000000", "b800000000000000"}) {
        // The second texture begins inside the first: the reader only uses the magic and the name of a
        // texture.
        const std::size_t at = name[1] == '0' ? 0x40 : 0x48;
        file.resize(std::max(file.size(), at + 0x68));
        overwrite(file, at, "42525449");
        overwrite(file, at + 0x60, name);
    }
    file.resize(0xB0);
    const Bytes names = fromHex("0400 626f6479 00 00 0300 657965 00");
    file.insert(file.end(), names.begin(), names.end());
    return file;
}

Result<std::shared_ptr<const Archive>> openBytes(Bytes bytes, const ContainerLimits& limits = {}) {
    return kBfresTextures.container.open(std::make_shared<MemorySource>(SharedBytes(std::move(bytes))),
                                         limits);
}

std::shared_ptr<const Archive> opened(const BfresFile& file) {
    const auto archive = openBytes(encodeBfres(file));
    EXPECT_TRUE(archive) << archive.error().text();
    return archive ? *archive : nullptr;
}

std::string readError(const Archive& archive, std::size_t member) {
    const auto bytes = archive.read(member, 1U << 20U);
    return bytes ? "none" : bytes.error().text();
}

TEST(TextureFolder, HoldsEachTextureAsAFile) {
    BfresFile file{.layout = kWiiU, .name = "model"};
    file.textures = {red(), corpus::makeTexture({.name = "eye.0", .format = 0x31}, {})};
    const auto archive = opened(file);
    ASSERT_EQ(archive->members().size(), 2U);
    EXPECT_EQ(archive->members()[0].name, "red.ftex");
    EXPECT_EQ(archive->members()[1].name, "eye.0.ftex");
    for (std::size_t i = 0; i < 2; ++i) {
        const auto bytes = archive->read(i, 1U << 20U);
        ASSERT_TRUE(bytes) << bytes.error().text();
        EXPECT_EQ(bytes->size(), archive->members()[i].sizeBytes);
        Diagnostics diagnostics;
        const Result<Image> image = kFtexFormat.read(*bytes, diagnostics);
        ASSERT_TRUE(image) << image.error().text();
        EXPECT_EQ(*image, *decodeTexture(file.textures[i], *file.textures[i].image));
        EXPECT_EQ(archive->read(i, 16)->size(), 16U);
    }
}

TEST(TextureFolder, SaysWhichPixelsAreElsewhere) {
    BfresFile file{.layout = kWiiU, .name = "model"};
    file.textures = {red()};
    file.textures[0].image.reset();
    EXPECT_EQ(readError(*opened(file), 0), "member 'red.ftex': its pixels are in another file");
}

TEST(TextureFolder, NamesTexturesOfTheSwitch) {
    BfresFile file{.layout = kSwitch, .name = "model"};
    file.embeddedFiles = {{.name = "note.txt", .bytes = fromHex("00")},
                          {.name = "textures.bntx", .bytes = bntx()}};
    const auto archive = opened(file);
    ASSERT_EQ(archive->members().size(), 2U);
    EXPECT_EQ(archive->members()[1].name, "eye.ftex");
    EXPECT_EQ(readError(*archive, 0),
              "member 'body.ftex': is a texture of the Switch (BNTX), which is not decoded");
    EXPECT_THAT(dumpBfres(encodeBfres(file)), HasSubstr("BNTX texture eye: not decoded\n"));
}

TEST(TextureFolder, DumpsWhyTexturesOfTheSwitchHaveNoNames) {
    BfresFile file{.layout = kSwitch, .name = "model"};
    Bytes damaged = bntx();
    overwrite(damaged, 0x0C, "feff");
    file.embeddedFiles = {{.name = "textures.bntx", .bytes = damaged}};
    const std::string text = dumpBfres(encodeBfres(file));
    EXPECT_THAT(text, HasSubstr("\nBNTX textures.bntx: byteOrder at 0xC: 0xFFFE, 0xFEFF is expected\n"));
    EXPECT_THAT(text, Not(HasSubstr("BNTX texture ")));
}

// An open folder keeps the bytes that it reads from in memory, so it must not hold them without need.
TEST(TextureFolder, HoldsItsFileOnlyWhereItHasPixels) {
    BfresFile switchFile{.layout = kSwitch, .name = "model"};
    switchFile.embeddedFiles = {{.name = "textures.bntx", .bytes = bntx()}};
    EXPECT_EQ(opened(switchFile)->source()->heldBytes(), 0U);
    BfresFile file{.layout = kWiiU, .name = "model"};
    file.textures = {red()};
    EXPECT_EQ(opened(file)->source()->heldBytes(), encodeBfres(file).size());
}

TEST(TextureFolder, IsRefusedWhereTheFileIsDamaged) {
    BfresFile file{.layout = kWiiU, .name = "model"};
    file.textures = {red()};
    Bytes bytes = encodeBfres(file);
    overwrite(bytes, find(bytes, "FTEX") + 0x24, "7fffffff");
    const auto archive = openBytes(bytes);
    ASSERT_FALSE(archive);
    EXPECT_THAT(archive.error().text(), HasSubstr("image at 0x"));
    EXPECT_EQ(openBytes(bytes, {.maximumBytes = 100}).error().text(),
              fmt::format("file: {} bytes when unpacked, at most 100 (100 B) are taken", bytes.size()));
}

TEST(TextureCompanions, HaveTheNameOfTheModel) {
    EXPECT_THAT(textureCompanionNames("Animal_Bass.sbfres"),
                ElementsAre("Animal_Bass.Tex1.sbfres", "Animal_Bass.Tex1.bfres"));
    EXPECT_THAT(textureCompanionNames("a.b.BFRES"), ElementsAre("a.b.Tex1.BFRES", "a.b.Tex1.sbfres"));
    EXPECT_THAT(textureCompanionNames("Kart.szs"),
                ElementsAre("Kart.Tex1.szs", "Kart.Tex1.bfres", "Kart.Tex1.sbfres"));
    EXPECT_THAT(textureCompanionNames("Animal_Bass.Tex1.sbfres"), IsEmpty());
    EXPECT_THAT(textureCompanionNames("0x12345678"), IsEmpty());
}

class TextureFile : public testing::Test {
protected:
    static std::string readErrorOf(const Bytes& bytes) {
        Diagnostics diagnostics;
        const Result<Image> image = kFtexFormat.read(bytes, diagnostics);
        return image ? "none" : image.error().text();
    }

    Bytes bytes_ = encodeTextureFile(red());
};

TEST_F(TextureFile, IsKnownByItsMagic) {
    EXPECT_TRUE(kFtexFormat.recognise(bytes_, ".png"));
    EXPECT_FALSE(kFtexFormat.recognise(fromHex("465445"), ".ftex"));
}

TEST_F(TextureFile, SaysHowLargeItIsBeforeItIsRead) {
    EXPECT_EQ(*kFtexFormat.measure(bytes_), (ImageSize{20, 3}));
    EXPECT_EQ(textureFileSize(red()), bytes_.size());
}

TEST_F(TextureFile, SaysThatItHoldsMorePictures) {
    Texture texture = red();
    texture.arrayLength = 6;
    texture.dimension = 5;
    Diagnostics diagnostics;
    ASSERT_TRUE(kFtexFormat.read(encodeTextureFile(texture), diagnostics));
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues().front().details, "an array of 6 pictures");
}

TEST_F(TextureFile, IsRefusedWhereverItIsCutOff) {
    for (std::size_t size = 0; size < bytes_.size(); ++size)
        EXPECT_NE(readErrorOf({bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size)}), "none")
            << size << " bytes";
}

TEST_F(TextureFile, IsHandledWhicheverByteOfItsHeaderChanges) {
    for (std::size_t i = 0; i < 0x100; ++i) {
        for (const unsigned change : {0xFFU, 0x01U, 0x80U}) {
            Bytes damaged = bytes_;
            damaged[i] ^= static_cast<std::byte>(change);
            Diagnostics diagnostics;
            const Result<Image> image = kFtexFormat.read(damaged, diagnostics);
            if (!image) continue;
            EXPECT_EQ(*kFtexFormat.measure(damaged), (ImageSize{image->width, image->height})) << i;
            EXPECT_EQ(image->pixels.size(), std::size_t{4} * image->width * image->height) << i;
        }
    }
}

TEST(BntxNames, AreReadInOrder) {
    EXPECT_TRUE(isBntx(bntx()));
    EXPECT_FALSE(isBntx(fromHex("424e5458")));
    EXPECT_THAT(*readBntxNames(bntx()), ElementsAre("body", "eye"));
}

TEST(BntxNames, AreRefusedWhereTheFileIsDamaged) {
    const auto errorAfter = [](std::size_t offset, std::string_view hex) {
        Bytes bytes = bntx();
        overwrite(bytes, offset, hex);
        const auto names = readBntxNames(bytes);
        return names ? "none" : names.error().text();
    };
    EXPECT_EQ(errorAfter(0x0C, "feff"), "byteOrder at 0xC: 0xFFFE, 0xFEFF is expected");
    EXPECT_EQ(errorAfter(0x20, "00"), "magic at 0x20: 'NX  ' is expected");
    EXPECT_EQ(
        errorAfter(0x24, "ffffffff"),
        fmt::format("textures at 0x30: 4294967295 elements of at least 8 bytes do not fit, {} bytes are "
                    "left in file",
                    bntx().size() - 0x30));
    EXPECT_EQ(errorAfter(0x40, "00"), "texture[0].magic at 0x40: 'BRTI' is expected");
    EXPECT_THAT(errorAfter(0xA8, "ffffffffffffffff"), HasSubstr("texture[1].offset at 0x0: "));
    EXPECT_THAT(errorAfter(0xB0, "ffff"), HasSubstr("texture[0].name at 0xB2: "));
}

TEST(BntxNames, AreNoLongerThanTheFileInAll) {
    Bytes bytes = bntx();
    bytes.resize(0xB2 + 200);
    overwrite(bytes, 0xA8, "b000000000000000");  // both textures have the name at 0xB0
    overwrite(bytes, 0xB0, "bd00");
    const auto names = readBntxNames(bytes);
    ASSERT_TRUE(names) << names.error().text();
    EXPECT_EQ((*names)[1].size(), bytes.size() / 2);
    overwrite(bytes, 0xB0, "be00");
    EXPECT_EQ(readBntxNames(bytes).error().text(),
              "texture[1].name at 0x170: names longer than the file: too many offsets share their bytes");
}

TEST(BntxNames, AreRefusedWhereverTheFileIsCutOff) {
    const Bytes bytes = bntx();
    for (std::size_t size = 0; size + 1 < bytes.size(); ++size)
        EXPECT_FALSE(readBntxNames(std::span(bytes).first(size))) << size << " bytes";
}

}  // namespace
}  // namespace rigkiln::bfres
