#include "formats/image/jpeg.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <turbojpeg.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/memory_account.hpp"
#include "tests/support/image/picture.hpp"

namespace rigkiln::images {
namespace {

std::vector<std::byte> makeJpeg(const Image& image, int flags = 0) {
    const std::unique_ptr<void, int (*)(tjhandle)> compressor(tjInitCompress(), tjDestroy);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    EXPECT_EQ(tjCompress2(compressor.get(), image.pixels.data(), static_cast<int>(image.width), 0,
                          static_cast<int>(image.height), TJPF_RGBA, &bytes, &size, TJSAMP_444, 95, flags),
              0);
    const auto all = std::as_bytes(std::span(bytes, size));
    std::vector<std::byte> file(all.begin(), all.end());
    tjFree(bytes);
    return file;
}

Result<Image> readJpeg(std::span<const std::byte> file) {
    Diagnostics diagnostics;
    return kJpegFormat.read(file, diagnostics);
}

TEST(Jpeg, ReadsBaselineAndProgressive) {
    const Image image = makePicture(37, 21, PictureKind::Flat, false);
    for (const int flags : {0, TJFLAG_PROGRESSIVE}) {
        const Result<Image> again = readJpeg(makeJpeg(image, flags));
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(again->width, 37U);
        EXPECT_EQ(again->height, 21U);
        for (std::size_t i = 0; i < image.pixels.size(); ++i)
            ASSERT_LE(std::abs(int{image.pixels[i]} - int{again->pixels[i]}), 3);
    }
}

/// An allocator that holds nothing.
class NoHeap : public Heap {
public:
    std::size_t usedBytes() override { return 0; }
    std::size_t freeBytes() override { return 0; }
    void giveBackFreePages() override {}
};

TEST(Jpeg, RequiresTheMemoryOfCoefficientsWhereThereAreSeveralScans) {
    const Image image = makePicture(64, 64, PictureKind::Flat, false);
    const std::size_t pixels = std::size_t{64} * 64;
    NoHeap heap;
    MemoryBudget budget(&heap, 7 * pixels, 7 * pixels);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    EXPECT_TRUE(readJpeg(makeJpeg(image)));
    const std::vector<std::byte> progressive = makeJpeg(image, TJFLAG_PROGRESSIVE);
    EXPECT_THROW((void)readJpeg(progressive), MemoryRefused);
    EXPECT_EQ(account.neededBytes(), 8 * pixels);
}

TEST(Jpeg, RefusesWhatIsCutInItsHeader) {
    const std::vector<std::byte> file = makeJpeg(makePicture(16, 16, PictureKind::Smooth, false));
    for (std::size_t size = 0; size < 150; ++size)
        EXPECT_FALSE(readJpeg(std::span(file).first(size))) << size;
}

TEST(Jpeg, RefusesSizesThatLie) {
    std::vector<std::byte> file = makeJpeg(makePicture(16, 16, PictureKind::Flat, false));
    std::size_t frame = 2;
    while (file[frame + 1] != std::byte{0xC0})
        ++frame;
    file[frame + 5] = file[frame + 7] = std::byte{0xEA};
    file[frame + 6] = file[frame + 8] = std::byte{0x60};
    const Result<Image> image = readJpeg(file);
    ASSERT_FALSE(image);
    EXPECT_THAT(image.error().text(),
                testing::HasSubstr("60000 x 60000 pixels, 1 to 16384 each way are read"));
}

}  // namespace
}  // namespace rigkiln::images
