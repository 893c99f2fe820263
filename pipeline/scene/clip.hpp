#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/scene/index_of.hpp"
#include "pipeline/scene/source_copy.hpp"

namespace rigkiln {

struct Joint;
struct Material;
class Scratch;

enum class Interpolation : std::uint8_t { Step, Linear, CubicSpline };

/// Values over time. Laws: times in seconds, strictly ascending, within [0, duration of the clip]; as many
/// values as times (three times as many for CubicSpline: in-tangent, value, out-tangent, tangents per
/// second); values finite. Before the first and after the last key the value holds. One key is a constant.
template <class Type>
struct Track {
    Interpolation interpolation = Interpolation::Linear;
    std::vector<float> times;
    std::vector<Type> values;

    [[nodiscard]] bool empty() const { return times.empty(); }
    bool operator==(const Track&) const = default;
};

/// Animation of one joint: absolute local transforms that replace its rest pose, not deltas.
/// An empty track means that the joint keeps its rest value. Visibility (0 or 1, Step only) acts on what
/// hangs on this joint and is not inherited by other joints. Rotation keys are unit within
/// kRotationKeyTolerance: quantised keys of a source are kept bit for bit and normalised where they are used.
struct JointTracks {
    IndexOf<Joint> joint;
    Track<glm::vec3> translation;
    Track<glm::quat> rotation;
    Track<glm::vec3> scale;
    Track<std::uint8_t> visibility;
    /// The source says that the joint stands in the model's rest pose throughout. Its one-key tracks are then
    /// the source's rounded copies of the rest pose, of which the model holds the exact one (see bind_clips).
    bool holdsRestPose = false;
    Properties extras;

    bool operator==(const JointTracks&) const = default;
};

/// How far from length 1 a rotation key may be. Sixteen-bit keys of the field's exporters were seen up to
/// 1e-3 off.
inline constexpr float kRotationKeyTolerance = 2e-3F;

/// Whether a rotation key may stay as it is. By the square of its length, as there are many; false for what
/// is no number. The one test of this law: at the edge another would round to another answer.
[[nodiscard]] inline bool isUnitKey(const glm::quat& rotation) {
    constexpr float kLeast = (1.0F - kRotationKeyTolerance) * (1.0F - kRotationKeyTolerance);
    constexpr float kMost = (1.0F + kRotationKeyTolerance) * (1.0F + kRotationKeyTolerance);
    const float square = glm::dot(rotation, rotation);
    return square >= kLeast && square <= kMost;
}

/// The k with which a component of a rotation is exactly k / 32767: what a normalised sixteen-bit integer of
/// glTF holds. Nothing for any other number. -0 is 0 here: no reader tells them apart.
[[nodiscard]] inline std::optional<std::int16_t> sixteenBitsOf(float component) {
    constexpr float kScale = 32767.0F;
    if (!(std::abs(component) <= 1.0F)) return std::nullopt;
    const auto rounded = static_cast<int>(component * kScale + (component < 0 ? -0.5F : 0.5F));
    if (static_cast<float>(rounded) / kScale != component) return std::nullopt;
    return static_cast<std::int16_t>(rounded);
}

/// Whether sixteen bits hold every component of every rotation, to the last bit.
[[nodiscard]] inline bool fitSixteenBits(std::span<const glm::quat> rotations) {
    for (const glm::quat& rotation : rotations) {
        for (const float component : {rotation.x, rotation.y, rotation.z, rotation.w}) {
            if (!sixteenBitsOf(component)) return false;
        }
    }
    return true;
}

/// Animation of one material. An empty track means that the material keeps what it says itself.
struct MaterialTracks {
    IndexOf<Material> material;
    /// Replaces `TextureUse::offset` of the base colour texture, which the material has to have.
    Track<glm::vec2> baseColorOffset;

    bool operator==(const MaterialTracks&) const = default;
};

struct ClipEvent {
    float time = 0.0F;  ///< seconds from the start of the clip
    std::string name;
    Properties extras;

    bool operator==(const ClipEvent&) const = default;
};

/// How a clip finds the joints of a model it was not stored with.
enum class ClipBinding : std::uint8_t { ByIndex, ByName };

/// Tracks of joints that lie on a disk (stored_tracks.hpp).
struct StoredTracks {
    SharedBytes bytes;
    std::size_t jointCount = 0;
    std::shared_ptr<Scratch> scratch{};  ///< where they are, and come again

    bool operator==(const StoredTracks&) const = default;
};

/// One named animation. Laws: at most one JointTracks per joint, in ascending order of joints, and likewise
/// of materials; duration not negative and not before the last key; events in ascending time.
struct Clip {
    std::string name;
    float duration = 0.0F;                 ///< seconds
    std::optional<float> sourceFrameRate;  ///< frames per second as authored
    std::uint32_t sourceFrameCount = 0;  ///< samples stored per track as authored, 0 when that means nothing
    ClipBinding binding = ClipBinding::ByName;
    std::vector<JointTracks> joints;       ///< empty while they are stored
    std::optional<StoredTracks> stored{};  ///< take the clip in hand before you look at its joints
    std::vector<MaterialTracks> materials;
    std::vector<ClipEvent> events;
    std::optional<SourceCopy> source;
    Properties extras;

    bool operator==(const Clip&) const = default;
};

}  // namespace rigkiln
