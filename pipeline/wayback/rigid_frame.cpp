#include "pipeline/wayback/rigid_frame.hpp"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "pipeline/scene/transform.hpp"

namespace rigkiln {
namespace {

bool isOrthonormal(const glm::dmat3& axes) {
    constexpr double kRounding = 1e-9;
    const glm::dmat3 product = glm::transpose(axes) * axes;
    for (glm::length_t column = 0; column < 3; ++column) {
        for (glm::length_t row = 0; row < 3; ++row) {
            if (!(std::abs(product[column][row] - (column == row ? 1.0 : 0.0)) <= kRounding)) return false;
        }
    }
    return true;
}

/// Uses decompose(), which returns single precision, for sheared axes only.
glm::dquat nearestRotation(const glm::dmat4& matrix) {
    glm::dmat3 axes(matrix);
    for (glm::length_t axis = 0; axis < 3; ++axis)
        axes[axis] /= glm::length(axes[axis]);
    if (glm::determinant(axes) < 0) axes[0] = -axes[0];
    if (isOrthonormal(axes)) return glm::normalize(glm::quat_cast(axes));
    return glm::normalize(glm::dquat(decompose(matrix).transform.rotation));
}

}  // namespace

RigidFrame rigidFrame(const glm::dmat4& matrix) {
    return {.place = glm::dvec3(matrix[3]), .rotation = nearestRotation(matrix)};
}

glm::dmat4 toMatrix(const RigidFrame& frame) {
    return glm::translate(glm::dmat4(1.0), frame.place) * glm::mat4_cast(glm::normalize(frame.rotation));
}

RigidFrame relativeTo(const RigidFrame& parent, const RigidFrame& child) {
    const glm::dquat back = glm::conjugate(glm::normalize(parent.rotation));
    return {.place = back * (child.place - parent.place), .rotation = glm::normalize(back * child.rotation)};
}

RigidFrame operator*(const RigidFrame& parent, const RigidFrame& local) {
    const glm::dquat rotation = glm::normalize(parent.rotation);
    return {.place = parent.place + rotation * local.place,
            .rotation = glm::normalize(rotation * local.rotation)};
}

double angleBetween(const glm::dquat& left, const glm::dquat& right) {
    const glm::dquat difference = glm::normalize(left) * glm::conjugate(glm::normalize(right));
    return 2 * std::asin(std::min(1.0, glm::length(glm::dvec3(difference.x, difference.y, difference.z))));
}

bool isUnitScale(const glm::vec3& scale) {
    constexpr double kRounding = 1e-6;
    const glm::dvec3 off = glm::abs(glm::dvec3(scale) - 1.0);
    return std::max({off.x, off.y, off.z}) <= kRounding;
}

}  // namespace rigkiln
