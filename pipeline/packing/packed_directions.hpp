#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

namespace rigkiln {

/// Directions encoded for the filter Octahedral, and their errors.
struct DirectionStream {
    std::vector<std::byte>
        elements{};  ///< as decoded by readers: x, y, z, w as normalised integers of 8 or 16 bits
    std::vector<std::byte> beforeFilter{};  ///< input for packStream
    double largestAngle = 0;                ///< radians, between a direction and its decoded value
    double largestLengthError = 0;          ///< largest deviation of a decoded length from 1
};

/// Encodes directions with 8 bits per component (`asBytes`) or 16. Precondition: xyz are unit vectors; w is
/// within -1 .. 1 and rounded to the integer type.
[[nodiscard]] DirectionStream octahedralStream(std::span<const glm::vec4> directions, bool asBytes);

}  // namespace rigkiln
