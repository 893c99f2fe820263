#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>

#include "formats/bfres/model/skeleton.hpp"

namespace rigkiln::bfres {

/// Matrices from bone space to model space at rest, by bone: `W = W_parent * T * 1/s_parent * R * S` for
/// bones that do not inherit scale, `W_parent * T * R * S` for others.
[[nodiscard]] std::vector<glm::dmat4> restMatrices(const Skeleton& skeleton);

/// Bind pose of the matrices that vertices refer to.
class BindPose {
public:
    /// Borrows the skeleton, which must outlive it.
    explicit BindPose(const Skeleton& skeleton);

    struct Influence {
        std::uint16_t bone = 0;
        bool isInBoneSpace = false;  ///< true for rigid matrices
    };
    /// Returns nothing when there is no such matrix.
    [[nodiscard]] std::optional<Influence> influence(std::uint64_t matrix) const;

    /// Matrix from bone space to model space when the model was skinned. For bones with smooth vertices, the
    /// inverse of the matrix in the file; otherwise the rest pose.
    [[nodiscard]] const glm::dmat4& toModel(std::uint16_t bone) const { return toModel_[bone]; }
    /// Inverse of toModel(). Matrices of the file are kept exactly.
    [[nodiscard]] const glm::mat4& inverse(std::uint16_t bone) const { return inverse_[bone]; }

private:
    const Skeleton& skeleton_;
    std::vector<glm::dmat4> toModel_;
    std::vector<glm::mat4> inverse_;
};

}  // namespace rigkiln::bfres
