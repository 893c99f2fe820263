#pragma once

#include <optional>

#include <glm/vec3.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Smallest and largest coordinates of something, in the units of its scene.
struct Bounds {
    glm::dvec3 minimum{0.0};
    glm::dvec3 maximum{0.0};
};

/// The box around all vertices of all mesh instances as they stand in the rest pose, hidden or not; around
/// the joints where there is no mesh; nothing where there is neither. Precondition: the scene keeps its laws.
[[nodiscard]] std::optional<Bounds> restBounds(const Scene& scene);

}  // namespace rigkiln
