#pragma once

#include <span>
#include <vector>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::reduction {

/// How far a joint's tracks move probe points in the pose at rest, at most: by one unit of translation, by
/// one radian, by one unit of scale. 0 where nothing follows the joint.
struct JointReach {
    double ofTranslation = 0;
    double ofRotation = 0;
    double ofScale = 0;
};

/// One for each joint. Precondition: `probes` has an entry per joint, parents stand before children.
[[nodiscard]] std::vector<JointReach> jointReaches(const Scene& scene, std::span<const JointProbes> probes);

}  // namespace rigkiln::reduction
