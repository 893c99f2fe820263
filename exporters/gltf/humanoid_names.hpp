#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/humanoid_bones.hpp"
#include "pipeline/scene/scene.hpp"

/// Names of humanoid skeletons, so that engines find the bones of a character by themselves. docs/engines.md,
/// Humanoid skeletons.
namespace rigkiln::gltf_export {

/// Whose names joints get.
enum class JointNames : std::uint8_t {
    Source,
    Vrm,     ///< VRM 1.0, humanoid bones: leftUpperArm
    Godot,   ///< SkeletonProfileHumanoid of Godot 4: LeftUpperArm
    Unreal,  ///< mannequin of Unreal Engine 5: upperarm_l
    Mixamo,  ///< mixamorig:LeftArm
    Biped    ///< 3ds Max: Bip01 L UpperArm
};

/// Returns the name of a humanoid bone; empty when the style has none for it. Precondition: the style is not
/// Source.
[[nodiscard]] std::string humanoidBoneName(const HumanoidSlot& slot, JointNames style);

/// Whether VRM 1.0 requires the bone.
[[nodiscard]] bool isRequiredBone(HumanoidBone bone);

/// Returns the names of bones that VRM 1.0 requires and the humanoid does not have.
[[nodiscard]] std::vector<std::string> missingBones(const Humanoid& humanoid);

/// Returns a name for each joint: that of its humanoid bone, or its own. Bones are recognised by the names
/// that 3ds Max's Biped, Alamo's models and Nintendo's give them, in each tree of joints by itself. A tree
/// without hips, or without upper and lower arms and legs, is no humanoid, and keeps its names. Bones that
/// VRM 1.0 requires and a humanoid does not have are reported.
[[nodiscard]] std::vector<std::string> jointNames(const Scene& scene, JointNames style,
                                                  Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_export
