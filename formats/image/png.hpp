#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// PNG of any kind, as eight bits per channel; gamma and colour profiles are passed over.
extern const ImageModule kPngFormat;

/// The image as a PNG file: eight bits, with alpha where any pixel is not opaque. Same pixels, same bytes. An
/// image that is moved in is freed before its rows are compressed.
[[nodiscard]] std::vector<std::byte> encodePng(Image image);

}  // namespace rigkiln::image_format
