#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "pipeline/scene/scene.hpp"

/// Finds the bones of humanoid skeletons by the names of joints (docs/engines.md, Humanoid skeletons).
namespace rigkiln {

enum class BodySide : std::uint8_t { None, Left, Right };

/// A bone of a humanoid, as VRM 1.0 and Godot's SkeletonProfileHumanoid have them.
enum class HumanoidBone : std::uint8_t {
    Hips,
    Spine,
    Chest,
    UpperChest,
    Neck,
    Head,
    Jaw,
    Eye,
    Shoulder,
    UpperArm,
    LowerArm,
    Hand,
    Thumb1,
    Thumb2,
    Thumb3,
    Index1,
    Index2,
    Index3,
    Middle1,
    Middle2,
    Middle3,
    Ring1,
    Ring2,
    Ring3,
    Little1,
    Little2,
    Little3,
    UpperLeg,
    LowerLeg,
    Foot,
    Toes
};

/// Whether a humanoid has the bone on both sides: all but those from the hips to the jaw.
[[nodiscard]] constexpr bool isSided(HumanoidBone bone) {
    return bone > HumanoidBone::Jaw;
}

using HumanoidSlot = std::pair<HumanoidBone, BodySide>;

/// Bones of one tree of joints.
struct Humanoid {
    std::size_t root = 0;  ///< topmost joint of the tree
    std::map<HumanoidSlot, std::size_t>
        bones{};  ///< joint of each bone, the first in the order of the joints

    [[nodiscard]] std::optional<std::size_t> find(HumanoidBone bone, BodySide side = BodySide::None) const;
};

/// Returns the humanoids of a scene, in the order of their roots. Bones are recognised by the names that 3ds
/// Max's Biped, Alamo's models and Nintendo's give them, in each tree of joints by itself. A tree without
/// hips, or without upper and lower arms and legs, is no humanoid.
[[nodiscard]] std::vector<Humanoid> findHumanoids(const Scene& scene);

}  // namespace rigkiln
