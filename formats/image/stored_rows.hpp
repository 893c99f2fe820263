#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::images {

/// Layout of uncompressed pixels in a file. Laws: `pixelBits` and `width` are not 0; `rowBytes` is at least
/// the bytes of a row's pixels.
struct RowLayout {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t pixelBits = 0;
    std::size_t rowBytes = 0;  ///< with padding
};

/// Takes the bytes of all rows; the padding behind the last row may be missing. Fails with the first
/// incomplete pixel when the file ends earlier; the error counts rows as they are stored.
[[nodiscard]] std::span<const std::byte> takeRows(ByteReader& reader, const RowLayout& layout);

}  // namespace rigkiln::images
