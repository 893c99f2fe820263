#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bfres/animation/curve.hpp"
#include "formats/bfres/base/bfres_layout.hpp"
#include "formats/bfres/base/user_data.hpp"
#include "formats/bfres/model/bone_flags.hpp"

/// FSKA, skeletal animations (README, section Skeletal animations).
namespace rigkiln::bfres {

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
