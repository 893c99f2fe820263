#pragma once

#include <cstddef>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// Black, clear pixels for an image that has its size, and behind them room for an octet to each row: what a
/// PNG of them takes more than they do, so that `encodePng` makes its rows where they are.
inline void allocatePixels(Image& image) {
    const std::size_t octets = std::size_t{4} * image.width * image.height;
    image.pixels.reserve(octets + image.height);
    image.pixels.resize(octets);
}

}  // namespace rigkiln::image_format
