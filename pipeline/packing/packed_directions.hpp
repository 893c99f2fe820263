#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

namespace rigkiln {

/// Directions as the filter Octahedral holds them, and how far they are off.
struct DirectionStream {
    std::vector<std::byte>
        elements{};  ///< as readers get them: x, y, z, w as normalised integers of 8 or 16 bits
    std::vector<std::byte> beforeFilter{};  ///< what is packed
    double largestAngle = 0;                ///< radians, between a direction and what readers get
    double largestLengthError = 0;          ///< how far from 1 a length is
};

/// Precondition: xyz are unit vectors, w is from -1 to 1 and kept as well as integers can.
[[nodiscard]] DirectionStream octahedralStream(std::span<const glm::vec4> directions, bool asBytes);

}  // namespace rigkiln
