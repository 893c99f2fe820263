#pragma once

#include <cstddef>
#include <vector>

#include "formats/image/bmp_header.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::image_format {

/// The colour numbers of an image, an octet each, rows in the order of the file without padding.
struct UnpackedBmp {
    std::vector<std::byte> indices{};
    std::size_t unsetPixels = 0;  ///< that the packets leave out; they are 0
    std::size_t cutPixels = 0;    ///< that packets have past the end of their row
};

/// Unpacks BmpPacking::Rle8 and Rle4. Ends with the end mark, or once the last pixel is set, whatever
/// follows. Fails where the file ends before; rows and pixels count as they are stored.
///
/// A few octets may stand for an image of any size, as packets can leave its pixels out. More than
/// kMaximumUnsetPixels are allocated only when the octets left could set every pixel.
[[nodiscard]] UnpackedBmp unpackBmp(ByteReader& reader, const BmpHeader& header);

inline constexpr std::size_t kMaximumUnsetPixels = std::size_t{1} << 20U;  ///< 4 MiB once decoded

}  // namespace rigkiln::image_format
