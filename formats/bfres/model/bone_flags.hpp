#pragma once

#include <cstdint>

/// Flags and modes that skeletons and skeletal animations have in the same bits.
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

}  // namespace rigkiln::bfres
