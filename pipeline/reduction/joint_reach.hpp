#pragma once

#include <span>
#include <vector>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::reduction {

/// Largest distance that a joint's tracks move probe points in the rest pose: per unit of translation, per
/// radian, per unit of scale. 0 when no point follows the joint. An upper limit in chains of hundreds of
/// joints.
struct JointReach {
    double ofTranslation = 0;
    double ofRotation = 0;
    double ofScale = 0;
};

/// Returns one entry per joint. Precondition: `probes` has an entry per joint; parents precede children.
[[nodiscard]] std::vector<JointReach> jointReaches(const Scene& scene, std::span<const JointProbes> probes);

}  // namespace rigkiln::reduction
