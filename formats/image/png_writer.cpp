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
#include <utility>

#include "formats/image/png.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln::images {
namespace {

// Uses libdeflate: two to three times as fast as libpng and libspng, which use zlib, at the same size
// (docs/performance.md). This file writes the signature, three chunks and the row filters.

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

/// zlib stream. The buffer is not zeroed, so unused memory is never touched; a vector would touch it.
struct Packed {
    std::unique_ptr<std::byte[]> room{};
    std::size_t size = 0;

    [[nodiscard]] std::span<const std::byte> bytes() const { return {room.get(), size}; }
};

/// `expected` is a size that the result rarely exceeds; if it does, compression runs again with the maximum
/// size. Does not influence the bytes.
Packed compress(std::span<const std::uint8_t> bytes, int level, std::size_t expected) {
    const Compressor compressor = makeCompressor(level);
    const std::size_t most = libdeflate_zlib_compress_bound(compressor.get(), bytes.size());
    Packed packed;
    for (std::size_t room = std::min(expected, most); packed.size == 0; room = most) {
        packed.room = nullptr;
        packed.room = std::make_unique_for_overwrite<std::byte[]>(room);
        packed.size =
            libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), packed.room.get(), room);
    }
    return packed;
}

std::uint8_t paeth(std::uint8_t left, std::uint8_t above, std::uint8_t aboveLeft) {
    const int toLeft = std::abs(int{above} - int{aboveLeft});
    const int toAbove = std::abs(int{left} - int{aboveLeft});
    const int toAboveLeft = std::abs(int{left} + int{above} - 2 * int{aboveLeft});
    if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
    return toAbove <= toAboveLeft ? above : aboveLeft;
}

/// Makes the rows of a PNG, each preceded by its filter byte.
class Rows {
public:
    Rows(std::size_t width, bool hasAlpha)
        : width_(width),
          pixelBytes_(hasAlpha ? 4 : 3),
          rowBytes_(pixelBytes_ * width),
          current_(rowBytes_),
          above_(rowBytes_),
          filtered_(rowBytes_) {}

    [[nodiscard]] std::size_t storedBytes() const { return rowBytes_ + 1; }

    /// Writes row `y` as storedBytes() bytes, with no filter or with the one that leaves the smallest sum of
    /// absolute values. `stored` may overlap row `y` and the rows below it in `pixels`; the row above must
    /// still be intact.
    void store(std::span<const std::uint8_t> pixels, std::size_t y, bool isFiltered, std::uint8_t* stored) {
        load(pixels, y, current_);
        if (isFiltered) loadAbove(pixels, y);
        storeCurrent(isFiltered, stored);
    }

    /// Like `store`, for row 0 or the row below the one stored last. Remembers the row above, which may
    /// already be overwritten in `pixels`.
    void storeNext(std::span<const std::uint8_t> pixels, std::size_t y, bool isFiltered,
                   std::uint8_t* stored) {
        std::swap(above_, current_);
        if (y == 0) std::ranges::fill(above_, std::uint8_t{0});
        load(pixels, y, current_);
        storeCurrent(isFiltered, stored);
    }

private:
    void load(std::span<const std::uint8_t> pixels, std::size_t y, std::vector<std::uint8_t>& row) const {
        const std::uint8_t* from = &pixels[std::size_t{4} * width_ * y];
        if (pixelBytes_ == 4) {
            std::memcpy(row.data(), from, row.size());
            return;
        }
        for (std::size_t x = 0; x < width_; ++x)
            std::memcpy(&row[3 * x], &from[4 * x], 3);
    }

    void loadAbove(std::span<const std::uint8_t> pixels, std::size_t y) {
        if (y > 0) {
            load(pixels, y - 1, above_);
        } else {
            std::ranges::fill(above_, std::uint8_t{0});
        }
    }

    void storeCurrent(bool isFiltered, std::uint8_t* stored) {
        if (isFiltered) return storeBest(stored);
        stored[0] = static_cast<std::uint8_t>(Filter::None);
        std::memcpy(stored + 1, current_.data(), rowBytes_);
    }

