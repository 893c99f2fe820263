#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace rigkiln {

/// Undoes the filter OCTAHEDRAL of EXT_meshopt_compression for one element of 8 or 16 bits per number: x and
/// y on the octahedron, whose 1 is the third number, and w, which stays. Returns the unit vector and w as
/// normalised integers; a vector of zeros for an element without direction.
///
/// Instead of meshopt_decodeFilterOct, whose 8 bits are rounded after an approximate reciprocal square root
/// (RSQRTPS) that processors define differently: the same file gave other bytes on another machine. Here
/// each operation is one that IEEE 754 rounds in one way. For 16 bits both give the same.
template <class Integer>
[[nodiscard]] std::array<Integer, 4> decodeOctahedral(const std::array<Integer, 4>& element) {
    float x = element[0];
    float y = element[1];
    const float z = static_cast<float>(element[2]) - (std::abs(x) + std::abs(y));
    // The lower half lies folded outwards.
    const float fold = std::min(z, 0.0F);
    x += x < 0 ? -fold : fold;
    y += y < 0 ? -fold : fold;
    const float square = x * x + (y * y + z * z);
    if (square == 0) return {0, 0, 0, element[3]};
    const float scale = static_cast<float>(std::numeric_limits<Integer>::max()) / std::sqrt(square);
    const auto rounded = [scale](float number) { return static_cast<Integer>(std::lrint(number * scale)); };
    return {rounded(x), rounded(y), rounded(z), element[3]};
}

/// Undoes the filter for all elements in place. Precondition: `stride` is 4 (8 bits) or 8 (16 bits).
void undoOctahedral(std::span<std::byte> elements, std::size_t stride);

}  // namespace rigkiln
