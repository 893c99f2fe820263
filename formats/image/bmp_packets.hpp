#pragma once

#include <cstddef>
#include <vector>

#include "formats/image/bmp_header.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::images {

/// Palette indices of an image: one byte each, rows in file order, without padding.
struct UnpackedBmp {
    std::vector<std::byte> indices{};
    std::size_t unsetPixels = 0;  ///< not set by any packet; they are 0
    std::size_t cutPixels = 0;    ///< cut off because a packet ran past the end of its row
};

/// Decodes BmpPacking::Rle8 and Rle4. Stops at the end mark or after the last pixel, and ignores any bytes
/// that follow. Fails when the file ends earlier; errors count rows and pixels as they are stored.
///
/// Packets can skip pixels, so a few bytes may stand for an image of any size. More than kMaximumUnsetPixels
/// are allocated only when the remaining bytes could set every pixel.
[[nodiscard]] UnpackedBmp unpackBmp(ByteReader& reader, const BmpHeader& header);

inline constexpr std::size_t kMaximumUnsetPixels = std::size_t{1} << 20U;  ///< 4 MiB once decoded

}  // namespace rigkiln::images
