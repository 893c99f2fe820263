#include "formats/bfres/model/bind_pose.hpp"

#include <cmath>
#include <cstddef>
#include <span>

#include <glm/matrix.hpp>

#include "formats/bfres/model/bone_pose.hpp"

namespace rigkiln::bfres {
namespace {

glm::mat4 matrixOf(const Matrix34& rows) {
    glm::mat4 matrix(1.0F);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column)
            matrix[column][row] =
                rows.at(static_cast<std::size_t>(row) * 4 + static_cast<std::size_t>(column));
    }
    return matrix;
}

/// Returns nothing when the matrix has no usable inverse.
std::optional<glm::dmat4> inverseOf(const glm::dmat4& matrix) {
    constexpr double kNoVolume = 1e-18;
    const double volume = glm::determinant(matrix);
    if (!std::isfinite(volume) || std::abs(volume) < kNoVolume) return std::nullopt;
    glm::dmat4 inverse = glm::inverse(matrix);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            if (!std::isfinite(inverse[column][row])) return std::nullopt;
        }
    }
    return inverse;
}

glm::mat4 affine(const glm::dmat4& matrix) {
    glm::mat4 result(matrix);
    for (int column = 0; column < 4; ++column)
        result[column].w = column == 3 ? 1.0F : 0.0F;
    return result;
}

}  // namespace

std::vector<glm::dmat4> restMatrices(const Skeleton& skeleton) {
    std::vector<glm::dmat4> world(skeleton.bones.size());
    std::vector<Transform> rest(skeleton.bones.size());
    for (std::size_t i = 0; i < world.size(); ++i) {
        const Bone& bone = skeleton.bones[i];
        rest[i] = restPose(bone, skeleton.rotation());
        if (bone.parent < 0) {
            world[i] = toMatrix(rest[i]);
            continue;
        }
        const auto parent = static_cast<std::size_t>(bone.parent);
        glm::dmat4 local = toMatrix(rest[i]);
        if (bone.compensatesScale()) {
            const glm::dvec3 scale(rest[parent].scale);
            for (int column = 0; column < 3; ++column) {
                for (int row = 0; row < 3; ++row)
                    local[column][row] /= scale[row] != 0 ? scale[row] : 1.0;
            }
        }
        world[i] = world[parent] * local;
    }
    return world;
}

BindPose::BindPose(const Skeleton& skeleton) : skeleton_(skeleton), toModel_(restMatrices(skeleton)) {
    inverse_.reserve(toModel_.size());
    for (const glm::dmat4& matrix : toModel_)
        inverse_.push_back(affine(inverseOf(matrix).value_or(glm::dmat4(1.0))));
    for (std::size_t matrix = 0; matrix < skeleton.inverseBinds.size() && matrix < skeleton.smoothCount;
         ++matrix) {
        const std::uint16_t bone = skeleton.matrixToBone[matrix];
        const glm::mat4 stated = matrixOf(skeleton.inverseBinds[matrix]);
        const std::optional<glm::dmat4> turned = inverseOf(glm::dmat4(stated));
        if (!turned) continue;
        inverse_[bone] = stated;
        toModel_[bone] = *turned;
    }
}

std::optional<BindPose::Influence> BindPose::influence(std::uint64_t matrix) const {
    if (matrix >= skeleton_.matrixToBone.size()) return std::nullopt;
    return Influence{.bone = skeleton_.matrixToBone[matrix],
                     .isInBoneSpace = matrix >= skeleton_.smoothCount};
}

}  // namespace rigkiln::bfres
