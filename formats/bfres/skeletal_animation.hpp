#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bfres/bfres_layout.hpp"
#include "formats/bfres/curve.hpp"
#include "formats/bfres/user_data.hpp"

/// FSKA, skeletal animations (README, section Skeletal animations).
namespace rigkiln::bfres {

/// Inheritance of scales in the hierarchy.
enum class ScalingMode : std::uint8_t { None = 0, Standard = 1, Maya = 2, Softimage = 3 };
enum class RotationMode : std::uint8_t { Quaternion = 0, EulerXyz = 1 };

/// Scaling and rotation mode are in the same bits in skeletons and animations.
[[nodiscard]] constexpr ScalingMode scalingMode(std::uint32_t flags) {
    return static_cast<ScalingMode>(flags >> 8U & 3U);
}
/// In the files seen, the upper two of the three bits are 0.
[[nodiscard]] constexpr RotationMode rotationMode(std::uint32_t flags) {
    return (flags >> 12U & 7U) == 0 ? RotationMode::Quaternion : RotationMode::EulerXyz;
}

namespace bone_flag {
inline constexpr std::uint32_t kVisible = 1U << 0U;  ///< FSKL only
inline constexpr std::uint32_t kBaseScale = 1U << 3U;
inline constexpr std::uint32_t kBaseRotate = 1U << 4U;
inline constexpr std::uint32_t kBaseTranslate = 1U << 5U;
inline constexpr std::uint32_t kFirstCurve = 1U
                                             << 6U;  ///< ten bits: S xyz, R xyzw, T xyz; wrong in some files
inline constexpr std::uint32_t kSegmentScaleCompensate = 1U << 23U;
inline constexpr std::uint32_t kScaleUniform = 1U << 24U;
inline constexpr std::uint32_t kScaleVolumeOne = 1U << 25U;
inline constexpr std::uint32_t kRotateZero = 1U << 26U;
inline constexpr std::uint32_t kTranslateZero = 1U << 27U;
}  // namespace bone_flag

/// Targets of curves: offsets in a struct of the game, not of the file.
enum class BoneTarget : std::uint32_t {
    ScaleX = 0x04,
    ScaleY = 0x08,
    ScaleZ = 0x0C,
    TranslateX = 0x10,
    TranslateY = 0x14,
    TranslateZ = 0x18,
    RotateX = 0x20,
    RotateY = 0x24,
    RotateZ = 0x28,
    RotateW = 0x2C
};

/// Animation of one bone, found by name. Values missing in the base data are those of the skeleton at rest. A
/// channel with a curve does not use its base.
struct BoneAnimation {
    std::uint32_t flags = 0;
    std::string name;
    std::array<std::uint8_t, 2> firstComponents{3, 6};  ///< of rotation and translation; constants
    std::uint8_t baseTranslate = 0;                     ///< index of the translation in the base data, or 0
    std::uint32_t firstCurve = 0;                       ///< number of curves in the bones before
    std::optional<std::array<float, 3>> scale;
    std::optional<std::array<float, 4>> rotate;  ///< Euler angles xyz and 1, or a quaternion xyzw
    std::optional<std::array<float, 3>> translate;
    std::vector<Curve> curves;

    [[nodiscard]] bool compensatesScale() const { return (flags & bone_flag::kSegmentScaleCompensate) != 0; }
    [[nodiscard]] bool hasBase() const { return scale || rotate || translate; }

    bool operator==(const BoneAnimation&) const = default;
};

/// Laws of a decoded animation: the flags of each bone match its base data; a bone has at most 255 curves.
struct SkeletalAnimation {
    std::string name;
    std::string path;
    std::uint32_t flags = 0;       ///< bit 0 baked, bit 2 looping
    std::uint32_t frameCount = 0;  ///< number of the last frame; frame 0 is shown too
    std::uint32_t curveCount = 0;  ///< in all bones, as stored: tools write wrong numbers
    std::uint32_t bakedSize = 0;   ///< as stored
    /// Below 3.4: ten bytes whose order is not certain, as five 16-bit words from 0x16 on.
    std::array<std::uint16_t, 5> unknown0x16{};
    std::optional<std::vector<std::uint16_t>> bindIndices;  ///< one per bone; FFFF: not bound
    std::vector<BoneAnimation> bones;
    std::vector<UserData> userData;

    [[nodiscard]] bool isLooping() const { return (flags & 4U) != 0; }
    [[nodiscard]] ScalingMode scaling() const { return scalingMode(flags); }
    [[nodiscard]] RotationMode rotation() const { return rotationMode(flags); }

    bool operator==(const SkeletalAnimation&) const = default;
};

/// Distance of consecutive animations in a Switch array; on the Wii U the size of the header.
[[nodiscard]] std::size_t skeletalAnimationSize(const Layout& layout);

/// Reads the section at this place. Throws FormatError.
[[nodiscard]] SkeletalAnimation readSkeletalAnimation(BfresReader& file, Place section);

/// Reads only the names of the animated bones. Throws FormatError.
[[nodiscard]] std::vector<std::string> readAnimatedBoneNames(BfresReader& file, Place section);

/// Writes sections one after the other, as the game's converter does: on the Wii U header and contents of
/// each, on the Switch all headers first. Defines `labels` as the positions of the headers. Throws
/// EncodeError.
void writeSkeletalAnimations(BfresWriter& out, std::span<const SkeletalAnimation> animations,
                             std::span<const Label> labels);

/// Encodes one Wii U section as it lies in a file with the strings at `strings`. Equals the bytes of the
/// games' own files. Throws EncodeError, also for the Switch, whose sections are not contiguous.
[[nodiscard]] std::vector<std::byte> encodeSkeletalAnimation(const SkeletalAnimation& animation,
                                                             const Layout& layout, Place section,
                                                             const StringPlaces& strings);

}  // namespace rigkiln::bfres
