#pragma once

#include <array>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// Every image format, in the order in which they are asked whether a file is theirs: those with a magic
/// first.
extern const std::array<const ImageModule*, 5> kImageFormats;

}  // namespace rigkiln::image_format
