#include "formats/image/image_facts.hpp"

#include <gtest/gtest.h>

#include "formats/image/png.hpp"
#include "formats/image/webp.hpp"
#include "tests/support/image/bmp_builder.hpp"
#include "tests/support/image/dds_builder.hpp"
#include "tests/support/image/picture.hpp"
#include "tests/support/image/tga_builder.hpp"

namespace rigkiln::images {
namespace {

using test::Bytes;

constexpr std::size_t kLevelCountOffset = 28;

std::string codingOf(std::string_view format, const Bytes& file) {
    const Result<ImageFacts> facts = readImageFacts(format, file);
    return facts ? facts->coding : facts.error().text();
}

TEST(ImageFacts, NameTheBlocksOfADds) {
    EXPECT_EQ(codingOf("dds", makeDds({}, Bytes(8))), "BC1");
    EXPECT_EQ(codingOf("dds", makeDds({.fourCc = "DXT4"}, Bytes(16))), "BC3, premultiplied");
    EXPECT_EQ(codingOf("dds", makeDds({.caps2 = 0x200}, Bytes(8))), "BC1, beside it the faces of a cube");
}

TEST(ImageFacts, CountTheLevelsOfADds) {
    Bytes file = makeDds({}, Bytes(8));
    EXPECT_EQ(readImageFacts("dds", file)->levels, 1U);
    file[kLevelCountOffset] = std::byte{7};
    EXPECT_EQ(readImageFacts("dds", file)->levels, 7U);
}

TEST(ImageFacts, NameTheBitsOfOtherFormats) {
    EXPECT_EQ(codingOf("tga", test::tgaFile({.pixels = Bytes(3)})), "24 bits");
    EXPECT_EQ(codingOf("tga", test::tgaFile({.imageType = 11, .pixelBits = 8, .pixels = Bytes(2)})),
              "8 bits, grey, run-length packed");
    EXPECT_EQ(codingOf("bmp", test::bmpFile({.pixels = Bytes(4)})), "24 bits");
    EXPECT_EQ(codingOf("png", encodePng(makePicture(4, 4, PictureKind::Noise, true))),
              "RGBA, 8 bits a channel");
    EXPECT_EQ(codingOf("webp", encodeWebp(makePicture(4, 4, PictureKind::Noise, true))), "lossless");
}

TEST(ImageFacts, AreNothingForOtherFormats) {
    EXPECT_EQ(codingOf("jpeg", {}), "");
}

TEST(ImageFacts, RejectEveryPrefixOfTheHeaders) {
    const Bytes file = makeDds({}, {});
    for (std::size_t size = 0; size < file.size(); ++size)
        EXPECT_FALSE(readImageFacts("dds", std::span(file).first(size))) << size;
    for (const char* format : {"tga", "bmp", "png"})
        EXPECT_FALSE(readImageFacts(format, std::span(file).first(4))) << format;
}

}  // namespace
}  // namespace rigkiln::images
