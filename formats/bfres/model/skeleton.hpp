#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/bfres/base/bfres_reader.hpp"
#include "formats/bfres/base/bfres_writer.hpp"
#include "formats/bfres/base/user_data.hpp"
#include "formats/bfres/model/bone_flags.hpp"

/// FSKL, skeletons (README, section Skeletons).
namespace rigkiln::bfres {

/// Row-major 3x4 matrix; the last column is the translation.
using Matrix34 = std::array<float, 12>;

/// Index that refers to no bone or matrix.
inline constexpr std::int16_t kNone = -1;

struct Bone {
    std::string name;
    std::uint16_t index = 0;            ///< its own index
    std::int16_t parent = kNone;        ///< less than the bone's own index
    std::int16_t smoothMatrix = kNone;  ///< index in the matrix list
    std::int16_t rigidMatrix = kNone;   ///< index in the matrix list, behind all smooth ones
    std::int16_t billboard = kNone;     ///< bone that a billboard looks at
    std::uint32_t flags = 0;            ///< bone_flag; bits 16 to 18: billboard kind
    std::array<float, 3> scale{1, 1, 1};
    std::array<float, 4> rotation{0, 0, 0, 1};  ///< Euler angles xyz and 1, or a quaternion xyzw
    std::array<float, 3> translation{};
    Matrix34 oldInverseBind{};  ///< below 3.4, where the skeleton has no inverse bind matrices
    std::vector<UserData> userData;

    [[nodiscard]] bool isVisible() const { return (flags & bone_flag::kVisible) != 0; }
    [[nodiscard]] bool compensatesScale() const { return (flags & bone_flag::kSegmentScaleCompensate) != 0; }

    bool operator==(const Bone&) const = default;
};

/// Laws of a decoded skeleton: parents come before their children; bones of the matrix list exist; from 3.4
/// there are as many inverse bind matrices as smooth matrices.
struct Skeleton {
    std::uint32_t flags = 0;        ///< scaling and rotation mode, as in animations
    std::uint16_t smoothCount = 0;  ///< first matrices of the list: for smooth vertices, in model space
    std::uint16_t rigidCount = 0;   ///< the other matrices: for rigid vertices, in the space of their bone
    std::vector<Bone> bones;
    std::vector<std::uint16_t> matrixToBone;  ///< bone of each matrix; vertices refer to matrices
    std::vector<Matrix34> inverseBinds;       ///< of the smooth matrices

    [[nodiscard]] RotationMode rotation() const { return rotationMode(flags); }

    bool operator==(const Skeleton&) const = default;
};

/// Reads the section at this place. Throws FormatError.
[[nodiscard]] Skeleton readSkeleton(BfresReader& file, Place section);

/// Reads only the names of the bones. Throws FormatError.
[[nodiscard]] std::vector<std::string> readBoneNames(BfresReader& file, Place section);

/// Throws EncodeError.
void writeSkeleton(BfresWriter& out, const Skeleton& skeleton, Label label);

}  // namespace rigkiln::bfres
