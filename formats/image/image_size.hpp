#pragma once

#include <cstddef>
#include <cstdint>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::images {

/// Fails for an image without pixels and for one larger than the limits. `offset` is the position of the
/// width in the file.
void requireSize(const ByteReader& reader, std::size_t offset, std::uint64_t width, std::uint64_t height);

}  // namespace rigkiln::images
