#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// Windows and OS/2 bitmaps: all headers of Windows, those of OS/2 as far as they say the same.
extern constinit const ImageModule kBmpFormat;

}  // namespace rigkiln::image_format
