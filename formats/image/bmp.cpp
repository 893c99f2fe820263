#include "formats/image/bmp.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/image/alpha.hpp"
#include "formats/image/bmp_header.hpp"
#include "formats/image/bmp_masks.hpp"
#include "formats/image/bmp_packets.hpp"
#include "formats/image/colour.hpp"
#include "formats/image/image_issues.hpp"
#include "formats/image/palette.hpp"
#include "formats/image/stored_rows.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::images {
namespace {

constexpr std::string_view kExtension = ".bmp";
constexpr std::size_t kOctetBits = 8;
constexpr std::size_t kRowAlignmentBits = 32;

// --- pixels

std::uint8_t octet(std::byte byte) {
    return std::to_integer<std::uint8_t>(byte);
}

std::uint32_t word(std::span<const std::byte> octets) {
    std::uint32_t number = 0;
    for (std::size_t i = octets.size(); i-- > 0;)
        number = number << kOctetBits | octet(octets[i]);
    return number;
}

Colour fromBlueGreenRed(std::span<const std::byte> octets) {
    return {octet(octets[2]), octet(octets[1]), octet(octets[0]), kOpaque};
}

/// Colour index of the pixel at `x`, for pixels of at most 8 bits. The first pixel of a byte is in its high
/// bits.
std::size_t indexAt(std::span<const std::byte> row, std::size_t x, std::size_t bits) {
    const std::size_t at = x * bits;
    const std::size_t shift = kOctetBits - bits - at % kOctetBits;
    return octet(row[at / kOctetBits]) >> shift & ((1U << bits) - 1U);
}

/// Builds an image. `colourAt` takes the bytes of a row and the column.
template <class ColourAt>
Image imageFrom(const BmpHeader& header, std::span<const std::byte> stored, std::size_t rowBytes,
                const ColourAt& colourAt) {
    const std::size_t width = header.width;
    Image image{.width = header.width, .height = header.height};
    image.pixels.resize(width * header.height * sizeof(Colour));
    for (std::size_t row = 0; row < header.height; ++row) {
        const std::size_t y = header.isTopDown ? row : header.height - 1U - row;
        const auto from = stored.subspan(row * rowBytes);
        const auto to = std::span(image.pixels).subspan(y * width * sizeof(Colour), width * sizeof(Colour));
        for (std::size_t x = 0; x < width; ++x)
            std::ranges::copy(colourAt(from, x), to.subspan(x * sizeof(Colour)).begin());
    }
    return image;
}

// --- the file

/// Reads the palette in front of the pixels. It may be shorter than the header says, or than the pixels need:
/// many files are so.
Palette takePalette(ByteReader& reader, const BmpHeader& header) {
    const std::size_t nameable = std::size_t{1} << header.bits;
    const std::size_t wanted =
        header.colourCount == 0 ? nameable : std::min<std::size_t>(header.colourCount, nameable);
    const std::size_t room = (header.pixelOffset - reader.offset()) / header.colourBytes;
    const std::size_t count = std::min(wanted, room);
    if (count == 0) {
        reader.fail(
            "colours",
            fmt::format("{} bytes are in front of the pixels, at least 1 colour of {} bytes is needed",
                        header.pixelOffset - reader.offset(), header.colourBytes));
    }
    std::vector<Colour> colours;
    colours.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        colours.push_back(fromBlueGreenRed(reader.take("colours", header.colourBytes)));
    return Palette(std::move(colours));
}

/// Skips to the pixels. Precondition: the reader is not behind them.
void skipToPixels(ByteReader& reader, const BmpHeader& header) {
    reader.take("gap", header.pixelOffset - reader.offset());
}

std::size_t rowBytesOf(const BmpHeader& header) {
    const std::size_t bits = std::size_t{header.width} * header.bits;
    return (bits + kRowAlignmentBits - 1) / kRowAlignmentBits * (kRowAlignmentBits / kOctetBits);
}

std::span<const std::byte> takeStoredRows(ByteReader& reader, const BmpHeader& header) {
    return takeRows(reader, {.width = header.width,
                             .height = header.height,
                             .pixelBits = header.bits,
                             .rowBytes = rowBytesOf(header)});
}

void report(const UnpackedBmp& unpacked, Diagnostics& diagnostics) {
    if (unpacked.unsetPixels > 0) {
        diagnostics.add(kUnsetPixels, "pixels",
                        fmt::format("{} of {} pixels", unpacked.unsetPixels, unpacked.indices.size()));
    }
    if (unpacked.cutPixels > 0)
        diagnostics.add(kRunPastRow, "pixels", fmt::format("{} pixels too many", unpacked.cutPixels));
}

Image decodeMapped(ByteReader& reader, const BmpHeader& header, Diagnostics& diagnostics) {
    Palette palette = takePalette(reader, header);
    skipToPixels(reader, header);
    Image image;
    if (header.packing == BmpPacking::None) {
        image = imageFrom(header, takeStoredRows(reader, header), rowBytesOf(header),
                          [&](std::span<const std::byte> row, std::size_t x) {
                              return palette.at(indexAt(row, x, header.bits));
                          });
    } else {
        const UnpackedBmp unpacked = unpackBmp(reader, header);
        image = imageFrom(
            header, unpacked.indices, header.width,
            [&](std::span<const std::byte> row, std::size_t x) { return palette.at(octet(row[x])); });
        report(unpacked, diagnostics);
    }
    palette.report(diagnostics);
    return image;
}

Image decode24(ByteReader& reader, const BmpHeader& header) {
    skipToPixels(reader, header);
    return imageFrom(
        header, takeStoredRows(reader, header), rowBytesOf(header),
        [](std::span<const std::byte> row, std::size_t x) { return fromBlueGreenRed(row.subspan(x * 3)); });
}

/// Decodes 16 or 32 bits per pixel. Without masks, a file of 32 bits does not say what its fourth byte is.
Image decodeMasked(ByteReader& reader, const BmpHeader& header, Diagnostics& diagnostics) {
    const PixelMasks masks = masksOf(reader, header);
    skipToPixels(reader, header);
    const std::size_t pixelBytes = header.bits / kOctetBits;
    Image image = imageFrom(header, takeStoredRows(reader, header), rowBytesOf(header),
                            [&](std::span<const std::byte> row, std::size_t x) {
                                return masks.of(word(row.subspan(x * pixelBytes, pixelBytes)));
                            });
    const bool isUndeclared = header.bits == 32 && header.packing == BmpPacking::None;
    settleAlpha(image, isUndeclared ? AlphaMeaning::Undeclared : AlphaMeaning::Declared, diagnostics);
    return image;
}

Image decode(std::span<const std::byte> file, Diagnostics& diagnostics) {
    FieldPath path;
    ByteReader reader(file, path);
    const BmpHeader header = decodeBmpHeader(reader);
    if (header.pixelOffset < reader.offset() || header.pixelOffset > file.size()) {
        reader.failAt(kBmpPixelOffsetOffset, "pixel offset",
                      fmt::format("{}, the headers end at {} and the file at {}", header.pixelOffset,
                                  reader.offset(), file.size()));
    }
    if (header.bits <= kOctetBits) return decodeMapped(reader, header, diagnostics);
    if (header.bits == 24) return decode24(reader, header);
    return decodeMasked(reader, header, diagnostics);
}

Result<ImageSize> measure(std::span<const std::byte> file) {
    return guarded<ImageSize>([&] {
        FieldPath path;
        ByteReader reader(file, path);
        const BmpHeader header = decodeBmpHeader(reader);
        return ImageSize{header.width, header.height};
    });
}

Result<Image> read(std::span<const std::byte> file, Diagnostics& diagnostics) {
    return guarded<Image>([&] { return decode(file, diagnostics); });
}

/// Two letters are weak evidence. Without the extension the header must also have a known length.
bool recognise(std::span<const std::byte> file, std::string_view extension) {
    return hasBmpSignature(file) && (extension == kExtension || hasKnownBmpHeader(file));
}

constexpr std::array kExtensions = {kExtension};
constexpr std::array kIssues = {&kAlphaUndeclared, &kPaletteIndex, &kUnsetPixels, &kRunPastRow};

}  // namespace

constinit const ImageModule kBmpFormat{
    .id = "bmp",
    .title = "Windows bitmap",
    .extensions = kExtensions,
    .revision = 1,
    .issues = kIssues,
    .recognise = recognise,
    .measure = measure,
    .read = read,
};

}  // namespace rigkiln::images
