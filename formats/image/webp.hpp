#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// WebP, lossless and lossy, with and without alpha; ignores colour profiles. Refuses animations.
extern const ImageModule kWebpFormat;

/// Encodes a lossless WebP file, with alpha if any pixel is not opaque; colours of transparent pixels stay.
/// With a quality (1 to 100), a lossy file instead where that is smaller; its alpha is lossless.
/// Deterministic: equal pixels give equal bytes with one version of libwebp. Frees the pixels of a moved-in
/// image before compressing. An image with a side of 16,384 pixels, one more than WebP holds, becomes a PNG.
[[nodiscard]] std::vector<std::byte> encodeWebp(Image image, std::uint32_t quality = 0);

}  // namespace rigkiln::images
