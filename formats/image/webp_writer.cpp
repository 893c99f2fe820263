#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <webp/encode.h>

#include "formats/image/png.hpp"
#include "formats/image/webp.hpp"
#include "pipeline/base/memory_account.hpp"

namespace rigkiln::images {
namespace {

/// Effort of the compression, 0 to 9. Measured in docs/performance.md, section Images: more takes longer and
/// saves less than a hundredth.
constexpr int kWebpLevel = 3;
/// Memory that libwebp takes for a pixel at most, measured for noise; by malloc.
constexpr std::size_t kEncoderBytes = 44;
/// Longest side that libwebp writes.
constexpr std::uint32_t kLongestSide = 16383;

struct FreePicture {
    void operator()(WebPPicture* picture) const {
        WebPPictureFree(picture);
        delete picture;  // NOLINT(cppcoreguidelines-owning-memory): the owner of the unique_ptr
    }
};

/// Memory of libwebp's writer, freed at the end.
class WrittenBytes {
public:
    WrittenBytes() { WebPMemoryWriterInit(&writer_); }
    ~WrittenBytes() { WebPMemoryWriterClear(&writer_); }
    WrittenBytes(const WrittenBytes&) = delete;
    WrittenBytes& operator=(const WrittenBytes&) = delete;

    [[nodiscard]] WebPMemoryWriter* writer() { return &writer_; }
    [[nodiscard]] std::span<const std::byte> bytes() const {
        return std::as_bytes(std::span(writer_.mem, writer_.size));
    }

private:
    WebPMemoryWriter writer_{};
};

WebPConfig losslessConfig() {
    WebPConfig config;
    // Both fail only for another version of the library than that of the header.
    if (WebPConfigInit(&config) == 0 || WebPConfigLosslessPreset(&config, kWebpLevel) == 0)
        throw std::bad_alloc();
    config.exact = 1;  // alpha may be other data than opacity
    config.thread_level = 0;
    return config;
}

}  // namespace

std::vector<std::byte> encodeWebp(Image image) {
    if (image.width > kLongestSide || image.height > kLongestSide) return encodePng(std::move(image));
    requireMemory(kEncoderBytes * image.width * image.height);
    const WebPConfig config = losslessConfig();
    const std::unique_ptr<WebPPicture, FreePicture> picture(new WebPPicture);
    if (WebPPictureInit(picture.get()) == 0) throw std::bad_alloc();
    picture->use_argb = 1;
    picture->width = static_cast<int>(image.width);
    picture->height = static_cast<int>(image.height);
    const int stride = 4 * picture->width;
    if (WebPPictureImportRGBA(picture.get(), image.pixels.data(), stride) == 0) throw std::bad_alloc();
    image.pixels = std::vector<std::uint8_t>();  // `= {}` would keep the memory
    WrittenBytes written;
    picture->writer = &WebPMemoryWrite;
    picture->custom_ptr = written.writer();
    // A valid configuration and size leave want of memory as the only cause.
    if (WebPEncode(&config, picture.get()) == 0) throw std::bad_alloc();
    const auto bytes = written.bytes();
    return {bytes.begin(), bytes.end()};
}

}  // namespace rigkiln::images
