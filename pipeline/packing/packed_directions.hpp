#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

namespace rigkiln {

/// How far a decoded direction is from the one that it stands for.
struct DirectionError {
    double angle = 0;   ///< radians
    double length = 0;  ///< deviation from 1

    [[nodiscard]] bool isWithin(const DirectionError& limits) const {
        return angle <= limits.angle && length <= limits.length;
    }
};

/// Directions encoded for the filter Octahedral, and their errors.
struct DirectionStream {
    std::vector<std::byte>
        elements{};  ///< as decoded by readers: x, y, z, w as normalised integers of 8 or 16 bits
    std::vector<std::byte> beforeFilter{};  ///< input for packStream
    DirectionError largest{};               ///< largest angle and largest deviation of a length
};

/// Bits of the two numbers that the filter Octahedral makes a direction of. Up to eight, readers get bytes.
inline constexpr int kByteDirectionBits = 8;
inline constexpr int kMostDirectionBits = 16;

/// Encodes directions with 8 to 16 bits. A direction that this takes out of the limits gets the best of the
/// numbers beside the nearest ones: readers round again, and another may then be closer. Precondition: xyz
/// are unit vectors; w is within -1 .. 1 and rounded to the integer type.
[[nodiscard]] DirectionStream octahedralStream(std::span<const glm::vec4> directions, int bits,
                                               const DirectionError& limits);

}  // namespace rigkiln
