#pragma once

#include <glm/vec3.hpp>

#include "pipeline/scene/index_of.hpp"

namespace rigkiln {

struct Joint;

/// Box around something that follows a joint, in the joint's space.
struct JointBox {
    IndexOf<Joint> joint{};
    glm::dvec3 low{0.0};
    glm::dvec3 high{0.0};
};

}  // namespace rigkiln
