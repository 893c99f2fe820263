#include "pipeline/packing/packed_directions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <meshoptimizer.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace rigkiln {
namespace {

template <class Integer>
void measure(DirectionStream& stream, std::span<const glm::vec4> directions, double largest) {
    for (std::size_t i = 0; i < directions.size(); ++i) {
        std::array<Integer, 4> stored{};
        std::memcpy(stored.data(), stream.elements.data() + i * sizeof stored, sizeof stored);
        const glm::dvec3 read =
            glm::max(glm::dvec3(stored[0], stored[1], stored[2]) / largest, glm::dvec3(-1.0));
        const glm::dvec3 direction = glm::normalize(glm::dvec3(directions[i]));
        const double length = glm::length(read);
        const double angle = std::atan2(glm::length(glm::cross(direction, read)), glm::dot(direction, read));
        stream.largestAngle = std::max(stream.largestAngle, angle);
        stream.largestLengthError = std::max(stream.largestLengthError, std::abs(length - 1.0));
    }
}

}  // namespace

DirectionStream octahedralStream(std::span<const glm::vec4> directions, bool asBytes) {
    constexpr double kLargestByte = 127;
    constexpr double kLargestShort = 32767;
    const std::size_t stride = asBytes ? 4 : 8;
    DirectionStream stream;
    stream.beforeFilter.resize(directions.size() * stride);
    static_assert(sizeof(glm::vec4) == 4 * sizeof(float));
    meshopt_encodeFilterOct(stream.beforeFilter.data(), directions.size(), stride, asBytes ? 8 : 16,
                            reinterpret_cast<const float*>(directions.data()));
    stream.elements = stream.beforeFilter;
    meshopt_decodeFilterOct(stream.elements.data(), directions.size(), stride);
    if (asBytes)
        measure<std::int8_t>(stream, directions, kLargestByte);
    else
        measure<std::int16_t>(stream, directions, kLargestShort);
    return stream;
}

}  // namespace rigkiln
