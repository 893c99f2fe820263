#include "formats/image/tga_header.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace rigkiln::images {
namespace {

// Offsets of fields that are checked only after later fields have been read.
constexpr std::size_t kImageTypeOffset = 2;
constexpr std::size_t kEntryCountOffset = 5;
constexpr std::size_t kEntryBitsOffset = 7;
constexpr std::size_t kPixelBitsOffset = 16;
constexpr std::size_t kDescriptorOffset = 17;

constexpr unsigned kInterleaving = 0xC0;  // interleaved row order, dropped in version 2; not supported

constexpr std::string_view kTgaSignature{"TRUEVISION-XFILE.\0", 18};
constexpr std::size_t kFooterBytes = 26;
constexpr std::size_t kExtensionBytes = 495;
constexpr std::size_t kAttributesOffset = 494;  // in the extension area

constexpr std::array<unsigned, 4> kColourBits = {15, 16, 24, 32};
constexpr std::array<unsigned, 2> kOneOrTwoOctets = {8, 16};

template <class Values>
bool contains(const Values& values, unsigned value) {
    return std::ranges::find(values, value) != values.end();
}

void requireKnownType(const ByteReader& reader, unsigned type) {
    constexpr std::array<unsigned, 6> kKnown = {1, 2, 3, 9, 10, 11};
    if (contains(kKnown, type)) return;
    if (type == 0) reader.failAt(kImageTypeOffset, "image type", "0, the file holds no image");
    if (type == 32 || type == 33) {
        reader.failAt(kImageTypeOffset, "image type",
                      fmt::format("{}, Huffman-coded images are not read", type));
    }
    reader.failAt(kImageTypeOffset, "image type", fmt::format("{}, 1, 2, 3, 9, 10 and 11 are known", type));
}

void requireKnownPixels(const ByteReader& reader, const TgaHeader& header) {
    const bool isTrueColour = header.kind() == TgaKind::TrueColour;
    const bool isKnown =
        isTrueColour ? contains(kColourBits, header.pixelBits) : contains(kOneOrTwoOctets, header.pixelBits);
    if (isKnown) return;
    reader.failAt(kPixelBitsOffset, "pixel depth",
                  fmt::format("{} bits, {} are read for image type {}", header.pixelBits,
                              isTrueColour ? "15, 16, 24 and 32" : "8 and 16", header.imageType));
}

void requireUsableMap(const ByteReader& reader, const TgaHeader& header) {
    if (!header.hasColourMap() || header.entryCount == 0) {
        reader.failAt(
            kEntryCountOffset, "colour map length",
            fmt::format("{} colours of a map of type {}, an image of type {} needs at least 1 of type 1",
                        header.entryCount, header.colourMapType, header.imageType));
    }
    if (!contains(kColourBits, header.entryBits)) {
        reader.failAt(kEntryBitsOffset, "colour map depth",
                      fmt::format("{} bits, 15, 16, 24 and 32 are read", header.entryBits));
    }
}

}  // namespace

TgaKind TgaHeader::kind() const {
    const unsigned unpacked = imageType & 7U;
    if (unpacked == 1) return TgaKind::Mapped;
    return unpacked == 2 ? TgaKind::TrueColour : TgaKind::Grey;
}

TgaHeader decodeTgaHeader(ByteReader& reader) {
    TgaHeader header;
    header.idLength = reader.read<std::uint8_t>("id length");
    header.colourMapType = reader.read<std::uint8_t>("colour map type");
    if (header.colourMapType > 1) {
        reader.failAt(1, "colour map type",
                      fmt::format("{}, 0 (none) and 1 (there is one) are known", header.colourMapType));
    }
    header.imageType = reader.read<std::uint8_t>("image type");
    requireKnownType(reader, header.imageType);
    header.firstEntry = reader.read<std::uint16_t>("colour map first entry");
    header.entryCount = reader.read<std::uint16_t>("colour map length");
    header.entryBits = reader.read<std::uint8_t>("colour map depth");
    header.originX = reader.read<std::uint16_t>("x origin");
    header.originY = reader.read<std::uint16_t>("y origin");
    header.width = reader.read<std::uint16_t>("width");
    header.height = reader.read<std::uint16_t>("height");
    header.pixelBits = reader.read<std::uint8_t>("pixel depth");
    header.descriptor = reader.read<std::uint8_t>("descriptor");

    requireKnownPixels(reader, header);
    if (header.kind() == TgaKind::Mapped) requireUsableMap(reader, header);
    if ((header.descriptor & kInterleaving) != 0) {
        reader.failAt(
            kDescriptorOffset, "descriptor",
            fmt::format("0x{:02X}, interleaved rows (bits 6 and 7) are not read", header.descriptor));
    }
    return header;
}

bool hasTgaFooter(std::span<const std::byte> file) {
    if (file.size() < kFooterBytes) return false;
    return std::ranges::equal(file.last(kTgaSignature.size()), std::as_bytes(std::span(kTgaSignature)));
}

std::optional<TgaAttributes> tgaAttributes(std::span<const std::byte> file) {
    if (!hasTgaFooter(file)) return std::nullopt;
    FieldPath path;
    ByteReader footer(file.last(kFooterBytes), path);
    const auto start = footer.read<std::uint32_t>("extension area offset");
    if (start == 0 || start > file.size() || file.size() - start < kExtensionBytes) return std::nullopt;
    ByteReader area(file.subspan(start, kExtensionBytes), path);
    if (area.read<std::uint16_t>("extension area size") < kExtensionBytes) return std::nullopt;
    return TgaAttributes{std::to_integer<std::uint8_t>(file[start + kAttributesOffset])};
}

}  // namespace rigkiln::images
