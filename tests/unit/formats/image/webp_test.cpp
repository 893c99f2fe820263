#include "formats/image/webp.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <webp/encode.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/image/png.hpp"
#include "pipeline/base/memory_account.hpp"
#include "tests/support/image/picture.hpp"

namespace rigkiln::images {
namespace {

using testing::HasSubstr;

Result<Image> readWebp(std::span<const std::byte> file) {
    Diagnostics diagnostics;
    return kWebpFormat.read(file, diagnostics);
}

std::vector<std::byte> bytesOfText(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

TEST(Webp, GivesBackThePixelsThatWereWritten) {
    for (const PictureKind kind : {PictureKind::Smooth, PictureKind::Noise, PictureKind::Flat}) {
        for (const auto& [width, height] :
             {std::pair{1U, 1U}, {1U, 9U}, {257U, 3U}, {64U, 64U}, {31U, 130U}}) {
            for (const bool hasAlpha : {false, true}) {
                const Image image = makePicture(width, height, kind, hasAlpha);
                const Result<Image> again = readWebp(encodeWebp(image));
                ASSERT_TRUE(again) << again.error().text();
                EXPECT_EQ(*again, image);
            }
        }
    }
}

TEST(Webp, KeepsTheColoursOfTransparentPixels) {
    const Image image{.width = 2, .height = 1, .pixels = {200, 100, 50, 0, 1, 2, 3, 0}};
    const Result<Image> again = readWebp(encodeWebp(image));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, image);
}

TEST(Webp, GivesTheSameBytesEachTime) {
    const Image image = makePicture(200, 100, PictureKind::Smooth, true);
    EXPECT_EQ(encodeWebp(image), encodeWebp(image));
}

TEST(Webp, ReadsLossyFiles) {
    const Image image = makePicture(32, 16, PictureKind::Flat, false);
    std::uint8_t* bytes = nullptr;
    const std::size_t size = WebPEncodeRGBA(image.pixels.data(), 32, 16, 4 * 32, 80, &bytes);
    const std::unique_ptr<std::uint8_t, void (*)(void*)> owner(bytes, &WebPFree);
    const auto file = std::as_bytes(std::span(bytes, size));
    const Result<Image> again = readWebp(file);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->width, 32U);
    EXPECT_EQ(again->height, 16U);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        EXPECT_NEAR(again->pixels[i], image.pixels[i], 8) << i;
}

TEST(Webp, IsAPngWhereOneSideIsTooLong) {
    const Image image = makePicture(kMaximumImageSide, 1, PictureKind::Flat, false);
    const std::vector<std::byte> file = encodeWebp(image);
    EXPECT_FALSE(kWebpFormat.recognise(file, ".webp"));
    EXPECT_TRUE(kPngFormat.recognise(file, ".png"));
}

TEST(Webp, DamagedFilesAreRefused) {
    const std::vector<std::byte> file = encodeWebp(makePicture(64, 64, PictureKind::Noise, true));
    for (std::size_t size = 0; size + 1 < file.size(); size += 7)
        EXPECT_FALSE(readWebp(std::span(file).first(size))) << size;
    const Result<Image> image = readWebp(std::span(file).first(file.size() / 2));
    ASSERT_FALSE(image);
    EXPECT_THAT(image.error().text(), HasSubstr("pixels at 0x0: libwebp says: the file ends too early"));
}

/// An allocator that holds nothing.
class EmptyHeap : public Heap {
public:
    HeapFigures look() override { return {}; }
    void giveBackFreePages() override {}
};

// A file of this size could have tables of codes for each 20 bits of it, or for each tile.
TEST(Webp, RequiresTheMemoryOfAllTablesThatAFileMayHave) {
    constexpr std::size_t kTableBytes = 20'700;
    for (const PictureKind kind : {PictureKind::Flat, PictureKind::Noise}) {
        const std::vector<std::byte> file = encodeWebp(makePicture(128, 64, kind, false));
        const std::size_t tiles = std::size_t{128 / 4 + 1} * (64 / 4 + 1);
        const std::size_t tables = std::min(tiles, file.size() * 8 / 20);
        EXPECT_EQ(tables == tiles, kind == PictureKind::Noise);
        const std::size_t needed = std::size_t{4} * 128 * 64 + tables * kTableBytes;
        EmptyHeap heap;
        MemoryBudget budget(&heap, needed - 1, needed - 1);
        MemoryAccount account(budget, 0);
        const MemoryAccount::Scope scope(&account);
        EXPECT_THROW((void)readWebp(file), MemoryRefused);
        EXPECT_EQ(account.neededBytes(), needed);
    }
}

TEST(Webp, IsNotTakenForABareStream) {
    const std::vector<std::byte> file = encodeWebp(makePicture(4, 4, PictureKind::Smooth, false));
    constexpr std::size_t kStream = 20;
    const auto stream = std::span(file).subspan(kStream);
    EXPECT_FALSE(kWebpFormat.recognise(stream, ".webp"));
    EXPECT_THAT(readWebp(stream).error().text(), HasSubstr("is no RIFF file of the kind WEBP"));
}

TEST(Webp, RefusesAnimations) {
    using namespace std::string_view_literals;
    const auto file = bytesOfText("RIFF\x16\0\0\0WEBPVP8X\x0A\0\0\0\x02\0\0\0\x03\0\0\x03\0\0"sv);
    const Result<ImageSize> size = kWebpFormat.measure(file);
    ASSERT_FALSE(size);
    EXPECT_THAT(size.error().text(), HasSubstr("VP8X at 0xC: is an animation, single pictures are read"));
}

TEST(Webp, RefusesSizesAboveTheLimitBeforePixelsAreAllocated) {
    using namespace std::string_view_literals;
    // 16,777,216 x 16 pixels; then 16,384 x 16,384, which only the number of pixels forbids.
    const auto wide = bytesOfText("RIFF\x16\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\xFF\xFF\xFF\x0F\0\0"sv);
    EXPECT_THAT(readWebp(wide).error().text(),
                HasSubstr("16777216 x 16 pixels, 1 to 16384 each way are read"));
    const auto large = bytesOfText("RIFF\x16\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\xFF\x3F\0\xFF\x3F\0"sv);
    EXPECT_THAT(readWebp(large).error().text(), HasSubstr("at most 67108864 are read"));
}

}  // namespace
}  // namespace rigkiln::images
