#include <string>
#include <turbojpeg.h>

#include <gtest/gtest.h>

#include "formats/image/bmp.hpp"
#include "formats/image/dds.hpp"
#include "formats/image/jpeg.hpp"
#include "formats/image/png.hpp"
#include "formats/image/tga.hpp"
#include "formats/image/webp.hpp"
#include "tests/support/image/bmp_builder.hpp"
#include "tests/support/image/dds_builder.hpp"
#include "tests/support/image/picture.hpp"
#include "tests/support/image/tga_builder.hpp"

/// Tests the size of an image as read from its header alone.
namespace rigkiln::images {
namespace {

using test::Bytes;

constexpr std::uint32_t kWidth = 12;
constexpr std::uint32_t kHeight = 8;

Bytes jpegFile() {
    const Image image = makePicture(kWidth, kHeight, PictureKind::Smooth, false);
    const std::unique_ptr<void, int (*)(tjhandle)> compressor(tjInitCompress(), tjDestroy);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    EXPECT_EQ(tjCompress2(compressor.get(), image.pixels.data(), kWidth, 0, kHeight, TJPF_RGBA, &bytes, &size,
                          TJSAMP_444, 95, 0),
              0);
    const auto all = std::as_bytes(std::span(bytes, size));
    Bytes file(all.begin(), all.end());
    tjFree(bytes);
    return file;
}

struct Sample {
    const ImageModule* format = nullptr;
    Bytes file{};
};

std::vector<Sample> samples() {
    constexpr std::size_t kPixels = std::size_t{kWidth} * kHeight;
    return {{&kPngFormat, encodePng(makePicture(kWidth, kHeight, PictureKind::Smooth, true))},
            {&kJpegFormat, jpegFile()},
            {&kWebpFormat, encodeWebp(makePicture(kWidth, kHeight, PictureKind::Smooth, true))},
            {&kDdsFormat, makeDds({.width = kWidth, .height = kHeight}, Bytes(kPixels / 2))},
            {&kTgaFormat, test::tgaFile({.width = kWidth, .height = kHeight, .pixels = Bytes(kPixels * 3)})},
            {&kBmpFormat, test::bmpFile({.width = kWidth, .height = kHeight, .pixels = Bytes(kPixels * 3)})}};
}

TEST(Measure, GivesTheSizeThatReadingGives) {
    for (const Sample& sample : samples()) {
        const Result<ImageSize> size = sample.format->measure(sample.file);
        ASSERT_TRUE(size) << sample.format->id << ": " << size.error().text();
        EXPECT_EQ(*size, (ImageSize{kWidth, kHeight})) << sample.format->id;
        Diagnostics diagnostics;
        const Result<Image> image = sample.format->read(sample.file, diagnostics);
        ASSERT_TRUE(image) << sample.format->id;
        EXPECT_EQ((ImageSize{image->width, image->height}), *size) << sample.format->id;
    }
}

TEST(Measure, RefusesEveryHeaderThatIsCutOff) {
    for (const Sample& sample : samples()) {
        constexpr std::size_t kShorterThanAnyHeader = 12;
        for (std::size_t size = 0; size < kShorterThanAnyHeader; ++size)
            EXPECT_FALSE(sample.format->measure(std::span(sample.file).first(size))) << sample.format->id;
    }
}

}  // namespace
}  // namespace rigkiln::images
