#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// The name of the node that holds a joint's scale, behind the joint's own.
inline constexpr std::string_view kScaleNodeSuffix = "_scale";

/// Takes out Joint::compensatesParentScale, which glTF has no word for, without moving anything: with p the
/// parent's own scale, `W = W_parent * T * 1/p * R * S` has shear that no translation, rotation and scale
/// below the parent's node can hold. Each joint that is ever scaled and has a child that compensates becomes
/// two: the joint itself, which keeps its name, translation and rotation, and below it a node for its scale
/// alone, with kScaleNodeSuffix. Children that compensate stay on the first, their translations multiplied by
/// p; the other children, skins, meshes, attachments and lights move to the second.
///
/// Exact at rest and at every key. Where a child's translation and its parent's scale both move in a clip,
/// their product is taken at all keys of both and at every frame of the clip's source rate, straight in
/// between.
void resolveScaleCompensation(Scene& scene);

}  // namespace rigkiln
