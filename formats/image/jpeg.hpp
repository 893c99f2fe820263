#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// JPEG, baseline and progressive, grey and colour. Refuses files with hundreds of scans, which take long to
/// decode and show nothing.
extern const ImageModule kJpegFormat;

}  // namespace rigkiln::image_format
