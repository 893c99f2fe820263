#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// Windows and OS/2 bitmaps: all Windows headers, and OS/2 headers whose fields mean the same.
extern constinit const ImageModule kBmpFormat;

}  // namespace rigkiln::images
