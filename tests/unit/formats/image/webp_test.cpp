#include "formats/image/webp.hpp"

#include <algorithm>
#include <cmath>
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
    EXPECT_EQ(encodeWebp(image, 80), encodeWebp(image, 80));
}

/// Ratio of the largest value to the mean error of colours, in decibels.
double peakToNoise(const Image& image, const Image& again) {
    double sum = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const double error = i % 4 == 3 ? 0.0 : static_cast<double>(image.pixels[i] - again.pixels[i]);
        sum += error * error;
    }
    return 10 * std::log10(255.0 * 255.0 / (sum / (0.75 * static_cast<double>(image.pixels.size()))));
}

TEST(Webp, LosesColoursAsTheQualityAllows) {
    const Image image = makePicture(128, 96, PictureKind::Noise, false);
    std::size_t smaller = 0;
    double worse = 0;
    for (const std::uint32_t quality : {1U, 40U, 80U, 100U}) {
        const std::vector<std::byte> file = encodeWebp(image, quality);
        const Result<Image> again = readWebp(file);
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_NE(*again, image) << quality;
        EXPECT_GT(file.size(), smaller) << quality;
        EXPECT_GT(peakToNoise(image, *again), worse) << quality;
        smaller = file.size();
        worse = peakToNoise(image, *again);
    }
    EXPECT_LT(smaller, encodeWebp(image).size());
}

TEST(Webp, IsLosslessWhereThatIsSmaller) {
    const Image image = makePicture(64, 64, PictureKind::Flat, true);
    EXPECT_EQ(encodeWebp(image, 100), encodeWebp(image));
}

TEST(Webp, LosesNoAlpha) {
    for (const PictureKind kind : {PictureKind::Smooth, PictureKind::Noise}) {
        const Image image = makePicture(130, 31, kind, true);
        const Result<Image> again = readWebp(encodeWebp(image, 1));
        ASSERT_TRUE(again) << again.error().text();
        for (std::size_t i = 3; i < image.pixels.size(); i += 4)
            ASSERT_EQ(again->pixels[i], image.pixels[i]) << i;
    }
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
    std::size_t usedBytes() override { return 0; }
    std::size_t freeBytes() override { return 0; }
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

TEST(Webp, RequiresTheMemoryOfTheEncoderBeforeItBegins) {
    for (const std::uint32_t quality : {0U, 90U}) {
        EmptyHeap heap;
        MemoryBudget budget(&heap, 1000, 1000);
        MemoryAccount account(budget, 0);
        Image image = makePicture(64, 32, PictureKind::Noise, true);
        const MemoryAccount::Scope scope(&account);
        EXPECT_THROW((void)encodeWebp(std::move(image), quality), MemoryRefused);
        EXPECT_EQ(account.neededBytes(), 1'300'000U + 90U * 64 * 32);
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

TEST(Webp, RefusesLossyFilesWithoutThePartitionOfPixels) {
    std::vector<std::byte> file = encodeWebp(makePicture(32, 16, PictureKind::Noise, false), 80);
    constexpr std::size_t kChunk = 12;
    ASSERT_TRUE(std::ranges::equal(std::span(file).subspan(kChunk, 4), bytesOfText("VP8 ")));
    constexpr std::size_t kFrame = kChunk + 8;
    constexpr std::size_t kFirstPartition = kFrame + 10;
    // The frame begins with 24 bits, of which the upper 19 are the size of the first partition. Now it takes
    // all bytes that follow.
    constexpr std::uint32_t kFlags = 0x1F;
    const auto size = static_cast<std::uint32_t>(file.size() - kFirstPartition);
    const std::uint32_t tag = size << 5U | (std::to_integer<std::uint32_t>(file[kFrame]) & kFlags);
    for (std::size_t i = 0; i < 3; ++i)
        file[kFrame + i] = static_cast<std::byte>(tag >> (8 * i) & 0xFFU);
    EXPECT_THAT(readWebp(file).error().text(),
                HasSubstr("pixels at 0x0: libwebp says: the picture cannot be decoded"));
}

}  // namespace
}  // namespace rigkiln::images
