#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::image_format {

inline constexpr std::size_t kBmpPixelOffsetOffset = 10;

enum class BmpPacking { None, Rle8, Rle4, Masks };

/// What the headers say, whichever of them the file has.
struct BmpHeader {
    std::uint32_t pixelOffset = 0;
    std::uint32_t headerBytes = 0;  ///< of the second header; says which one it is
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool isTopDown = false;
    unsigned bits = 0;  ///< of a pixel
    BmpPacking packing = BmpPacking::None;
    std::uint32_t colourCount = 0;         ///< 0: as many as a pixel can name
    std::array<std::uint32_t, 4> masks{};  ///< red, green, blue, alpha; only for BmpPacking::Masks
    std::size_t masksOffset = 0;           ///< where they stand
    std::size_t colourBytes = 0;           ///< of one colour of the colour map
};

/// Reads the headers, and masks behind them; the next octet is the colour map's first. Fails where the image
/// is none that the reader knows, or too large. The pixel offset is not judged.
[[nodiscard]] BmpHeader decodeBmpHeader(ByteReader& reader);

/// Whether the file begins with "BM".
[[nodiscard]] bool hasBmpSignature(std::span<const std::byte> file);
/// Whether the second header has a length that the reader knows.
[[nodiscard]] bool hasKnownBmpHeader(std::span<const std::byte> file);

}  // namespace rigkiln::image_format
