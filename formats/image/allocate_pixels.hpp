#pragma once

#include <cstddef>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// Fills an image whose size is set with transparent black. Also reserves one byte per row, because a PNG row
/// stores a filter byte: `encodePng` can then build its rows in place.
inline void allocatePixels(Image& image) {
    const std::size_t octets = std::size_t{4} * image.width * image.height;
    image.pixels.reserve(octets + image.height);
    image.pixels.resize(octets);
}

}  // namespace rigkiln::images
