#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// JPEG, baseline and progressive, of grey and of colours. Refused: scans by the hundred, which cost time and
/// show nothing.
extern const ImageModule kJpegFormat;

}  // namespace rigkiln::image_format