    void storeBest(std::uint8_t* stored) {
        std::uint64_t least = ~std::uint64_t{0};
        for (const Filter filter : kTried) {
            apply(filter);
            std::uint64_t sum = 0;
            for (const std::uint8_t value : filtered_)
                sum += static_cast<std::uint64_t>(std::abs(int{static_cast<std::int8_t>(value)}));
            if (sum >= least) continue;
            least = sum;
            stored[0] = static_cast<std::uint8_t>(filter);
            std::memcpy(stored + 1, filtered_.data(), rowBytes_);
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

    std::size_t width_;
    std::size_t pixelBytes_;
    std::size_t rowBytes_;
    std::vector<std::uint8_t> current_;
    std::vector<std::uint8_t> above_;
    std::vector<std::uint8_t> filtered_;
};

struct Trial {
    /// Whether filters make the file smaller. They do not for drawings and for pictures that were
    /// block-compressed.
    bool isFiltered = false;
    double ratio = 1;  ///< packed size / size of the rows
};

/// Compresses strips from all over the picture with and without filters.
Trial tryFilters(const Image& image, Rows& rows) {
    constexpr std::size_t kStrips = 8;
    constexpr std::size_t kStripRows = 8;
    std::vector<std::uint8_t> plain;
    std::vector<std::uint8_t> filtered;
    const auto append = [&](std::size_t y, bool isFiltered, std::vector<std::uint8_t>& strips) {
        const std::size_t start = strips.size();
        strips.resize(start + rows.storedBytes());
        rows.store(image.pixels, y, isFiltered, &strips[start]);
    };
    for (std::size_t strip = 0; strip < kStrips; ++strip) {
        const std::size_t first = image.height * strip / kStrips;
        const std::size_t end = std::min(first + kStripRows, image.height * (strip + 1) / kStrips);
        for (std::size_t y = first; y < end; ++y) {
            checkStop();
            append(y, false, plain);
            append(y, true, filtered);
        }
    }
    const auto sizeOf = [](const std::vector<std::uint8_t>& strips) {
        return compress(strips, kTrialLevel, strips.size()).size;
    };
    const std::size_t withFilters = sizeOf(filtered);
    const std::size_t without = sizeOf(plain);
    return {.isFiltered = withFilters < without,
            .ratio = static_cast<double>(std::min(withFilters, without)) / static_cast<double>(plain.size())};
}

bool isOpaque(const Image& image) {
    constexpr std::uint8_t kOpaque = 255;
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
        if (image.pixels[i] != kOpaque) return false;
    }
    return true;
}

struct StoredRows {
    std::vector<std::uint8_t> octets{};
    std::size_t expectedPacked = 0;  ///< bytes; the packed size rarely exceeds this
};

/// Builds the rows in the memory of the pixels, so that the picture is never in memory twice. Rows without
/// alpha are shorter than the pixels' rows and are made from the top. Rows with alpha are one byte longer and
/// are made from the bottom.
StoredRows storedRows(Image& image, bool hasAlpha) {
    Rows rows(image.width, hasAlpha);
    const Trial trial = tryFilters(image, rows);
    const bool isFiltered = trial.isFiltered;
    std::vector<std::uint8_t> stored = std::move(image.pixels);
    const std::size_t size = rows.storedBytes();
    if (hasAlpha) stored.resize(size * image.height);  // reserved by allocatePixels
    for (std::size_t i = 0; i < image.height; ++i) {
        checkStop();
        if (hasAlpha) {
            const std::size_t y = image.height - 1 - i;
            rows.store(stored, y, isFiltered, &stored[y * size]);
        } else {
            rows.storeNext(stored, i, isFiltered, &stored[i * size]);
        }
    }
    stored.resize(size * image.height);
    // The trial compresses small strips at a low level, so its ratio is rarely exceeded.
    constexpr std::size_t kSlack = 65536;
    const auto expected = static_cast<std::size_t>(trial.ratio * static_cast<double>(stored.size())) + kSlack;
    return {.octets = std::move(stored), .expectedPacked = expected};
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
    StoredRows stored = storedRows(image, hasAlpha);
    const Packed packed = compress(stored.octets, kLevel, stored.expectedPacked);
    stored.octets = std::vector<std::uint8_t>();  // `= {}` would keep the memory

    constexpr std::array<std::uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    const auto signature = std::as_bytes(std::span(kSignature));
    constexpr std::size_t kChunks = 57;  // bytes of the file besides the compressed pixels
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

}  // namespace rigkiln::images
