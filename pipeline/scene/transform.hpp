#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace rigkiln {

/// Maps a joint's space to its parent's: scale first, then rotation, then translation. Laws: finite; the
/// rotation is a unit quaternion (glm's constructor takes w,x,y,z; files and glTF store x,y,z,w).
struct Transform {
    glm::vec3 translation{0.0F};
    glm::quat rotation{1.0F, 0.0F, 0.0F, 0.0F};
    glm::vec3 scale{1.0F};

    bool operator==(const Transform&) const = default;
};

/// Returns the column-vector matrix of a transform, in double so that long chains of joints keep their
/// precision. Normalises the rotation first, because quaternions of files are unit only within their
/// quantisation.
[[nodiscard]] glm::dmat4 toMatrix(const Transform& transform);
[[nodiscard]] glm::dmat4 toMatrix(const glm::dvec3& translation, const glm::dquat& rotation,
                                  const glm::dvec3& scale);

/// Result of `decompose`, with the quality of the fit.
struct Decomposition {
    Transform transform;
    double residual =
        0;  ///< largest difference between an element of the matrix and of the transform's own matrix
    bool isFinite = true;     ///< false: the matrix held NaN or infinity; the transform is the identity
    bool isSingular = false;  ///< an axis had no direction of its own, and one was chosen for it
};

/// Splits an affine matrix (last row 0 0 0 1) into the nearest translation, rotation and scale. A mirroring
/// becomes a negative scale.x. Shear is lost and shows in `residual`.
[[nodiscard]] Decomposition decompose(const glm::dmat4& matrix);

}  // namespace rigkiln
