#include <algorithm>
#include <array>
#include <memory>
#include <spng.h>
#include <string_view>

#include <fmt/format.h>

#include "formats/image/allocate_pixels.hpp"
#include "formats/image/image_size.hpp"
#include "formats/image/png.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::images {
namespace {

struct FreeContext {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};

bool recognise(std::span<const std::byte> file, std::string_view /*extension*/) {
    constexpr std::array<std::uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    return file.size() >= kSignature.size() &&
           std::ranges::equal(file.first(kSignature.size()), std::as_bytes(std::span(kSignature)));
}

/// PNG file whose header has been read.
class PngFile {
public:
    explicit PngFile(std::span<const std::byte> file) : reader_(file, path_), context_(spng_ctx_new(0)) {
        if (!context_) throw std::bad_alloc();
        // Limits the chunks that libspng keeps: only the pixels are needed.
        constexpr std::size_t kLargestChunk = std::size_t{16} << 20U;
        require(spng_set_image_limits(context_.get(), kMaximumImageSide, kMaximumImageSide), "limits");
        require(spng_set_chunk_limits(context_.get(), kLargestChunk, kLargestChunk), "limits");
        require(spng_set_png_buffer(context_.get(), file.data(), file.size()), "file");
        spng_ihdr header{};
        require(spng_get_ihdr(context_.get(), &header), "IHDR");
        constexpr std::size_t kSizeOffset = 16;
        requireSize(reader_, kSizeOffset, header.width, header.height);
        size_ = {header.width, header.height};
    }

    [[nodiscard]] ImageSize size() const { return size_; }

    [[nodiscard]] Image decode() {
        Image image{.width = size_.width, .height = size_.height};
        allocatePixels(image);
        require(spng_decode_image(context_.get(), image.pixels.data(), image.pixels.size(), SPNG_FMT_RGBA8,
                                  SPNG_DECODE_TRNS),
                "IDAT");
        return image;
    }

private:
    void require(int code, std::string_view step) const {
        if (code != 0) reader_.failAt(0, step, fmt::format("libspng says: {}", spng_strerror(code)));
    }

    FieldPath path_;
    ByteReader reader_;
    std::unique_ptr<spng_ctx, FreeContext> context_;
    ImageSize size_;
};

Result<ImageSize> measure(std::span<const std::byte> file) {
    return guarded<ImageSize>([&] { return PngFile(file).size(); });
}

Result<Image> read(std::span<const std::byte> file, Diagnostics& /*diagnostics*/) {
    return guarded<Image>([&] { return PngFile(file).decode(); });
}

constexpr std::array<std::string_view, 1> kExtensions = {".png"};

}  // namespace

constinit const ImageModule kPngFormat{.id = "png",
                                       .title = "PNG",
                                       .extensions = kExtensions,
                                       .recognise = recognise,
                                       .measure = measure,
                                       .read = read};

}  // namespace rigkiln::images
