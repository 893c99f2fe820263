#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Suffix of the node that has a joint's scale; follows the joint's name.
inline constexpr std::string_view kScaleNodeSuffix = "_scale";

/// Removes Joint::compensatesParentScale, which glTF cannot express, without moving anything. With p the
/// parent's own scale, `W = W_parent * T * 1/p * R * S` has shear that no translation, rotation and scale
/// below the parent's node can express. So each joint that is ever scaled and has a compensating child is
/// split in two: the joint itself keeps its name, translation and rotation; a node below it, with
/// kScaleNodeSuffix, has only the scale. Compensating children stay on the first node, with translations
/// multiplied by p. The other children, skins, meshes, attachments and lights move to the second.
///
/// Exact at rest and at every key. Where a child's translation and its parent's scale both move in a clip,
/// their product is sampled at all keys of both and at every frame of the clip's source rate, and linear in
/// between.
void resolveScaleCompensation(Scene& scene);

}  // namespace rigkiln
