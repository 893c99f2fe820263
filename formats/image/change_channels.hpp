#pragma once

#include "pipeline/conversion/image_module.hpp"

/// Per-pixel changes: no pixel depends on another one.
namespace rigkiln::images {

[[nodiscard]] AlphaKind alphaKindOf(const Image& image);

/// Makes every pixel opaque. Returns whether any was not.
bool dropAlpha(Image& image);

/// Multiplies the colours by `tint` in proportion to alpha, on the stored (gamma-encoded) values as games of
/// the time do, then makes every pixel opaque. An opaque pixel takes the full tint. Returns whether any pixel
/// changed.
bool tintByAlpha(Image& image, Rgb tint);

void flipGreen(Image& image);

}  // namespace rigkiln::images
