#pragma once

#include <array>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// All image formats of this folder, in the order in which they are tried on a file: those with a magic
/// first.
extern const std::array<const ImageModule*, 6> kImageFormats;

}  // namespace rigkiln::images
