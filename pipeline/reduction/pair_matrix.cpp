#include "pipeline/reduction/pair_matrix.hpp"

#include <algorithm>

#include <glm/common.hpp>

namespace rigkiln::reduction {

std::optional<ProbeBox> boxOf(std::span<const glm::dvec3> points) {
    if (points.empty()) return std::nullopt;
    glm::dvec3 low = points.front();
    glm::dvec3 high = low;
    for (const glm::dvec3& point : points) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    std::size_t corners = 1;
    for (int axis = 0; axis < 3; ++axis)
        corners *= low[axis] < high[axis] ? 2U : 1U;
    const bool areCorners = std::ranges::all_of(points, [&](const glm::dvec3& point) {
        for (int axis = 0; axis < 3; ++axis) {
            if (point[axis] != low[axis] && point[axis] != high[axis]) return false;
        }
        return true;
    });
    if (!areCorners || points.size() != corners) return std::nullopt;
    return ProbeBox{.centre = (low + high) / 2.0, .half = (high - low) / 2.0};
}

}  // namespace rigkiln::reduction
