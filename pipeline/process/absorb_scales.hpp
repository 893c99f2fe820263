#pragma once

#include <span>

#include "pipeline/animation/joint_moves.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

inline constexpr IssueKind kMirrorKept{
    "rigid-skin.mirror-kept", Severity::Information,
    "a clip changes a joint from mirrored to not mirrored, so the joint keeps its negative scale"};
inline constexpr IssueKind kPlaceSheared{
    "rigid-skin.shear-lost", Severity::Warning,
    "a joint's scale is different per axis, and what hangs on the joint is turned against these axes; glTF "
    "cannot express the shear of an attachment or a light, and it was left out"};

/// Scale below which a joint counts as not shown: what hangs on it could not be made large again.
inline constexpr double kTinyScale = 1e-6;

/// Takes mirrorings and constant scales out of joints and puts them into what hangs on the joints: vertices
/// of meshes without a skin, inverse bind matrices, attachments, lights and the translations of child joints.
/// Nothing moves: with W the old and W' the new matrix of a joint, at rest and at any time of any clip,
/// `W = W' * A`, and A is constant.
///
/// Afterwards the scales of joints are not negative, and 1 wherever that is possible. A scale stays where a
/// clip changes it, where it is below kTinyScale, and where it is different per axis and a joint below is
/// turned or scaled by clips. A joint whose scale changes its sign in a clip keeps it, with an issue.
///
/// Precondition: the scene satisfies its laws; `moves` is findJointMoves(scene); a mesh without a skin has
/// one instance only.
void absorbScales(Scene& scene, std::span<const JointMoves> moves, Diagnostics& diagnostics);

}  // namespace rigkiln
