#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>

namespace rigkiln {

/// Numbers of a rotation as files store them: x, y, z, w, each k / 32767.
using ShortRotation = std::array<std::int16_t, 4>;

/// Bits of the three stored components of a rotation. With more, what comes out of the filter would not
/// always go through it unchanged.
inline constexpr int kFewestRotationBits = 4;
inline constexpr int kMostRotationBits = 15;

/// The largest angle (radians) between a unit quaternion and what `roundRotation` makes of it.
[[nodiscard]] double rotationRounding(int bits);

/// The rotation as a stream with filter Quaternion holds it with so many bits: components k / 32767, of
/// either sign. What this returns is returned unchanged where the rotation has such a neighbour; nothing
/// otherwise, which is rare.
[[nodiscard]] std::optional<glm::quat> roundRotation(const glm::quat& rotation, int bits);

/// The elements that the filter Quaternion makes exactly these rotations of, with the fewest bits; nothing
/// when no number of bits does.
[[nodiscard]] std::optional<std::vector<std::byte>> packRotations(std::span<const ShortRotation> rotations);

/// The exponent of the coarsest power of two that all numbers are whole multiples of, such that the filter
/// Exponential holds them; nothing when some number needs more than 23 bits.
[[nodiscard]] std::optional<int> commonExponent(std::span<const float> numbers);

/// The elements that the filter Exponential makes these numbers of. Precondition: the exponent is that of
/// `commonExponent` or finer and holds them.
[[nodiscard]] std::vector<std::byte> packNumbers(std::span<const float> numbers, int exponent);

/// The nearest multiple of 2^exponent that the filter Exponential holds; nothing when the number is too large
/// for that.
[[nodiscard]] std::optional<float> roundNumber(float number, int exponent);

}  // namespace rigkiln
