#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "pipeline/base/value.hpp"
#include "pipeline/scene/index_of.hpp"

namespace rigkiln {

struct Joint;

enum class Interpolation : std::uint8_t { Step, Linear, CubicSpline };

/// Values over time. Laws: times in seconds, strictly ascending, within [0, duration of the clip]; as many
/// values as times (three times as many for CubicSpline: in-tangent, value, out-tangent, tangents per
/// second); values finite. The first value holds before the first key and the last value after the last key.
/// One key is a constant.
template <class Type>
struct Track {
    Interpolation interpolation = Interpolation::Linear;
    std::vector<float> times;
    std::vector<Type> values;

    [[nodiscard]] bool empty() const { return times.empty(); }
    bool operator==(const Track&) const = default;
};

/// Animation of one joint: absolute local transforms that replace its rest pose, not deltas. An empty track
/// means that the joint keeps its rest value. Visibility (0 or 1, Step only) applies to objects on this joint
/// and is not inherited by its child joints. Rotation keys of Step and Linear tracks are unit within
/// kRotationKeyTolerance: quantised keys of a source are kept bit for bit and normalised where they are used.
struct JointTracks {
    IndexOf<Joint> joint;
    Track<glm::vec3> translation;
    Track<glm::quat> rotation;
    Track<glm::vec3> scale;
    Track<std::uint8_t> visibility;
    /// True when the source says that the joint keeps the model's rest pose for the whole clip. Its one-key
    /// tracks are then rounded copies of the rest pose; the model has the exact values (see bind_clips).
    bool holdsRestPose = false;
    Properties extras;

    bool operator==(const JointTracks&) const = default;
};

/// Largest deviation of a rotation key from length 1. Sixteen-bit keys of these games' exporters deviate by
/// up to 1e-3 (seen).
inline constexpr float kRotationKeyTolerance = 2e-3F;

/// Returns true when the length of a rotation key is 1 within kRotationKeyTolerance, and false for NaN.
/// Compares the squared length, which is cheaper. Test the law only with this function: another formula may
/// round differently at the limit.
[[nodiscard]] inline bool isUnitKey(const glm::quat& rotation) {
    constexpr float kLeast = (1.0F - kRotationKeyTolerance) * (1.0F - kRotationKeyTolerance);
    constexpr float kMost = (1.0F + kRotationKeyTolerance) * (1.0F + kRotationKeyTolerance);
    const float square = glm::dot(rotation, rotation);
    return square >= kLeast && square <= kMost;
}

/// Returns k when `component` is exactly k / 32767, the value of a normalised sixteen-bit integer of glTF.
/// Returns nothing for any other number. Treats -0 as 0, which no reader distinguishes.
[[nodiscard]] inline std::optional<std::int16_t> sixteenBitsOf(float component) {
    constexpr float kScale = 32767.0F;
    if (!(std::abs(component) <= 1.0F)) return std::nullopt;
    const auto rounded = static_cast<int>(component * kScale + (component < 0 ? -0.5F : 0.5F));
    if (static_cast<float>(rounded) / kScale != component) return std::nullopt;
    return static_cast<std::int16_t>(rounded);
}

/// Returns true when every component of every rotation is exactly some k / 32767.
[[nodiscard]] inline bool fitSixteenBits(std::span<const glm::quat> rotations) {
    for (const glm::quat& rotation : rotations) {
        for (const float component : {rotation.x, rotation.y, rotation.z, rotation.w}) {
            if (!sixteenBitsOf(component)) return false;
        }
    }
    return true;
}

}  // namespace rigkiln
