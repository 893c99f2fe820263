#include "formats/image/bmp_header.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "formats/image/image_size.hpp"

namespace rigkiln::images {
namespace {

constexpr std::string_view kBmpSignature = "BM";
constexpr std::size_t kFileHeaderBytes = 14;
constexpr std::size_t kWidthOffset = 18;
constexpr std::size_t kBitsOffset = 28;
constexpr std::size_t kCoreBitsOffset = 24;
constexpr std::size_t kPackingOffset = 30;
constexpr std::size_t kMasksOffset = 54;  // inside the later headers, or behind kInfoHeader

// Header lengths identify the version of the header.
constexpr std::uint32_t kCoreHeader = 12;
constexpr std::uint32_t kShortOs2Header = 16;
constexpr std::uint32_t kInfoHeader = 40;
constexpr std::uint32_t kMasksHeader = 52;
constexpr std::uint32_t kAlphaMaskHeader = 56;
constexpr std::uint32_t kOs2Header = 64;
constexpr std::array<std::uint32_t, 8> kKnownHeaders = {
    kCoreHeader, kShortOs2Header, kInfoHeader, kMasksHeader, kAlphaMaskHeader, kOs2Header, 108, 124};

constexpr std::array<unsigned, 7> kKnownBits = {1, 2, 4, 8, 16, 24, 32};

// Values of the compression field; their meaning also depends on the header and the bits per pixel.
constexpr std::uint32_t kRgb = 0;
constexpr std::uint32_t kRle8 = 1;
constexpr std::uint32_t kRle4 = 2;
constexpr std::uint32_t kBitFields = 3;
constexpr std::uint32_t kAlphaBitFields = 6;

bool isKnownHeader(std::uint32_t headerBytes) {
    return std::ranges::find(kKnownHeaders, headerBytes) != kKnownHeaders.end();
}

bool isOs2(std::uint32_t headerBytes) {
    return headerBytes == kShortOs2Header || headerBytes == kOs2Header;
}

std::string_view nameOf(std::uint32_t packing, bool isOs2File) {
    switch (packing) {
        case kBitFields:
            return isOs2File ? "Huffman-coded rows" : "masks";
        case 4:
            return isOs2File ? "packed 24-bit rows" : "a JPEG inside";
        case 5:
            return "a PNG inside";
        case kAlphaBitFields:
            return "masks";
        case 11:
        case 12:
        case 13:
            return "CMYK";
        default:
            return "unknown";
    }
}

BmpPacking packingOf(const ByteReader& reader, std::uint32_t packing, const BmpHeader& header) {
    const bool isOs2File = isOs2(header.headerBytes);
    const bool areMasks = !isOs2File && (packing == kBitFields || packing == kAlphaBitFields);
    if (packing == kRgb) return BmpPacking::None;
    if (packing == kRle8 && header.bits == 8) return BmpPacking::Rle8;
    if (packing == kRle4 && header.bits == 4) return BmpPacking::Rle4;
    if (areMasks && (header.bits == 16 || header.bits == 32)) return BmpPacking::Masks;
    if (packing == kRle8 || packing == kRle4 || areMasks) {
        reader.failAt(kPackingOffset, "compression",
                      fmt::format("{} with {} bits, 1 goes with 8, 2 with 4, 3 and 6 go with 16 and 32",
                                  packing, header.bits));
    }
    reader.failAt(kPackingOffset, "compression",
                  fmt::format("{} ({}), 0, 1, 2, 3 and 6 are read", packing, nameOf(packing, isOs2File)));
}

void requireKnownBits(const ByteReader& reader, const BmpHeader& header) {
    if (std::ranges::find(kKnownBits, header.bits) != kKnownBits.end()) return;
    reader.failAt(header.headerBytes == kCoreHeader ? kCoreBitsOffset : kBitsOffset, "bits",
                  fmt::format("{}, 1, 2, 4, 8, 16, 24 and 32 are read", header.bits));
}

void setSize(const ByteReader& reader, BmpHeader& header, std::int64_t width, std::int64_t height) {
    if (width < 0) reader.failAt(kWidthOffset, "width", fmt::format("{}, at least 1 is needed", width));
    const std::int64_t rows = std::abs(height);
    requireSize(reader, kWidthOffset, static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(rows));
    header.width = static_cast<std::uint32_t>(width);
    header.height = static_cast<std::uint32_t>(rows);
    header.isTopDown = height < 0;
}

void readCoreFields(ByteReader& fields, BmpHeader& header) {
    const auto width = fields.read<std::uint16_t>("width");
    const auto height = fields.read<std::uint16_t>("height");
    fields.take("planes", 2);
    header.bits = fields.read<std::uint16_t>("bits");
    header.colourBytes = 3;
    setSize(fields, header, width, height);
    requireKnownBits(fields, header);
}

// Returns the compression field.
std::uint32_t readInfoFields(ByteReader& fields, BmpHeader& header) {
    const auto width = fields.read<std::int32_t>("width");
    const auto height = fields.read<std::int32_t>("height");
    fields.take("planes", 2);
    header.bits = fields.read<std::uint16_t>("bits");
    header.colourBytes = 4;
    if (header.headerBytes == kShortOs2Header) {
        setSize(fields, header, width, height);
        requireKnownBits(fields, header);
        return kRgb;
    }
    const auto packing = fields.read<std::uint32_t>("compression");
    fields.take("image size", 4);
    fields.take("resolution", 8);
    header.colourCount = fields.read<std::uint32_t>("colours used");
    fields.take("colours important", 4);
    setSize(fields, header, width, height);
    return packing;
}

// Masks lie inside the header if it is long enough, else behind it.
void readMasks(ByteReader& reader, ByteReader& fields, BmpHeader& header, std::uint32_t packing) {
    header.masksOffset = kMasksOffset;
    const bool areInside = header.headerBytes > kInfoHeader;
    ByteReader& source = areInside ? fields : reader;
    const bool hasAlphaMask = areInside ? header.headerBytes >= kAlphaMaskHeader : packing == kAlphaBitFields;
    header.masks[0] = source.read<std::uint32_t>("red mask");
    header.masks[1] = source.read<std::uint32_t>("green mask");
    header.masks[2] = source.read<std::uint32_t>("blue mask");
    if (hasAlphaMask) header.masks[3] = source.read<std::uint32_t>("alpha mask");
}

}  // namespace

BmpHeader decodeBmpHeader(ByteReader& reader) {
    const std::span<const std::byte> signature = reader.take("signature", kBmpSignature.size());
    if (!hasBmpSignature(signature)) reader.failAt(0, "signature", "is not \"BM\"");
    reader.take("file size", 4);
    reader.take("reserved", 4);
    BmpHeader header;
    header.pixelOffset = reader.read<std::uint32_t>("pixel offset");
    header.headerBytes = reader.read<std::uint32_t>("header size");
    if (!isKnownHeader(header.headerBytes)) {
        reader.failAt(
            kFileHeaderBytes, "header size",
            fmt::format("{} bytes, {} are known", header.headerBytes, fmt::join(kKnownHeaders, ", ")));
    }
    ByteReader fields = reader.section("header", header.headerBytes - sizeof(std::uint32_t), "header");
    if (header.headerBytes == kCoreHeader) {
        readCoreFields(fields, header);
        return header;
    }
    const std::uint32_t packing = readInfoFields(fields, header);
    header.packing = packingOf(reader, packing, header);
    requireKnownBits(reader, header);
    if (header.packing == BmpPacking::Masks) readMasks(reader, fields, header, packing);
    return header;
}

bool hasBmpSignature(std::span<const std::byte> file) {
    return file.size() >= kBmpSignature.size() &&
           std::ranges::equal(file.first(kBmpSignature.size()), std::as_bytes(std::span(kBmpSignature)));
}

bool hasKnownBmpHeader(std::span<const std::byte> file) {
    constexpr std::size_t kSizeEnd = kFileHeaderBytes + sizeof(std::uint32_t);
    if (file.size() < kSizeEnd) return false;
    FieldPath path;
    ByteReader reader(file.subspan(kFileHeaderBytes), path);
    return isKnownHeader(reader.read<std::uint32_t>("header size"));
}

}  // namespace rigkiln::images
