#pragma once

#include <span>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Changes every reference to joint i to `newNumbers[i]`: in joints, skins, instances, attachments, lights
/// and clips. Does not move the joints themselves. Precondition: one number per joint that is referred to;
/// the numbers keep the order of the joints that clips move, so that tracks stay in ascending order.
void renumberJoints(Scene& scene, std::span<const IndexOf<Joint>> newNumbers);

}  // namespace rigkiln
