#pragma once

#include <optional>

#include <glm/vec3.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Smallest and largest coordinates, in units of the scene.
struct Bounds {
    glm::dvec3 minimum{0.0};
    glm::dvec3 maximum{0.0};
};

/// Returns the box around all vertices of all mesh instances in the rest pose, including hidden ones. Without
/// vertices it is the box around the joints; without joints, nothing. Precondition: the scene satisfies its
/// laws.
[[nodiscard]] std::optional<Bounds> restBounds(const Scene& scene);

}  // namespace rigkiln
