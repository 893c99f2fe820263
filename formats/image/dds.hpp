#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// DDS: BC1 to BC5 (DXT1 to DXT5, ATI1, ATI2), uncompressed with any masks, luminance and palettes, with or
/// without the DX10 header. Signed BC4 and BC5, BC6H, BC7 and floating point are refused by name.
///
/// BC4 and luminance become grey. BC5 holds x and y of normals; z is computed from them. Premultiplied
/// colours are divided by their alpha.
extern const ImageModule kDdsFormat;

}  // namespace rigkiln::images
