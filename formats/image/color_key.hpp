#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// Makes pixels of exactly this colour clear. Each takes the mean of those of its eight neighbours that have
/// a colour by then, ring by ring from the edges of what is clear, so that neither filters nor smaller levels
/// of the picture bring the key back. A picture that is nothing but the key becomes black. Whether there was
/// such a pixel.
bool applyColorKey(Image& image, Rgb key);

}  // namespace rigkiln::image_format
