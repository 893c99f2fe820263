#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// The size with the same shape whose longer side is at most `maximumSide`; never larger than it was, at
/// least one pixel each way. 0: as it is.
[[nodiscard]] ImageSize sizeWithin(ImageSize size, std::uint32_t maximumSide);

/// The image in another size. Colours are mixed as light, by how opaque they are where alpha is opacity;
/// normals as numbers, and brought to length 1 again; other alpha as numbers. Beyond an edge is the opposite
/// one, as where textures repeat.
[[nodiscard]] Image resized(const Image& image, ImageSize size, ImageContent content, ImageAlpha alpha);

}  // namespace rigkiln::image_format
