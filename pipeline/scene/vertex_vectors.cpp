#include "pipeline/scene/vertex_vectors.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <glm/geometric.hpp>

namespace rigkiln {

bool hasDirection(const glm::vec3& vector) {
    constexpr float kNoLength = 1e-6F;
    const float length = glm::length(vector);
    return std::isfinite(length) && length > kNoLength;
}

glm::vec3 unitDirection(const glm::vec3& vector) {
    constexpr float kUnitLengthTolerance = 2e-4F;
    const float length = glm::length(vector);
    return std::abs(length - 1.0F) <= kUnitLengthTolerance ? vector
                                                           : glm::vec3(glm::normalize(glm::dvec3(vector)));
}

glm::vec3 anyDirectionAcross(const glm::vec3& normal) {
    const glm::vec3 helper = std::abs(normal.x) < 0.9F ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
    return glm::normalize(glm::cross(normal, helper));
}

void rebuildZeroNormals(std::span<const glm::vec3> positions, std::span<const std::uint32_t> indices,
                        std::span<glm::vec3> normals) {
    std::vector<glm::dvec3> sums(normals.size(), glm::dvec3(0.0));
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const std::array<std::uint32_t, 3> corners = {indices[i], indices[i + 1], indices[i + 2]};
        const glm::dvec3 first(positions[corners[0]]);
        const glm::dvec3 across =
            glm::cross(glm::dvec3(positions[corners[1]]) - first, glm::dvec3(positions[corners[2]]) - first);
        for (const std::uint32_t corner : corners)
            sums[corner] += across;
    }
    for (std::size_t v = 0; v < normals.size(); ++v) {
        if (normals[v] != glm::vec3(0.0F)) continue;
        const double length = glm::length(sums[v]);
        normals[v] = std::isfinite(length) && length > 0 ? glm::vec3(sums[v] / length) : glm::vec3(0, 0, 1);
    }
}

}  // namespace rigkiln
