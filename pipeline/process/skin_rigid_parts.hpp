#pragma once

#include <cstddef>
#include <string_view>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Names of the options of exporters whose scenes go through skinRigidParts.
inline constexpr std::string_view kRigidOption = "rigid";
inline constexpr std::string_view kRigidNodes = "nodes";  ///< the step is not done
inline constexpr std::string_view kRigidSkin = "skin";
inline constexpr std::string_view kRigidAuto = "auto";  ///< RigidSkinOptions::onlyMoving
inline constexpr std::string_view kVisibilityFloorOption = "visibility_floor";

struct RigidSkinOptions {
    bool onlyMoving = false;  ///< leaves scenes alone in which clips move less than two parts
    /// Scale of the joint of a hidden part. 0 hides best; some engines complain of matrices without inverse.
    double visibilityFloor = 0.0;

    bool operator==(const RigidSkinOptions&) const = default;
};

/// Joints of a skin that every engine takes; more are reported.
inline constexpr std::size_t kCommonSkinLimit = 256;

inline constexpr IssueKind kManySkinJoints{
    "rigid-skin.many-joints", Severity::Information,
    "the skin of the rigid parts has more than 256 joints, which some engines (Bevy) do not take"};
inline constexpr IssueKind kRigidSkinNotMade{"rigid-skin.not-made", Severity::Warning,
                                             "the rigid parts could not become one skin and stay nodes"};

/// Makes all rigid render meshes of a model follow one skin, for programs that animate skeletons better than
/// nodes: a model with a clip is then one armature with one action in Blender. Poses stay the same.
///
/// A static joint (kModelJoint) is added above the model's roots, and a joint (kRootJoint) between them where
/// there are several. The skin has all joints below the static one, or those that are needed when there are
/// more than kCommonSkinLimit; its inverse bind matrices are those of the rest pose. Vertices move to model
/// space, absorbScales takes mirrorings and constant scales out of the joints. A part that is hidden, at rest
/// or by a clip, gets a leaf joint (kVisibilityJoint) with a scale of 0 and 1, in steps. Instances get
/// kRigidPart in their extras. Skins that are there stay; where a model has no rigid part, its last skin gets
/// the joints that it lacks. In a merged scene, the same is done for each part by itself.
///
/// Collision and shadow meshes stay on their joints. Meshes that several instances share are copied. The
/// scene stays as it is, with an issue, when copies would more than double its vertices or a skin would have
/// more than 65,535 joints. Precondition: the scene is canonical and satisfies its laws; it then satisfies
/// them afterwards, unless vertices leave the range of floats.
void skinRigidParts(Scene& scene, const RigidSkinOptions& options, Diagnostics& diagnostics);

}  // namespace rigkiln
