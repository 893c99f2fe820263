#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::image_format {

/// Pixels as they stand in a file that does not pack them. Laws: `pixelBits` and `width` are not 0;
/// `rowBytes` is at least the octets of a row's pixels.
struct RowLayout {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t pixelBits = 0;
    std::size_t rowBytes = 0;  ///< with padding
};

/// The octets of all rows; the padding behind the last one need not be there. Where the file ends earlier,
/// fails for the first pixel that is not whole; rows count as they are stored.
[[nodiscard]] std::span<const std::byte> takeRows(ByteReader& reader, const RowLayout& layout);

}  // namespace rigkiln::image_format
