#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>

namespace rigkiln {

/// Components of a rotation as files store them: x, y, z, w, each k / 32767.
using ShortRotation = std::array<std::int16_t, 4>;

/// Bits of the three stored components of a rotation. With more than 15, decoded rotations would not always
/// encode to the same values again.
inline constexpr int kFewestRotationBits = 4;
inline constexpr int kMostRotationBits = 15;

/// Returns the largest angle (radians) between a unit quaternion and its value after `roundRotation`.
[[nodiscard]] double rotationRounding(int bits);

/// Rounds a rotation to one that a stream with filter Quaternion represents exactly with `bits` bits:
/// components k / 32767, of either sign. Applied to its own result it changes nothing. Returns nothing in the
/// rare case that no such rotation is found.
[[nodiscard]] std::optional<glm::quat> roundRotation(const glm::quat& rotation, int bits);

/// Encodes rotations for the filter Quaternion, so that decoding gives exactly the same components, with the
/// fewest bits. Returns nothing when no number of bits is enough.
[[nodiscard]] std::optional<std::vector<std::byte>> packRotations(std::span<const ShortRotation> rotations);

/// Returns the exponent of the largest power of two that divides all numbers, for the filter Exponential.
/// Returns nothing when some number needs more than 23 bits or the exponent is too low.
[[nodiscard]] std::optional<int> commonExponent(std::span<const float> numbers);

/// Encodes numbers for the filter Exponential. Precondition: the exponent is that of `commonExponent`, or a
/// lower one with which all numbers fit 23 bits.
[[nodiscard]] std::vector<std::byte> packNumbers(std::span<const float> numbers, int exponent);

/// Rounds a number to the nearest multiple of 2^exponent. Returns nothing when the filter Exponential cannot
/// represent it.
[[nodiscard]] std::optional<float> roundNumber(float number, int exponent);

}  // namespace rigkiln
