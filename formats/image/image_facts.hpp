#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/base/result.hpp"

namespace rigkiln::images {

/// How an image file stores its pixels.
struct ImageFacts {
    std::string coding;        ///< "BC1 (DXT1)", "24 bits, run-length packed"
    std::uint32_t levels = 1;  ///< pictures of falling size, the largest included
};

/// Reads the headers of a file of one of the formats of this folder. `format` is the id of its ImageModule;
/// the coding is empty for other ids.
[[nodiscard]] Result<ImageFacts> readImageFacts(std::string_view format, std::span<const std::byte> file);

}  // namespace rigkiln::images
