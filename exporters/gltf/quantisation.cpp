#include "exporters/gltf/quantisation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "exporters/gltf/accessor_data.hpp"
#include "pipeline/packing/packed_directions.hpp"

namespace rigkiln::gltf_export {
namespace {

constexpr float kLargestShort = 65535.0F;
constexpr float kLargestByte = 255.0F;
/// Exponent of the smallest power of two that is not below the number. Precondition: the number is above 0.
int exponentAbove(double number) {
    const int below = std::ilogb(number);
    return std::ldexp(1.0, below) < number ? below + 1 : below;
}

/// Returns the offset of one axis that is a multiple of the largest power of two: it has the fewest digits in
/// JSON. Positions up to `high` are at most 65,535 steps from it.
double shortestOffset(double low, double high, double step) {
    const auto offsetBy = [&](double grain) { return std::floor(low / grain) * grain; };
    double grain = step;
    while (offsetBy(grain) != 0 && (high - offsetBy(grain * 2)) / step <= static_cast<double>(kLargestShort))
        grain *= 2;
    return offsetBy(grain);
}

/// Returns the largest step within the bound that is at least `step`, a power of two, and below twice that.
/// It has so few bits that its multiples, as far as 65,535 steps beyond `farthest`, are exact floats.
double enlarged(double step, double farthest, double maxError) {
    constexpr int kFloatBits = 24;
    constexpr int kMostBits = 7;  // more would change a step by less than 1 %
    const double multiples = farthest / step + static_cast<double>(kLargestShort);
    const int bits = std::min(kFloatBits - (std::ilogb(multiples) + 1), kMostBits) - 1;
    if (bits < 1) return step;
    const double part = std::ldexp(step, -bits);
    return std::max(step, std::floor(maxError / kHalfDiagonal / part) * part);
}

std::uint16_t shortOf(float number) {
    return static_cast<std::uint16_t>(std::lround(number * kLargestShort));
}

std::uint8_t byteOf(float number) {
    return static_cast<std::uint8_t>(std::lround(number * kLargestByte));
}

bool isWithinUnit(float number) {
    return number >= 0.0F && number <= 1.0F;
}

bool isExactByte(float number) {
    const float rounded = std::round(number * kLargestByte);
    return isWithinUnit(number) && rounded / kLargestByte == number;
}

}  // namespace

void Bounds::add(std::span<const glm::vec3> positions) {
    for (const glm::vec3& position : positions) {
        low = glm::min(low, position);
        high = glm::max(high, position);
    }
}

std::optional<Dequantisation> dequantisationOf(const Bounds& bounds, double maxError, Scales scales) {
    if (bounds.isEmpty() || maxError <= 0) return std::nullopt;
    const glm::dvec3 low(bounds.low);
    const glm::dvec3 size = glm::dvec3(bounds.high) - low;
    const double extent = std::max({size.x, size.y, size.z});
    constexpr int kFinest = -100;
    constexpr double kSteps = 65534;  // the offset is rounded down by up to one step
    int exponent = extent > 0 ? exponentAbove(extent / kSteps) : kFinest;
    // The sum of offset and scale * k must be an exact float, which has 24 bits from the largest number down.
    const glm::dvec3 largest = glm::max(glm::abs(low), glm::abs(glm::dvec3(bounds.high)));
    const double farthest = std::max({largest.x, largest.y, largest.z});
    constexpr int kFloatBits = 23;
    if (farthest > 0) exponent = std::max(exponent, std::ilogb(farthest) - kFloatBits);
    exponent = std::max(exponent, kFinest);
    if (std::ldexp(1.0, exponent) * kHalfDiagonal > maxError) return std::nullopt;
    // Each bit that the bound does not need costs up to three bits of a vertex in a stream.
    exponent = std::max(exponent, exponentWithin(maxError));
    double step = std::ldexp(1.0, exponent);
    if (scales == Scales::Any) step = enlarged(step, farthest, maxError);
    glm::vec3 offset(0.0F);
    for (int c = 0; c < 3; ++c)
        offset[c] = static_cast<float>(shortestOffset(low[c], static_cast<double>(bounds.high[c]), step));
    return Dequantisation{.offset = offset, .scale = static_cast<float>(step)};
}

std::vector<ShortPosition> quantised(std::span<const glm::vec3> positions,
                                     const Dequantisation& dequantisation) {
    std::vector<ShortPosition> stored(positions.size());
    const glm::dvec3 offset(dequantisation.offset);
    const auto scale = static_cast<double>(dequantisation.scale);
    std::ranges::transform(positions, stored.begin(), [&](const glm::vec3& position) {
        const glm::dvec3 steps = glm::clamp(glm::round((glm::dvec3(position) - offset) / scale), 0.0,
                                            static_cast<double>(kLargestShort));
        return ShortPosition{static_cast<std::uint16_t>(steps.x), static_cast<std::uint16_t>(steps.y),
                             static_cast<std::uint16_t>(steps.z), 0};
    });
    return stored;
}

glm::vec3 positionOf(const ShortPosition& stored, const Dequantisation& dequantisation) {
    return dequantisation.offset + dequantisation.scale * glm::vec3(stored[0], stored[1], stored[2]);
}

int exponentWithin(double maxError) {
    return std::ilogb(maxError / kHalfDiagonal);
}

PackedDirections packDirections(std::span<const glm::vec4> directions) {
    constexpr DirectionError kLimits{.angle = kLargestDirectionError, .length = kUnitTolerance};
    for (int bits = kByteDirectionBits;; ++bits) {
        DirectionStream stream = octahedralStream(directions, bits, kLimits);
        if (bits < kMostDirectionBits && !stream.largest.isWithin(kLimits)) continue;
        return {.areBytes = bits == kByteDirectionBits,
                .elements = std::move(stream.elements),
                .beforeFilter = std::move(stream.beforeFilter)};
    }
}

std::optional<std::vector<ShortVector<2>>> quantised(std::span<const glm::vec2> numbers) {
    std::vector<ShortVector<2>> shorts(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!isWithinUnit(numbers[i].x) || !isWithinUnit(numbers[i].y)) return std::nullopt;
        shorts[i] = {shortOf(numbers[i].x), shortOf(numbers[i].y)};
    }
    return shorts;
}

std::vector<ShortVector<4>> quantised(std::span<const glm::vec4> numbers) {
    std::vector<ShortVector<4>> shorts(numbers.size());
    std::ranges::transform(numbers, shorts.begin(), [](const glm::vec4& number) {
        return ShortVector<4>{shortOf(number.x), shortOf(number.y), shortOf(number.z), shortOf(number.w)};
    });
    return shorts;
}

std::optional<std::vector<std::array<std::uint8_t, 4>>> exactBytes(std::span<const glm::vec4> numbers) {
    const bool areExact = std::ranges::all_of(numbers, [](const glm::vec4& number) {
        return isExactByte(number.x) && isExactByte(number.y) && isExactByte(number.z) &&
               isExactByte(number.w);
    });
    return areExact ? std::optional(nearestBytes(numbers)) : std::nullopt;
}

std::vector<std::array<std::uint8_t, 4>> nearestBytes(std::span<const glm::vec4> numbers) {
    std::vector<std::array<std::uint8_t, 4>> bytes(numbers.size());
    std::ranges::transform(numbers, bytes.begin(), [](const glm::vec4& number) {
        return std::array{byteOf(number.x), byteOf(number.y), byteOf(number.z), byteOf(number.w)};
    });
    return bytes;
}

}  // namespace rigkiln::gltf_export
