#include "formats/image/jpeg.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <turbojpeg.h>
#include <type_traits>

#include <fmt/format.h>

#include "formats/image/image_size.hpp"
#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::images {
namespace {

struct Destroy {
    void operator()(void* decompressor) const { tjDestroy(decompressor); }
};

bool recognise(std::span<const std::byte> file, std::string_view /*extension*/) {
    constexpr std::array<std::uint8_t, 3> kStart = {0xFF, 0xD8, 0xFF};
    return file.size() >= kStart.size() &&
           std::ranges::equal(file.first(kStart.size()), std::as_bytes(std::span(kStart)));
}

/// Returns how many bytes libjpeg-turbo takes for a pixel beside the rows at work. Where the colours come in
/// several scans it holds the coefficients of the whole image, by malloc.
std::size_t coefficientBytes(std::span<const std::byte> file) {
    constexpr std::size_t kMost = 8;  // of two bytes each, for four colours
    constexpr std::size_t kHead = 2 * sizeof(std::uint16_t);
    constexpr std::size_t kBeforeColors = 5;
    constexpr std::uint16_t kFirstFrame = 0xFFC0;
    constexpr std::uint16_t kLastFrame = 0xFFCF;
    constexpr std::uint16_t kHuffmanTables = 0xFFC4;
    constexpr std::uint16_t kArithmeticTables = 0xFFCC;
    constexpr std::uint16_t kScan = 0xFFDA;
    FieldPath path;
    ByteReader reader(file, path, std::endian::big);
    if (reader.left() < kHead) return kMost;
    (void)reader.take("start", sizeof(std::uint16_t));
    std::size_t colors = 0;
    while (reader.left() >= kHead) {
        const auto marker = reader.read<std::uint16_t>("marker");
        const std::size_t length = reader.read<std::uint16_t>("length");
        // libjpeg-turbo skips what is no marker.
        if (marker < kFirstFrame || length <= sizeof(std::uint16_t) || length - 2 > reader.left()) break;
        ByteReader segment = reader.section("segment", length - sizeof(std::uint16_t), "segment");
        if (marker == kScan) {
            return segment.read<std::uint8_t>("colors") < colors ? 2 * colors : 0;
        }
        if (marker > kLastFrame || marker == kHuffmanTables || marker == kArithmeticTables) continue;
        constexpr unsigned kKinds = 4;
        constexpr unsigned kProgressive = 2;
        if (marker % kKinds == kProgressive || segment.left() <= kBeforeColors) break;
        (void)segment.take("precision and size", kBeforeColors);
        colors = segment.read<std::uint8_t>("colors");
    }
    return kMost;
}

/// JPEG file whose header has been read.
class JpegFile {
public:
    explicit JpegFile(std::span<const std::byte> file)
        : file_(file), reader_(file, path_), decompressor_(tjInitDecompress()) {
        if (!decompressor_) throw std::bad_alloc();
        int width = 0;
        int height = 0;
        int sampling = 0;
        int colors = 0;
        require(tjDecompressHeader3(decompressor_.get(), bytes(), file_.size(), &width, &height, &sampling,
                                    &colors),
                "header");
        requireSize(reader_, 0, static_cast<std::uint64_t>(std::max(width, 0)),
                    static_cast<std::uint64_t>(std::max(height, 0)));
        size_ = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
    }

    [[nodiscard]] ImageSize size() const { return size_; }

    [[nodiscard]] Image decode() {
        Image image{.width = size_.width, .height = size_.height};
        image.pixels.resize(std::size_t{4} * size_.width * size_.height);
        requireMemory(coefficientBytes(file_) * size_.width * size_.height);
        require(tjDecompress2(decompressor_.get(), bytes(), file_.size(), image.pixels.data(),
                              static_cast<int>(size_.width), 0, static_cast<int>(size_.height), TJPF_RGBA,
                              TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT),
                "scans");
        return image;
    }

private:
    /// libjpeg-turbo takes the file's bytes as unsigned char.
    [[nodiscard]] const unsigned char* bytes() const {
        return reinterpret_cast<const unsigned char*>(file_.data());  // NOLINT: see above
    }

    void require(int code, std::string_view step) const {
        if (code == 0 || tjGetErrorCode(decompressor_.get()) == TJERR_WARNING) return;
        reader_.failAt(
            0, step, fmt::format("libjpeg-turbo says: {}", quote(tjGetErrorStr2(decompressor_.get()), 200)));
    }

    std::span<const std::byte> file_;
    FieldPath path_;
    ByteReader reader_;
    std::unique_ptr<void, Destroy> decompressor_;
    ImageSize size_;
};

Result<ImageSize> measure(std::span<const std::byte> file) {
    return guarded<ImageSize>([&] { return JpegFile(file).size(); });
}

Result<Image> read(std::span<const std::byte> file, Diagnostics& /*diagnostics*/) {
    return guarded<Image>([&] { return JpegFile(file).decode(); });
}

constexpr std::array<std::string_view, 2> kExtensions = {".jpg", ".jpeg"};

}  // namespace

constinit const ImageModule kJpegFormat{.id = "jpeg",
                                        .title = "JPEG",
                                        .extensions = kExtensions,
                                        .recognise = recognise,
                                        .measure = measure,
                                        .read = read};

}  // namespace rigkiln::images
