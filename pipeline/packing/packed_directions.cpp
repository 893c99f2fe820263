#include "pipeline/packing/packed_directions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <meshoptimizer.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "pipeline/packing/octahedral_filter.hpp"

namespace rigkiln {
namespace {

template <class Integer>
using Stored = std::array<Integer, 4>;

template <class Integer>
DirectionError errorOf(const Stored<Integer>& stored, const glm::dvec3& direction) {
    constexpr double kLargest = std::numeric_limits<Integer>::max();
    const glm::dvec3 read =
        glm::max(glm::dvec3(stored[0], stored[1], stored[2]) / kLargest, glm::dvec3(-1.0));
    return {.angle = std::atan2(glm::length(glm::cross(direction, read)), glm::dot(direction, read)),
            .length = std::abs(glm::length(read) - 1.0)};
}

/// The encoded direction of one vertex, what readers get, and its error.
template <class Integer>
struct Encoded {
    Stored<Integer> beforeFilter{};
    Stored<Integer> element{};
    DirectionError error{};
};

template <class Integer>
Encoded<Integer> decoded(const Stored<Integer>& beforeFilter, const glm::dvec3& direction) {
    Encoded<Integer> encoded{.beforeFilter = beforeFilter, .element = decodeOctahedral(beforeFilter)};
    encoded.error = errorOf(encoded.element, direction);
    return encoded;
}

/// Returns the closest of the direction and its eight neighbours on the grid whose length is within the
/// limits.
template <class Integer>
Encoded<Integer> bestAround(const Encoded<Integer>& nearest, const glm::dvec3& direction,
                            const DirectionError& limits) {
    const Integer largest = nearest.beforeFilter[2];
    Encoded<Integer> best = nearest;
    for (int dx = -1; dx <= 1; ++dx) {
        for (int dy = -1; dy <= 1; ++dy) {
            const int x = nearest.beforeFilter[0] + dx;
            const int y = nearest.beforeFilter[1] + dy;
            if (std::max(std::abs(x), std::abs(y)) > largest) continue;
            Stored<Integer> beside = nearest.beforeFilter;
            beside[0] = static_cast<Integer>(x);
            beside[1] = static_cast<Integer>(y);
            const Encoded<Integer> other = decoded(beside, direction);
            const bool isShaped = other.error.length <= limits.length;
            const bool isBestShaped = best.error.length <= limits.length;
            if (isShaped != isBestShaped ? isShaped : other.error.angle < best.error.angle) best = other;
        }
    }
    return best;
}

template <class Integer>
DirectionStream encode(std::span<const glm::vec4> directions, int bits, const DirectionError& limits) {
    constexpr std::size_t kStride = sizeof(Stored<Integer>);
    DirectionStream stream;
    stream.beforeFilter.resize(directions.size() * kStride);
    static_assert(sizeof(glm::vec4) == 4 * sizeof(float));
    meshopt_encodeFilterOct(stream.beforeFilter.data(), directions.size(), kStride, bits,
                            reinterpret_cast<const float*>(directions.data()));
    stream.elements.resize(stream.beforeFilter.size());
    for (std::size_t i = 0; i < directions.size(); ++i) {
        const glm::dvec3 direction = glm::normalize(glm::dvec3(directions[i]));
        Stored<Integer> nearest{};
        std::memcpy(nearest.data(), stream.beforeFilter.data() + i * kStride, kStride);
        Encoded<Integer> encoded = decoded(nearest, direction);
        if (!encoded.error.isWithin(limits)) encoded = bestAround(encoded, direction, limits);
        std::memcpy(stream.beforeFilter.data() + i * kStride, encoded.beforeFilter.data(), kStride);
        std::memcpy(stream.elements.data() + i * kStride, encoded.element.data(), kStride);
        stream.largest.angle = std::max(stream.largest.angle, encoded.error.angle);
        stream.largest.length = std::max(stream.largest.length, encoded.error.length);
    }
    return stream;
}

}  // namespace

DirectionStream octahedralStream(std::span<const glm::vec4> directions, int bits,
                                 const DirectionError& limits) {
    return bits <= kByteDirectionBits ? encode<std::int8_t>(directions, bits, limits)
                                      : encode<std::int16_t>(directions, bits, limits);
}

}  // namespace rigkiln
