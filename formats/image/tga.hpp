#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// Truevision TGA, versions 1 and 2: colour-mapped, true-colour and grey images, run-length encoded or not.
extern constinit const ImageModule kTgaFormat;

}  // namespace rigkiln::images
