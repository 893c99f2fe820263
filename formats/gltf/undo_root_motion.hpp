#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// Moves the travel that extractRootMotion of an earlier conversion moved to a root joint back to the joints
/// below, so that a game format gets its own skeleton. World poses stay the same. A root joint that was
/// edited so that it turns or scales keeps its travel. Joints that were added stay, at rest, for
/// undoRigidSkins.
void undoRootMotion(Scene& scene);

}  // namespace rigkiln::gltf
