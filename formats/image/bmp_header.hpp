#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::images {

inline constexpr std::size_t kBmpPixelOffsetOffset = 10;

enum class BmpPacking { None, Rle8, Rle4, Masks };

/// Fields common to all versions of the header.
struct BmpHeader {
    std::uint32_t pixelOffset = 0;
    std::uint32_t headerBytes = 0;  ///< of the second header; identifies its version
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool isTopDown = false;
    unsigned bits = 0;  ///< per pixel
    BmpPacking packing = BmpPacking::None;
    std::uint32_t colourCount = 0;         ///< 0: as many as a pixel can index
    std::array<std::uint32_t, 4> masks{};  ///< red, green, blue, alpha; only for BmpPacking::Masks
    std::size_t masksOffset = 0;           ///< offset in the file
    std::size_t colourBytes = 0;           ///< per palette entry
};

/// Reads the headers, and the masks behind them; the reader then stands at the palette. Fails for unknown
/// headers and unsupported pixels, and for images that are too large. Does not check the pixel offset.
[[nodiscard]] BmpHeader decodeBmpHeader(ByteReader& reader);

/// Whether the file begins with "BM".
[[nodiscard]] bool hasBmpSignature(std::span<const std::byte> file);
/// Whether the second header has a length that the reader knows.
[[nodiscard]] bool hasKnownBmpHeader(std::span<const std::byte> file);

}  // namespace rigkiln::images
