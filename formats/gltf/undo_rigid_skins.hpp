#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// Turns the parts of a rigid skin (skinRigidParts) back to meshes on their joints, and removes what was
/// added for it: the joints above the model, those that show and hide parts, and the places of attachments in
/// skins. Visibility is taken from the scales of the added joints where these differ from the record of the
/// clip, because somebody may have edited them. A skin of which a part bends, is joined with another, or has
/// a mesh that other instances use, stays as it is, with an issue. Added joints that somebody has moved or
/// hung something on stay, too. Scales that were taken out of joints stay in the meshes. Does nothing to
/// scenes without such parts.
void undoRigidSkins(Scene& scene, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf
