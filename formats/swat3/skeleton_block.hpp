#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What GSM and GSA files share: the skeleton block (README, section Skeleton). Names of fields follow the
/// files; nothing is interpreted, nothing converted.
namespace rigkiln::swat3 {

using Float2 = std::array<float, 2>;
using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

/// Link of a bone that has no parent.
inline constexpr std::uint16_t kNoBone = 0xFFFF;

struct Bone {
    std::uint16_t id = 0;  ///< what links, runs, grips and bone lists name; the ordinal in all known files
    std::string name{};    ///< octets as stored, no NUL is counted
    std::uint16_t link = kNoBone;    ///< id of the parent in the same skeleton, or kNoBone
    Float3 position{};               ///< from the parent, in the parent's frame, in the file's units
    Float4 rotation{0.0F, 0, 0, 1};  ///< x, y, z, w as stored, conjugated or not

    bool operator==(const Bone&) const = default;
};

struct Skeleton {
    std::uint16_t id = 0;
    std::string name{};
    std::vector<Bone> bones{};  ///< in the order of the file; a parent may stand behind its child

    bool operator==(const Skeleton&) const = default;
};

/// Bones of all skeletons together: how many rotations a GSA frame without a bone list has.
[[nodiscard]] std::size_t boneCount(const std::vector<Skeleton>& skeletons);

/// The first bone of this id over all skeletons, or null. Whether ids of several skeletons are apart is not
/// known; no file with several was seen.
[[nodiscard]] const Bone* findBone(const std::vector<Skeleton>& skeletons, std::uint16_t id);

}  // namespace rigkiln::swat3
