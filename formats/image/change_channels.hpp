#pragma once

#include "pipeline/conversion/image_module.hpp"

/// Changes of pixels that look at no pixel but the one they change.
namespace rigkiln::image_format {

[[nodiscard]] AlphaKind alphaKindOf(const Image& image);

/// Whether any pixel was not opaque.
bool dropAlpha(Image& image);

/// Multiplies the colours by `tint` as far as alpha says, in the values that files hold, as games of the time
/// do; then drops alpha. A pixel that is opaque takes all of the tint. Whether any pixel changed.
bool tintByAlpha(Image& image, Rgb tint);

void flipGreen(Image& image);

}  // namespace rigkiln::image_format
