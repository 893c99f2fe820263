#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// Makes pixels of exactly this colour transparent. Fills their colours ring by ring, starting at the border
/// of the transparent area: each pixel takes the mean of its already coloured neighbours (of eight). So
/// neither filtering nor smaller mip levels show the key colour. An image of nothing but the key becomes
/// transparent black. Returns whether any pixel had the key colour.
bool applyColorKey(Image& image, Rgb key);

}  // namespace rigkiln::images
