#pragma once

#include <array>
#include <cstdint>

namespace rigkiln::images {

/// Red, green, blue, alpha, in the order of Image::pixels.
using Colour = std::array<std::uint8_t, 4>;

inline constexpr std::uint8_t kOpaque = 255;

}  // namespace rigkiln::images
