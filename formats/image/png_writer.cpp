#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <libdeflate.h>
#include <memory>
#include <new>
#include <span>
#include <string_view>

#include "formats/image/png.hpp"

namespace rigkiln::image_format {
namespace {

// Written over libdeflate: two to three times as fast as libpng and libspng, which use zlib, at the same size
// (docs/performance.md). A PNG is a signature and three chunks; its compression is the library's.

constexpr int kLevel = 3;
constexpr int kTrialLevel = 1;

enum class Filter : std::uint8_t { None, Sub, Up, Average, Paeth };
constexpr std::array kTried = {Filter::None, Filter::Sub, Filter::Up, Filter::Paeth};

struct FreeCompressor {
    void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
};
using Compressor = std::unique_ptr<libdeflate_compressor, FreeCompressor>;

Compressor makeCompressor(int level) {
    Compressor compressor(libdeflate_alloc_compressor(level));
    if (!compressor) throw std::bad_alloc();
    return compressor;
}

/// A zlib stream. The room for the worst case is never touched where it is not needed, as a vector's would
/// be.
struct Packed {
    std::unique_ptr<std::byte[]> room{};
    std::size_t size = 0;

    [[nodiscard]] std::span<const std::byte> bytes() const { return {room.get(), size}; }
};

Packed compress(std::span<const std::uint8_t> bytes, int level) {
    const Compressor compressor = makeCompressor(level);
    const std::size_t most = libdeflate_zlib_compress_bound(compressor.get(), bytes.size());
    Packed packed{.room = std::make_unique_for_overwrite<std::byte[]>(most)};
    packed.size =
        libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), packed.room.get(), most);
    return packed;
}

std::uint8_t paeth(std::uint8_t left, std::uint8_t above, std::uint8_t aboveLeft) {
    const int toLeft = std::abs(int{above} - int{aboveLeft});
    const int toAbove = std::abs(int{left} - int{aboveLeft});
    const int toAboveLeft = std::abs(int{left} + int{above} - 2 * int{aboveLeft});
    if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
    return toAbove <= toAboveLeft ? above : aboveLeft;
}

/// The rows of a picture as PNG stores them, each behind the number of its filter.
class Rows {
public:
    Rows(const Image& image, bool hasAlpha)
        : image_(image),
          pixelBytes_(hasAlpha ? 4 : 3),
          rowBytes_(pixelBytes_ * image.width),
          current_(rowBytes_),
          above_(rowBytes_),
          filtered_(rowBytes_) {}

    /// Appends some rows, each with the filter that leaves the smallest numbers, or with none.
    void append(std::size_t first, std::size_t count, bool isFiltered, std::vector<std::uint8_t>& rows) {
        for (std::size_t y = first; y < first + count; ++y) {
            load(y, current_);
            if (!isFiltered) {
                rows.push_back(static_cast<std::uint8_t>(Filter::None));
                rows.insert(rows.end(), current_.begin(), current_.end());
                continue;
            }
            if (y > 0) {
                load(y - 1, above_);
            } else {
                std::ranges::fill(above_, std::uint8_t{0});
            }
            appendBest(rows);
        }
    }

    [[nodiscard]] std::size_t storedBytes(std::size_t rows) const { return rows * (rowBytes_ + 1); }

private:
    void load(std::size_t y, std::vector<std::uint8_t>& row) const {
        const std::uint8_t* pixels = &image_.pixels[std::size_t{4} * image_.width * y];
        if (pixelBytes_ == 4) {
            std::memcpy(row.data(), pixels, row.size());
            return;
        }
        for (std::size_t x = 0; x < image_.width; ++x)
            std::memcpy(&row[3 * x], &pixels[4 * x], 3);
    }

    void appendBest(std::vector<std::uint8_t>& rows) {
        const std::size_t start = rows.size();
        rows.resize(start + 1 + rowBytes_);
        std::uint64_t least = ~std::uint64_t{0};
        for (const Filter filter : kTried) {
            apply(filter);
            std::uint64_t sum = 0;
            for (const std::uint8_t value : filtered_)
                sum += static_cast<std::uint64_t>(std::abs(int{static_cast<std::int8_t>(value)}));
            if (sum >= least) continue;
            least = sum;
            rows[start] = static_cast<std::uint8_t>(filter);
            std::memcpy(&rows[start + 1], filtered_.data(), rowBytes_);
        }
    }

