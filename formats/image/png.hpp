#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// PNG of any kind, read as eight bits per channel; ignores gamma and colour profiles.
extern const ImageModule kPngFormat;

/// Encodes a PNG file: eight bits per channel, with alpha if any pixel is not opaque. Deterministic: equal
/// pixels give equal bytes. Frees the pixels of a moved-in image before compressing.
[[nodiscard]] std::vector<std::byte> encodePng(Image image);

}  // namespace rigkiln::images
