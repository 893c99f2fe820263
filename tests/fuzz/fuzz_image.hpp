#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln {

/// What holds for every image format and any bytes: nothing crashes, and what is read keeps the laws of an
/// image. Aborts where it does not.
inline void fuzzImage(const ImageModule& module, const std::uint8_t* data, std::size_t size) {
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
    (void)module.recognise(bytes, module.extensions.front());
    Diagnostics diagnostics;
    const Result<Image> image = module.read(bytes, diagnostics);
    if (!image) return;
    const bool isLawful = image->width >= 1 && image->width <= kMaximumImageSide && image->height >= 1 &&
                          image->height <= kMaximumImageSide &&
                          image->pixels.size() == std::size_t{4} * image->width * image->height;
    if (!isLawful) std::abort();
}

}  // namespace rigkiln
