#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/bfres/skeletal_animation.hpp"

/// FSKL, skeletons (README, section Skeletons).
namespace rigkiln::bfres {

/// A row-major matrix of three rows; the last column is the translation.
using Matrix34 = std::array<float, 12>;

/// Number of a bone or matrix that is not there.
inline constexpr std::int16_t kNone = -1;

struct Bone {
    std::string name;
    std::uint16_t index = 0;            ///< its own
    std::int16_t parent = kNone;        ///< always less than its own
    std::int16_t smoothMatrix = kNone;  ///< in the matrix list
    std::int16_t rigidMatrix = kNone;   ///< in the matrix list, behind all smooth ones
    std::int16_t billboard = kNone;     ///< bone that a billboard looks at
    std::uint32_t flags = 0;            ///< bone_flag; bits 16 to 18: kind of billboard
    std::array<float, 3> scale{1, 1, 1};
    std::array<float, 4> rotation{0, 0, 0, 1};  ///< Euler xyz and 1, or a quaternion xyzw
    std::array<float, 3> translation{};
    Matrix34 oldInverseBind{};  ///< below 3.4, where the skeleton has none
    std::vector<UserData> userData;

    [[nodiscard]] bool isVisible() const { return (flags & bone_flag::kVisible) != 0; }
    [[nodiscard]] bool compensatesScale() const { return (flags & bone_flag::kSegmentScaleCompensate) != 0; }

    bool operator==(const Bone&) const = default;
};

/// Laws of a decoded one: parents stand before their children, the matrix list names bones that are there,
/// and from 3.4 there are as many inverse bind matrices as smooth ones.
struct Skeleton {
    std::uint32_t flags = 0;        ///< scaling and rotation mode, as in animations
    std::uint16_t smoothCount = 0;  ///< matrices of the list that vertices in model space are skinned to
    std::uint16_t rigidCount = 0;   ///< the rest, for vertices in the space of their bone
    std::vector<Bone> bones;
    std::vector<std::uint16_t> matrixToBone;  ///< what bone indices of vertices count in
    std::vector<Matrix34> inverseBinds;       ///< of the smooth matrices

    [[nodiscard]] ScalingMode scaling() const { return scalingMode(flags); }
    [[nodiscard]] RotationMode rotation() const { return rotationMode(flags); }

    bool operator==(const Skeleton&) const = default;
};

/// The section at the place. Throws FormatError.
[[nodiscard]] Skeleton readSkeleton(BfresReader& file, Place section);

/// The names of the bones alone. Throws FormatError.
[[nodiscard]] std::vector<std::string> readBoneNames(BfresReader& file, Place section);

/// Throws EncodeError.
void writeSkeleton(BfresWriter& out, const Skeleton& skeleton, Place label);

}  // namespace rigkiln::bfres