    void apply(Filter filter) {
        const auto subtract = [this](auto prediction) {
            for (std::size_t i = 0; i < rowBytes_; ++i)
                filtered_[i] = static_cast<std::uint8_t>(current_[i] - prediction(i));
        };
        const auto left = [this](std::size_t i) {
            return i < pixelBytes_ ? std::uint8_t{0} : current_[i - pixelBytes_];
        };
        const auto aboveLeft = [this](std::size_t i) {
            return i < pixelBytes_ ? std::uint8_t{0} : above_[i - pixelBytes_];
        };
        switch (filter) {
            case Filter::Sub:
                return subtract(left);
            case Filter::Up:
                return subtract([this](std::size_t i) { return above_[i]; });
            case Filter::Paeth:
                return subtract([&](std::size_t i) { return paeth(left(i), above_[i], aboveLeft(i)); });
            default:
                return subtract([](std::size_t) { return std::uint8_t{0}; });
        }
    }

    const Image& image_;
    std::size_t pixelBytes_;
    std::size_t rowBytes_;
    std::vector<std::uint8_t> current_;
    std::vector<std::uint8_t> above_;
    std::vector<std::uint8_t> filtered_;
};

/// Whether filters make the picture smaller: those that were compressed in blocks, and drawings, are smaller
/// without. Tried on strips from all over it.
bool isSmallerFiltered(Rows& rows, std::size_t height) {
    constexpr std::size_t kStrips = 8;
    constexpr std::size_t kStripRows = 8;
    std::vector<std::uint8_t> plain;
    std::vector<std::uint8_t> filtered;
    for (std::size_t strip = 0; strip < kStrips; ++strip) {
        const std::size_t first = height * strip / kStrips;
        const std::size_t count = std::min(kStripRows, height * (strip + 1) / kStrips - first);
        rows.append(first, count, false, plain);
        rows.append(first, count, true, filtered);
    }
    return compress(filtered, kTrialLevel).size < compress(plain, kTrialLevel).size;
}

/// `numbers = {}` would keep the memory.
void release(std::vector<std::uint8_t>& numbers) {
    numbers = std::vector<std::uint8_t>();
}

bool isOpaque(const Image& image) {
    constexpr std::uint8_t kOpaque = 255;
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
        if (image.pixels[i] != kOpaque) return false;
    }
    return true;
}

std::vector<std::uint8_t> storedRows(const Image& image, bool hasAlpha) {
    Rows rows(image, hasAlpha);
    std::vector<std::uint8_t> stored;
    stored.reserve(rows.storedBytes(image.height));
    rows.append(0, image.height, isSmallerFiltered(rows, image.height), stored);
    return stored;
}

void appendNumber(std::uint32_t number, std::vector<std::byte>& bytes) {
    for (unsigned shift = 32; shift > 0; shift -= 8)
        bytes.push_back(static_cast<std::byte>(number >> (shift - 8) & 0xFFU));
}

void appendChunk(std::string_view type, std::span<const std::byte> content, std::vector<std::byte>& file) {
    appendNumber(static_cast<std::uint32_t>(content.size()), file);
    const std::size_t checkedFrom = file.size();
    const auto name = std::as_bytes(std::span(type));
    file.insert(file.end(), name.begin(), name.end());
    file.insert(file.end(), content.begin(), content.end());
    appendNumber(libdeflate_crc32(0, &file[checkedFrom], file.size() - checkedFrom), file);
}

}  // namespace

std::vector<std::byte> encodePng(Image image) {
    const bool hasAlpha = !isOpaque(image);
    std::vector<std::uint8_t> stored = storedRows(image, hasAlpha);
    release(image.pixels);
    const Packed packed = compress(stored, kLevel);
    release(stored);

    constexpr std::array<std::uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    const auto signature = std::as_bytes(std::span(kSignature));
    constexpr std::size_t kChunks = 57;  // all but the pixels
    std::vector<std::byte> file;
    file.reserve(kChunks + packed.size);
    file.assign(signature.begin(), signature.end());
    std::vector<std::byte> header;
    appendNumber(image.width, header);
    appendNumber(image.height, header);
    constexpr std::byte kBits{8};
    constexpr std::byte kColors{2};
    constexpr std::byte kColorsAndAlpha{6};
    header.insert(header.end(), {kBits, hasAlpha ? kColorsAndAlpha : kColors, {}, {}, {}});
    appendChunk("IHDR", header, file);
    appendChunk("IDAT", packed.bytes(), file);
    appendChunk("IEND", {}, file);
    return file;
}

}  // namespace rigkiln::image_format
