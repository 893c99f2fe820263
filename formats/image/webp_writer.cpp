#include <algorithm>
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
/// Effort of lossy compression, 0 to 6, as measured there: 6 takes seven times as long and saves four
/// hundredths.
constexpr int kLossyMethod = 4;
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

/// Returns how much memory libwebp takes by malloc at most, for one lossless encoding and a lossy one of the
/// same picture after it. Measured for noise, noise of two values and chequers, with and without alpha, of 64
/// to 2,048 pixels to a side (docs/performance.md, section Images): its tables are large for small pictures,
/// and do not grow any more from about 512 x 512 on.
std::size_t encoderBytes(std::size_t pixels) {
    constexpr std::size_t kTableBytes = 1'300'000;
    constexpr std::size_t kBytesBySmallPixel = 90;
    constexpr std::size_t kMostTableBytes = 12'000'000;
    constexpr std::size_t kBytesByPixel = 41;
    return std::min(kTableBytes + kBytesBySmallPixel * pixels, kMostTableBytes + kBytesByPixel * pixels);
}

WebPConfig losslessConfig() {
    WebPConfig config;
    // Both fail only for another version of the library than that of the header.
    if (WebPConfigInit(&config) == 0 || WebPConfigLosslessPreset(&config, kWebpLevel) == 0)
        throw std::bad_alloc();
    config.exact = 1;  // alpha may be other data than opacity
    config.thread_level = 0;
    return config;
}

WebPConfig lossyConfig(std::uint32_t quality) {
    WebPConfig config;
    if (WebPConfigInit(&config) == 0) throw std::bad_alloc();  // as above
    config.quality = static_cast<float>(quality);
    config.method = kLossyMethod;
    config.use_sharp_yuv = 1;  // edges between colours, which textures have many of
    config.exact = 1;
    config.thread_level = 0;
    return config;
}

/// Returns the file; empty for a picture that a lossy one cannot hold, whose partitions are limited.
std::vector<std::byte> encode(const WebPConfig& config, WebPPicture& picture) {
    WrittenBytes written;
    picture.writer = &WebPMemoryWrite;
    picture.custom_ptr = written.writer();
    if (WebPEncode(&config, &picture) == 0) {
        const bool isTooRich = picture.error_code == VP8_ENC_ERROR_PARTITION0_OVERFLOW ||
                               picture.error_code == VP8_ENC_ERROR_PARTITION_OVERFLOW;
        if (isTooRich) return {};
        // A valid configuration and size leave want of memory as the only other cause.
        throw std::bad_alloc();
    }
    const auto bytes = written.bytes();
    return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<std::byte> encodeWebp(Image image, std::uint32_t quality) {
    if (image.width > kLongestSide || image.height > kLongestSide) return encodePng(std::move(image));
    requireMemory(encoderBytes(std::size_t{image.width} * image.height));
    const std::unique_ptr<WebPPicture, FreePicture> picture(new WebPPicture);
    if (WebPPictureInit(picture.get()) == 0) throw std::bad_alloc();
    picture->use_argb = 1;
    picture->width = static_cast<int>(image.width);
    picture->height = static_cast<int>(image.height);
    const int stride = 4 * picture->width;
    if (WebPPictureImportRGBA(picture.get(), image.pixels.data(), stride) == 0) throw std::bad_alloc();
    image.pixels = std::vector<std::uint8_t>();  // `= {}` would keep the memory
    // Lossless first: it reads the pixels, which a lossy encoding turns into another form beside them.
    std::vector<std::byte> file = encode(losslessConfig(), *picture);
    if (quality == 0) return file;
    std::vector<std::byte> lossy = encode(lossyConfig(quality), *picture);
    return lossy.empty() || lossy.size() >= file.size() ? file : lossy;
}

}  // namespace rigkiln::images
