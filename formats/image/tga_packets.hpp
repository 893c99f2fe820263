#pragma once

#include <cstddef>
#include <vector>

#include "formats/image/tga_header.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::images {

/// Decodes the run-length encoded pixels of an image. Packets may cross rows: version 2 forbids it, but many
/// files do it. Fails when the file ends early or a packet runs past the image; errors count rows and pixels
/// as they are stored. Checks before allocating that the remaining bytes could fill the image.
[[nodiscard]] std::vector<std::byte> unpackTga(ByteReader& reader, const TgaHeader& header);

}  // namespace rigkiln::images
