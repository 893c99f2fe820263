#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Skeleton block of GSM and GSA files (README, section Skeleton). Field names follow the files; nothing is
/// interpreted or converted.
namespace rigkiln::swat3 {

using Float2 = std::array<float, 2>;
using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

/// Link of a bone without a parent.
inline constexpr std::uint16_t kNoBone = 0xFFFF;

struct Bone {
    std::uint16_t id = 0;          ///< used by links, runs, grips, bone lists; the ordinal in all known files
    std::string name{};            ///< bytes as stored; the length counts no NUL
    std::uint16_t link = kNoBone;  ///< id of the parent in the same skeleton, or kNoBone
    Float3 position{};             ///< relative to the parent, in its frame, in the file's units
    Float4 rotation{0.0F, 0, 0, 1};  ///< x, y, z, w as stored, conjugated or not

    bool operator==(const Bone&) const = default;
};

struct Skeleton {
    std::uint16_t id = 0;
    std::string name{};
    std::vector<Bone> bones{};  ///< in file order; a parent may come after its child

    bool operator==(const Skeleton&) const = default;
};

/// Number of bones in all skeletons: the rotations per GSA frame without a bone list.
[[nodiscard]] std::size_t boneCount(const std::vector<Skeleton>& skeletons);

}  // namespace rigkiln::swat3
