#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln {

/// How two images differ.
struct ImageDifference {
    /// Sizes differ, or an image cannot be decoded: nothing below was compared.
    std::string problem{};
    std::size_t pixels = 0;     ///< number of pixels that both have
    std::size_t differing = 0;  ///< number of pixels with a different value in any channel
    std::uint32_t largest = 0;  ///< largest difference of a channel, of 255
    std::size_t alphaOnly = 0;  ///< number of pixels that differ only in opacity
    ImageSize first{};          ///< place of the first differing pixel, from the top left

    /// Share of pixels that differ; 1 with a problem.
    [[nodiscard]] double share() const;
};

/// Compares two image files by their pixels. Empty bytes are an image that was not found. Returns nothing
/// when the pixels are the same.
[[nodiscard]] std::optional<ImageDifference> compareImages(const ImageFormats& formats,
                                                           const SharedBytes& left, const SharedBytes& right);

/// Compares two decoded images.
[[nodiscard]] std::optional<ImageDifference> comparePixels(const Image& left, const Image& right);

/// "1,024 of 4,096 pixels differ, by up to 128 of 255 in a channel, ..."
[[nodiscard]] std::string textOf(const ImageDifference& difference);

}  // namespace rigkiln
