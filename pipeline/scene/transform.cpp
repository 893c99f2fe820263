#include "pipeline/scene/transform.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/mat3x3.hpp>

namespace rigkiln {
namespace {

bool isFiniteMatrix(const glm::dmat4& matrix) {
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            if (!std::isfinite(static_cast<float>(matrix[column][row]))) return false;
        }
    }
    return true;
}

glm::dvec3 anyPerpendicular(const glm::dvec3& direction) {
    const glm::dvec3 helper = std::abs(direction.x) < 0.9 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
    return glm::normalize(glm::cross(direction, helper));
}

/// Gram-Schmidt orthonormalisation that tolerates axes without length: completes missing directions to a
/// right-handed basis.
glm::dmat3 orthonormalBasis(const glm::dmat3& axes, bool& isSingular) {
    constexpr double kNoLength = 1e-12;
    glm::dmat3 basis(0.0);
    const auto accept = [&](int index, glm::dvec3 axis) {
        const double length = glm::length(axis);
        if (length < kNoLength) return false;
        basis[index] = axis / length;
        return true;
    };
    const bool hasX = accept(0, axes[0]);
    const bool hasY = accept(1, axes[1] - basis[0] * glm::dot(basis[0], axes[1]));
    isSingular = !hasX || !hasY || glm::length(axes[2]) < kNoLength;
    if (!hasX && !hasY) {
        basis[0] = accept(2, axes[2]) ? anyPerpendicular(basis[2]) : glm::dvec3(1, 0, 0);
        basis[1] = glm::length(basis[2]) > 0 ? glm::cross(basis[2], basis[0]) : glm::dvec3(0, 1, 0);
    } else if (!hasX) {
        glm::dvec3 other = axes[2] - basis[1] * glm::dot(basis[1], axes[2]);
        basis[0] = glm::length(other) < kNoLength ? anyPerpendicular(basis[1])
                                                  : glm::cross(basis[1], glm::normalize(other));
    } else if (!hasY) {
        glm::dvec3 other = axes[2] - basis[0] * glm::dot(basis[0], axes[2]);
        basis[1] = glm::length(other) < kNoLength ? anyPerpendicular(basis[0])
                                                  : glm::cross(glm::normalize(other), basis[0]);
    }
    basis[2] = glm::cross(basis[0], basis[1]);
    return basis;
}

}  // namespace

glm::dmat4 toMatrix(const Transform& transform) {
    return toMatrix(glm::dvec3(transform.translation), glm::dquat(transform.rotation),
                    glm::dvec3(transform.scale));
}

glm::dmat4 toMatrix(const glm::dvec3& translation, const glm::dquat& rotation, const glm::dvec3& scale) {
    const glm::dmat4 translated = glm::translate(glm::dmat4(1.0), translation);
    return glm::scale(translated * glm::mat4_cast(glm::normalize(rotation)), scale);
}

Decomposition decompose(const glm::dmat4& matrix) {
    Decomposition result;
    if (!isFiniteMatrix(matrix)) {
        result.isFinite = false;
        return result;
    }
    glm::dmat3 axes(matrix);
    glm::dvec3 scale(glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2]));
    if (glm::determinant(axes) < 0) {
        scale.x = -scale.x;
        axes[0] = -axes[0];
    }
    const glm::dmat3 basis = orthonormalBasis(axes, result.isSingular);
    result.transform.translation = glm::vec3(matrix[3]);
    result.transform.rotation = glm::quat(glm::normalize(glm::quat_cast(basis)));
    result.transform.scale = glm::vec3(scale);
    const glm::dmat4 rebuilt = toMatrix(result.transform);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) {
            result.residual = std::max(result.residual, std::abs(rebuilt[column][row] - matrix[column][row]));
        }
    }
    return result;
}

}  // namespace rigkiln
