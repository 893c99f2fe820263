#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>

#include "formats/bfres/skeleton.hpp"

namespace rigkiln::bfres {

/// Bone space to model space at rest, one matrix a bone:
/// `W = W_parent * T * 1/s_parent * R * S` for bones that do not inherit scale, `W_parent * T * R * S` for
/// others.
[[nodiscard]] std::vector<glm::dmat4> restMatrices(const Skeleton& skeleton);

/// What the matrices that vertices count in mean.
class BindPose {
public:
    /// Refers to the skeleton, which must outlive it.
    explicit BindPose(const Skeleton& skeleton);

    struct Influence {
        std::uint16_t bone = 0;
        bool isInBoneSpace = false;  ///< its vertices are: those of rigid matrices
    };
    /// Nothing when there is no such matrix.
    [[nodiscard]] std::optional<Influence> influence(std::uint64_t matrix) const;

    /// Takes vertices that stand in the space of a bone to model space as it was when the model was skinned:
    /// the inverse of the matrix that the file states for bones with smooth vertices, else the rest pose.
    [[nodiscard]] const glm::dmat4& toModel(std::uint16_t bone) const { return toModel_[bone]; }
    /// The inverse of that; what the file states is kept to the bit.
    [[nodiscard]] const glm::mat4& inverse(std::uint16_t bone) const { return inverse_[bone]; }

private:
    const Skeleton& skeleton_;
    std::vector<glm::dmat4> toModel_;
    std::vector<glm::mat4> inverse_;
};

}  // namespace rigkiln::bfres
