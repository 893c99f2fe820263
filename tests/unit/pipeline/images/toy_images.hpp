#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "pipeline/images/image_store.hpp"

/// Shared by two toy image formats that exist only to count how often they are read.
namespace rigkiln {

/// How many images were decoded.
inline std::atomic<int> reads{0};

inline constexpr IssueKind kOdd{"toy.odd", Severity::Information, "is odd"};

inline std::vector<std::byte> encodeToy(Image image) {
    return std::vector<std::byte>(std::size_t{100}, static_cast<std::byte>(image.pixels[3]));
}

}  // namespace rigkiln
