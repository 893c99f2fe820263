#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::cli {

/// An image file with everything that `inspect` shows.
struct InspectedImage {
    std::string path;
    std::size_t sizeBytes = 0;
    const ImageModule* format = nullptr;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::string coding{};      ///< how the pixels are stored; may be empty
    std::uint32_t levels = 1;  ///< mip levels, the largest included
    /// Pixels by their opacity.
    std::size_t transparent = 0;  ///< fully transparent
    std::size_t partly = 0;
    Diagnostics diagnostics{};
};

/// Decodes an image. Errors do not name the file.
[[nodiscard]] Result<InspectedImage> inspectImage(const std::string& path, const ImageModule& format,
                                                  std::span<const std::byte> file);

[[nodiscard]] std::string imageText(const InspectedImage& image);
[[nodiscard]] std::string imageJson(const InspectedImage& image);

}  // namespace rigkiln::cli
