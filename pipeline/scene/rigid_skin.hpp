#pragma once

#include <string_view>

#include "pipeline/scene/scene.hpp"

/// Records of parts that move as one skin (skinRigidParts), in the extras of the scene's objects. Readers of
/// our files find by them what to undo (docs/extras.md, Rigid parts as a skin).
namespace rigkiln {

/// Key in the extras of a mesh instance: `true` if its vertices follow one joint without bending.
inline constexpr std::string_view kRigidPart = "rigid_part";

/// Key in the extras of a joint that the source does not have. Its value tells the joint's purpose.
inline constexpr std::string_view kAddedJoint = "added_joint";
/// Above the joints of a model; is no joint of a skin and never moves.
inline constexpr std::string_view kModelJoint = "model";
/// The common parent of several roots.
inline constexpr std::string_view kRootJoint = "root";
/// Below the joint of a part; its scale shows and hides the part.
inline constexpr std::string_view kVisibilityJoint = "visibility";

/// Whether a joint was added for this purpose.
[[nodiscard]] bool isAddedAs(const Joint& joint, std::string_view purpose);

/// Whether an instance is a part of a rigid skin.
[[nodiscard]] bool isPartOfRigidSkin(const MeshInstance& instance);

}  // namespace rigkiln
