#pragma once

#include <cstddef>
#include <vector>

#include "formats/image/tga_header.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::image_format {

/// The pixels of a packed image as they would stand unpacked. Packets may cross rows, which version 2 forbids
/// and many files do. Fails where the file ends early, and where a packet goes past the image; rows and
/// pixels count as they are stored. Allocates nothing for a size that the octets left could not fill.
[[nodiscard]] std::vector<std::byte> unpackTga(ByteReader& reader, const TgaHeader& header);

}  // namespace rigkiln::image_format
