#pragma once

#include <cstddef>
#include <cstdint>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::image_format {

/// Fails where an image has no pixels or more than are decoded. `offset` is where the width stands in the
/// file.
void requireSize(const ByteReader& reader, std::size_t offset, std::uint64_t width, std::uint64_t height);

}  // namespace rigkiln::image_format
