#pragma once

#include <cmath>

#include <glm/vec3.hpp>

namespace rigkiln::swat3 {

/// Whether no component is NaN or infinite. `Place` is `glm::vec3` where numbers are tested as they are
/// written later, else `glm::dvec3`.
template <class Place>
[[nodiscard]] bool isFinitePlace(const Place& place) {
    return std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z);
}

}  // namespace rigkiln::swat3
