#include "formats/image/png.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/image/picture.hpp"

namespace rigkiln::images {
namespace {

using testing::HasSubstr;

Result<Image> readPng(std::span<const std::byte> file) {
    Diagnostics diagnostics;
    return kPngFormat.read(file, diagnostics);
}

/// Sizes around those of the strips that the encoder tries, and every kind of content.
TEST(Png, GivesBackThePixelsThatWereWritten) {
    for (const PictureKind kind : {PictureKind::Smooth, PictureKind::Noise, PictureKind::Flat}) {
        for (const auto& [width, height] :
             {std::pair{1U, 1U}, {1U, 9U}, {257U, 3U}, {64U, 64U}, {31U, 130U}}) {
            for (const bool hasAlpha : {false, true}) {
                const Image image = makePicture(width, height, kind, hasAlpha);
                const Result<Image> again = readPng(encodePng(image));
                ASSERT_TRUE(again) << again.error().text();
                EXPECT_EQ(*again, image);
            }
        }
    }
}

TEST(Png, HasNoAlphaWhereEveryPixelIsOpaque) {
    constexpr std::size_t kColorType = 25;
    EXPECT_EQ(encodePng(makePicture(5, 5, PictureKind::Smooth, false)).at(kColorType), std::byte{2});
    EXPECT_EQ(encodePng(makePicture(5, 5, PictureKind::Smooth, true)).at(kColorType), std::byte{6});
}

TEST(Png, FiltersWhatGetsSmallerByIt) {
    // A gradient compresses well when neighbours are subtracted, and hardly without.
    const Image image = makePicture(256, 256, PictureKind::Smooth, false);
    EXPECT_LT(encodePng(image).size(), image.pixels.size() / 100);
}

TEST(Png, DamagedFilesAreRefused) {
    const std::vector<std::byte> file = encodePng(makePicture(64, 64, PictureKind::Noise, true));
    for (std::size_t size = 0; size < file.size() - 12; size += 7)
        EXPECT_FALSE(readPng(std::span(file).first(size))) << size;
    std::vector<std::byte> damaged = file;
    damaged[file.size() / 2] ^= std::byte{1};
    const Result<Image> image = readPng(damaged);
    ASSERT_FALSE(image);
    EXPECT_THAT(image.error().text(), HasSubstr("IDAT at 0x0: libspng says: "));
}

TEST(Png, RefusesSizesThatLie) {
    std::vector<std::byte> file = encodePng(makePicture(1, 1, PictureKind::Flat, false));
    file[16] = std::byte{0x7F};
    EXPECT_FALSE(readPng(file));
}

}  // namespace
}  // namespace rigkiln::images
