#include "pipeline/scene/transform_mesh.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "pipeline/base/stop.hpp"

namespace rigkiln {
namespace {

/// Returns the matrix of cofactors: the transposed inverse times the determinant. Unlike the inverse it
/// exists for every matrix.
glm::dmat3 cofactors(const glm::dmat3& matrix) {
    return {glm::cross(matrix[1], matrix[2]), glm::cross(matrix[2], matrix[0]),
            glm::cross(matrix[0], matrix[1])};
}

glm::vec3 turned(const glm::dmat3& matrix, const glm::vec3& direction) {
    const glm::dvec3 result = matrix * glm::dvec3(direction);
    const double length = glm::length(result);
    if (!(length > 0) || !std::isfinite(length)) return direction;
    return {result / length};
}

void turnDirections(Primitive& primitive, const glm::dmat3& linear) {
    const bool mirrors = glm::determinant(linear) < 0;
    const glm::dmat3 ofNormals = cofactors(linear) * (mirrors ? -1.0 : 1.0);
    for (glm::vec3& normal : primitive.normals) {
        checkStop();
        normal = turned(ofNormals, normal);
    }
    for (glm::vec4& tangent : primitive.tangents)
        tangent = {turned(linear, glm::vec3(tangent)), mirrors ? -tangent.w : tangent.w};
    if (!mirrors) return;
    for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3)
        std::swap(primitive.indices[i + 1], primitive.indices[i + 2]);
}

}  // namespace

void transformMesh(Mesh& mesh, const glm::dmat4& matrix) {
    if (matrix == glm::dmat4(1.0)) return;
    const glm::dmat3 linear(matrix);
    for (Primitive& primitive : mesh.primitives) {
        for (glm::vec3& position : primitive.positions) {
            checkStop();
            position = glm::vec3(matrix * glm::dvec4(glm::dvec3(position), 1.0));
        }
        if (linear != glm::dmat3(1.0)) turnDirections(primitive, linear);
    }
}

}  // namespace rigkiln
