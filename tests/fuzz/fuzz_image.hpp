#pragma once

#include <cstddef>
#include <cstdlib>
#include <span>

#include "pipeline/conversion/image_module.hpp"
#include "tests/fuzz/input_cost.hpp"

namespace rigkiln {

/// Formats whose few bytes may be a large image: it takes what its header says, up to the largest side
/// squared, before its data are looked at. Runs ask their memory budget first.
inline constexpr FuzzCost kCostOfPackedImages{.floorBytes = std::size_t{2} << 30U, .floorSeconds = 10};

/// Checks an image format with any bytes: nothing crashes, and an image that is read keeps the laws of Image
/// and has the size that its header states. Aborts otherwise.
inline void fuzzImage(const ImageModule& module, std::span<const std::byte> bytes) {
    (void)module.recognise(bytes, module.extensions.front());
    (void)module.recognise(bytes, "");

    Diagnostics diagnostics;
    const Result<Image> image = module.read(bytes, diagnostics);
    if (!image) return;
    const bool isInRange = image->width >= 1 && image->width <= kMaximumImageSide && image->height >= 1 &&
                           image->height <= kMaximumImageSide;
    const Result<ImageSize> measured = module.measure(bytes);
    if (!measured || *measured != ImageSize{image->width, image->height}) std::abort();
    if (!isInRange || image->pixels.size() != std::size_t{4} * image->width * image->height) std::abort();
}

}  // namespace rigkiln
