#include "exporters/gltf/embeddable_image.hpp"

#include <gtest/gtest.h>

#include "tests/unit/exporters/gltf/scene_builder.hpp"

namespace rigkiln::gltf_export {
namespace {

using test::pngChunk;
using test::tinyJpeg;
using test::tinyPng;
using test::tinyWebp;

SharedBytes firstOf(const std::vector<std::byte>& file, std::size_t size) {
    return std::vector<std::byte>(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
}

TEST(EmbeddableImage, SharesTheBytesOfFilesThatNeedNoChange) {
    const SharedBytes png = tinyPng();
    EXPECT_EQ(embeddableImage(png, "image/png")->data(), png.data());
    const SharedBytes jpeg = tinyJpeg();
    EXPECT_EQ(embeddableImage(jpeg, "image/jpeg")->data(), jpeg.data());
}

TEST(EmbeddableImage, KeepsAPlainPngByteForByte) {
    EXPECT_EQ(embeddableImage(tinyPng(), "image/png"), tinyPng());
}

TEST(EmbeddableImage, KeepsChunksThatAgreeWithSrgb) {
    const auto png = tinyPng(pngChunk("gAMA", std::string("\0\0\xb1\x8f", 4)));
    EXPECT_EQ(embeddableImage(png, "image/png"), png);
}

TEST(EmbeddableImage, DropsAnotherGamma) {
    const auto png = tinyPng(pngChunk("gAMA", std::string("\0\1\x86\xa0", 4)));
    EXPECT_EQ(embeddableImage(png, "image/png"), tinyPng());
}

TEST(EmbeddableImage, DropsOtherChromaticities) {
    EXPECT_EQ(embeddableImage(tinyPng(pngChunk("cHRM", std::string(32, '\1'))), "image/png"), tinyPng());
}

TEST(EmbeddableImage, DropsColourProfiles) {
    EXPECT_EQ(embeddableImage(tinyPng(pngChunk("iCCP", "profile")), "image/png"), tinyPng());
}

TEST(EmbeddableImage, DropsSeveralChunksAndKeepsThoseBetween) {
    const auto gamma = pngChunk("gAMA", std::string("\0\1\x86\xa0", 4));
    const auto text = pngChunk("tEXt", "a");
    std::vector<std::byte> extra = gamma;
    for (const auto& chunk : {text, pngChunk("iCCP", "profile"), gamma, text})
        extra.insert(extra.end(), chunk.begin(), chunk.end());
    std::vector<std::byte> kept = text;
    kept.insert(kept.end(), text.begin(), text.end());
    EXPECT_EQ(embeddableImage(tinyPng(extra), "image/png"), tinyPng(kept));
}

TEST(EmbeddableImage, DropsPixelsThatAreNotSquare) {
    EXPECT_EQ(embeddableImage(tinyPng(pngChunk("pHYs", std::string("\0\0\0\1\0\0\0\2\1", 9))), "image/png"),
              tinyPng());
}

TEST(EmbeddableImage, KeepsAPngThatEndsWithItsImageData) {
    const std::vector<std::byte> png = tinyPng();
    const SharedBytes cut = firstOf(png, png.size() - pngChunk("IEND", "").size());
    EXPECT_EQ(embeddableImage(cut, "image/png"), cut);
    EXPECT_FALSE(embeddableImage(firstOf(png, cut.size() - 1), "image/png"));
}

TEST(EmbeddableImage, RefusesEveryPrefixOfAPngThatEndsBeforeItsImageData) {
    const auto png = tinyPng();
    constexpr std::size_t kBeforeImageData = 8 + 25;
    for (std::size_t size = 0; size <= kBeforeImageData; ++size) {
        EXPECT_FALSE(embeddableImage(firstOf(png, size), "image/png")) << size;
    }
}

TEST(EmbeddableImage, KeepsAJpegByteForByte) {
    EXPECT_EQ(embeddableImage(tinyJpeg(), "image/jpeg"), tinyJpeg());
}

TEST(EmbeddableImage, RefusesAJpegOfFourComponents) {
    EXPECT_FALSE(embeddableImage(tinyJpeg(4), "image/jpeg"));
}

TEST(EmbeddableImage, RefusesEveryPrefixOfAJpegThatEndsInItsFrame) {
    const auto jpeg = tinyJpeg();
    for (std::size_t size = 0; size + 2 < jpeg.size(); ++size) {
        EXPECT_FALSE(embeddableImage(firstOf(jpeg, size), "image/jpeg")) << size;
    }
}

TEST(EmbeddableImage, KeepsAWebpByteForByte) {
    EXPECT_EQ(embeddableImage(tinyWebp(), "image/webp"), tinyWebp());
}

TEST(EmbeddableImage, RefusesAWebpThatIsNotWhole) {
    const auto webp = tinyWebp();
    for (std::size_t size = 0; size < webp.size(); ++size)
        EXPECT_FALSE(embeddableImage(firstOf(webp, size), "image/webp")) << size;
    std::vector<std::byte> longer = webp;
    longer.push_back({});
    EXPECT_FALSE(embeddableImage(longer, "image/webp"));
}

TEST(EmbeddableImage, RefusesAWebpThatMoves) {
    constexpr std::size_t kFlags = 20;
    std::vector<std::byte> file = tinyWebp("VP8X");
    file[kFlags] = std::byte{0x10};
    EXPECT_TRUE(embeddableImage(file, "image/webp"));
    file[kFlags] = std::byte{0x12};
    EXPECT_FALSE(embeddableImage(file, "image/webp"));
    EXPECT_FALSE(embeddableImage(tinyWebp("ALPH"), "image/webp"));
}

TEST(EmbeddableImage, RefusesATypeThatIsNotTheFiles) {
    EXPECT_FALSE(embeddableImage(tinyJpeg(), "image/png"));
    EXPECT_FALSE(embeddableImage(tinyPng(), "image/jpeg"));
    EXPECT_FALSE(embeddableImage(tinyPng(), "image/webp"));
}

}  // namespace
}  // namespace rigkiln::gltf_export
