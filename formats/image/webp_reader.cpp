#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <webp/decode.h>

#include <fmt/format.h>

#include "formats/image/allocate_pixels.hpp"
#include "formats/image/image_size.hpp"
#include "formats/image/webp.hpp"
#include "pipeline/base/memory_account.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::images {
namespace {

constexpr std::string_view kRiff = "RIFF";
constexpr std::string_view kWebp = "WEBP";
constexpr std::size_t kWebpOffset = 8;

bool hasTextAt(std::span<const std::byte> file, std::size_t offset, std::string_view text) {
    return file.size() >= offset + text.size() &&
           std::ranges::equal(file.subspan(offset, text.size()), std::as_bytes(std::span(text)));
}

bool recognise(std::span<const std::byte> file, std::string_view /*extension*/) {
    return hasTextAt(file, 0, kRiff) && hasTextAt(file, kWebpOffset, kWebp);
}

std::string_view textOf(VP8StatusCode status) {
    switch (status) {
        case VP8_STATUS_NOT_ENOUGH_DATA:
            return "the file ends too early";
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            return "a feature that it does not know";
        case VP8_STATUS_BITSTREAM_ERROR:
            return "damaged data";
        default:
            return "the picture cannot be decoded";
    }
}

/// WebP file whose header has been read.
class WebpFile {
public:
    explicit WebpFile(std::span<const std::byte> file) : file_(file), reader_(file, path_) {
        // libwebp also takes bare VP8 streams, which are no files.
        if (!recognise(file, {})) reader_.failAt(0, "header", "is no RIFF file of the kind WEBP");
        WebPBitstreamFeatures features{};
        require(WebPGetFeatures(bytes(), file.size(), &features), "header");
        constexpr std::size_t kFirstChunk = 12;
        if (features.has_animation != 0)
            reader_.failAt(kFirstChunk, "VP8X", "is an animation, single pictures are read");
        requireSize(reader_, kFirstChunk, static_cast<std::uint64_t>(std::max(features.width, 0)),
                    static_cast<std::uint64_t>(std::max(features.height, 0)));
        constexpr int kLossy = 1;
        hasLossless_ = features.format != kLossy || features.has_alpha != 0;
        size_ = {static_cast<std::uint32_t>(features.width), static_cast<std::uint32_t>(features.height)};
    }

    [[nodiscard]] ImageSize size() const { return size_; }

    [[nodiscard]] Image decode() {
        Image image{.width = size_.width, .height = size_.height};
        allocatePixels(image);
        requireMemory(decoderBytes());
        WebPDecoderConfig config;
        if (WebPInitDecoderConfig(&config) == 0) throw std::bad_alloc();
        config.output.colorspace = MODE_RGBA;
        config.output.is_external_memory = 1;
        config.output.u.RGBA = {.rgba = image.pixels.data(),
                                .stride = static_cast<int>(4 * size_.width),
                                .size = image.pixels.size()};
        const VP8StatusCode status = WebPDecode(bytes(), file_.size(), &config);
        if (status == VP8_STATUS_OUT_OF_MEMORY) throw std::bad_alloc();
        require(status, "pixels");
        return image;
    }

private:
    /// Returns an upper bound of what libwebp takes by malloc: the pixels a second time, and, where something
    /// of the file is lossless, tables of codes. A file can have them for each tile of four pixels to a
    /// side, up to 65,536; the five codes of a tile take 20 bits at least.
    [[nodiscard]] std::size_t decoderBytes() const {
        constexpr std::size_t kMostTables = 65'536;
        constexpr std::size_t kTableBytes = 20'700;
        constexpr std::size_t kTileSide = 4;
        constexpr std::size_t kLeastBits = 20;
        constexpr std::size_t kBitsPerByte = 8;
        const std::size_t tiles = std::size_t{size_.width / kTileSide + 1} * (size_.height / kTileSide + 1);
        const std::size_t tables =
            hasLossless_ ? std::min({tiles, kMostTables, file_.size() * kBitsPerByte / kLeastBits}) : 0;
        return std::size_t{4} * size_.width * size_.height + tables * kTableBytes;
    }

    /// libwebp takes the file's bytes as unsigned char.
    [[nodiscard]] const std::uint8_t* bytes() const {
        return reinterpret_cast<const std::uint8_t*>(file_.data());  // NOLINT: see above
    }

    void require(VP8StatusCode status, std::string_view step) const {
        if (status != VP8_STATUS_OK) reader_.failAt(0, step, fmt::format("libwebp says: {}", textOf(status)));
    }

    std::span<const std::byte> file_;
    FieldPath path_;
    ByteReader reader_;
    ImageSize size_;
    bool hasLossless_ = false;
};

Result<ImageSize> measure(std::span<const std::byte> file) {
    return guarded<ImageSize>([&] { return WebpFile(file).size(); });
}

Result<Image> read(std::span<const std::byte> file, Diagnostics& /*diagnostics*/) {
    return guarded<Image>([&] { return WebpFile(file).decode(); });
}

constexpr std::array<std::string_view, 1> kExtensions = {".webp"};

}  // namespace

constinit const ImageModule kWebpFormat{.id = "webp",
                                        .title = "WebP",
                                        .extensions = kExtensions,
                                        .recognise = recognise,
                                        .measure = measure,
                                        .read = read};

}  // namespace rigkiln::images
