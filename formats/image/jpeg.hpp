#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// JPEG, baseline and progressive, grey and colour. Refuses files with hundreds of scans, which take long to
/// decode and show nothing.
extern const ImageModule kJpegFormat;

}  // namespace rigkiln::images
