#include "pipeline/packing/packed_keys.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <meshoptimizer.h>

namespace rigkiln {
namespace {

constexpr float kShortScale = 32767.0F;
constexpr int kMantissaBits = 23;
/// Lower exponents would give denormal floats.
constexpr int kFinestExponent = -100;
constexpr int kCoarsestExponent = 100;

ShortRotation unfiltered(ShortRotation stored) {
    meshopt_decodeFilterQuat(stored.data(), 1, sizeof stored);
    return stored;
}

ShortRotation filtered(const ShortRotation& rotation, int bits) {
    std::array<float, 4> components{};
    std::ranges::transform(rotation, components.begin(), [](std::int16_t component) {
        return static_cast<float>(component) / kShortScale;
    });
    ShortRotation stored{};
    meshopt_encodeFilterQuat(stored.data(), 1, sizeof stored, bits, components.data());
    return stored;
}

ShortRotation shortsOf(const glm::quat& rotation) {
    ShortRotation shorts{};
    const std::array<float, 4> components = {rotation.x, rotation.y, rotation.z, rotation.w};
    std::ranges::transform(components, shorts.begin(), [](float component) {
        return static_cast<std::int16_t>(std::lround(std::clamp(component, -1.0F, 1.0F) * kShortScale));
    });
    return shorts;
}

/// Returns the exponent of the lowest set bit. Precondition: finite and not 0.
int lowestBit(float number) {
    int exponent = 0;
    const float fraction = std::frexp(number, &exponent);
    constexpr int kFloatBits = 24;
    const auto mantissa = static_cast<std::uint32_t>(std::abs(std::ldexp(fraction, kFloatBits)));
    return exponent - kFloatBits + std::countr_zero(mantissa);
}

bool fits(float number, int exponent) {
    return std::abs(number) < std::ldexp(1.0F, exponent + kMantissaBits);
}

}  // namespace

double rotationRounding(int bits) {
    // Each of three components is off by at most half a step of sqrt(1/2) / (2^(bits - 1) - 1). The fourth is
    // computed from them and is off by at most as much as these together. Angles between rotations are twice
    // those between quaternions.
    const double step = std::sqrt(0.5) / (std::ldexp(1.0, bits - 1) - 1.0);
    return 2.0 * std::sqrt(3.0) * step;
}

std::optional<glm::quat> roundRotation(const glm::quat& rotation, int bits) {
    ShortRotation shorts = unfiltered(filtered(shortsOf(glm::normalize(rotation)), bits));
    // Rounding may change which component is the largest and left out, once or twice.
    constexpr int kAttempts = 4;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const ShortRotation again = unfiltered(filtered(shorts, bits));
        if (again == shorts) {
            const auto component = [&](std::size_t i) {
                return static_cast<float>(shorts.at(i)) / kShortScale;
            };
            return glm::quat(component(3), component(0), component(1), component(2));
        }
        shorts = again;
    }
    return std::nullopt;
}

std::optional<std::vector<std::byte>> packRotations(std::span<const ShortRotation> rotations) {
    std::vector<std::byte> packed(rotations.size() * sizeof(ShortRotation));
    for (int bits = kFewestRotationBits; bits <= kMostRotationBits; ++bits) {
        const bool isExact = std::ranges::all_of(rotations, [&](const ShortRotation& rotation) {
            const ShortRotation stored = filtered(rotation, bits);
            const auto number = static_cast<std::size_t>(&rotation - rotations.data());
            std::memcpy(packed.data() + number * sizeof stored, stored.data(), sizeof stored);
            return unfiltered(stored) == rotation;
        });
        if (isExact) return packed;
    }
    return std::nullopt;
}

std::optional<int> commonExponent(std::span<const float> numbers) {
    int exponent = kCoarsestExponent;
    for (const float number : numbers) {
        if (number != 0.0F) exponent = std::min(exponent, lowestBit(number));
    }
    if (exponent < kFinestExponent) return std::nullopt;
    if (exponent == kCoarsestExponent) exponent = 0;  // only zeros
    const bool isHeld = std::ranges::all_of(numbers, [&](float number) { return fits(number, exponent); });
    return isHeld ? std::optional(exponent) : std::nullopt;
}

std::vector<std::byte> packNumbers(std::span<const float> numbers, int exponent) {
    constexpr std::uint32_t kMantissa = 0xFFFFFF;
    std::vector<std::byte> packed(numbers.size() * sizeof(std::uint32_t));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto mantissa = static_cast<std::int32_t>(std::ldexp(numbers[i], -exponent));
        const std::uint32_t stored = (static_cast<std::uint32_t>(mantissa) & kMantissa) |
                                     (static_cast<std::uint32_t>(exponent) << 24U);
        std::memcpy(packed.data() + i * sizeof stored, &stored, sizeof stored);
    }
    return packed;
}

std::optional<float> roundNumber(float number, int exponent) {
    if (exponent < kFinestExponent || exponent > kCoarsestExponent) return std::nullopt;
    const float rounded = std::ldexp(std::round(std::ldexp(number, -exponent)), exponent);
    return fits(rounded, exponent) ? std::optional(rounded) : std::nullopt;
}

}  // namespace rigkiln
