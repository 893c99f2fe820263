#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Places the vertices of one mesh instance in model space. Precondition: the scene satisfies its laws.
class RestPlacement {
public:
    /// `worlds` are the matrices of all joints, usually those of the rest pose.
    RestPlacement(const Scene& scene, const MeshInstance& instance, std::span<const glm::dmat4> worlds);

    /// `primitive` belongs to the mesh of the instance.
    [[nodiscard]] glm::dvec3 position(const Primitive& primitive, std::size_t vertex) const;
    /// Returns the matrix that directions of a vertex turn by. That of normals is its transposed inverse.
    [[nodiscard]] glm::dmat3 turn(const Primitive& primitive, std::size_t vertex) const;

private:
    bool isSkinned_ = false;
    std::vector<glm::dmat4> matrices_;  ///< mesh space to model space: of each joint of the skin, or one
};

}  // namespace rigkiln
