#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rigkiln::image_format {

/// The blue of a normal map that stores red and green alone: the length of a normal is 1, so its z follows
/// from the others; it points out of the surface.
[[nodiscard]] inline std::uint8_t normalZ(std::uint8_t storedX, std::uint8_t storedY) {
    const double x = storedX / 127.5 - 1.0;
    const double y = storedY / 127.5 - 1.0;
    const double z = std::sqrt(std::max(0.0, 1.0 - x * x - y * y));
    return static_cast<std::uint8_t>(std::lround((z + 1.0) * 127.5));
}

}  // namespace rigkiln::image_format
