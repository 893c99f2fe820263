#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// Scales a size down, in proportion, so that its longer side is at most `maximumSide`. Never enlarges; each
/// side stays at least one pixel. 0 means no limit.
[[nodiscard]] ImageSize sizeWithin(ImageSize size, std::uint32_t maximumSide);

/// Returns the size that a recipe gives an image of this size: within its maximum side, then each side the
/// nearest power of two where it asks for that (of 600, 512; of 800, 1024), but none above the maximum side.
[[nodiscard]] ImageSize sizeFor(ImageSize size, const ImageRecipe& recipe);

/// Resizes an image. Colours are mixed in linear light, weighted by alpha where alpha is opacity. Normals are
/// mixed as stored and scaled to length 1. Alpha is mixed as stored. Edges wrap around, as repeating textures
/// do.
[[nodiscard]] Image resized(const Image& image, ImageSize size, ImageContent content, ImageAlpha alpha);

}  // namespace rigkiln::images
