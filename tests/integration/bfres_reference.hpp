#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "formats/bfres/file/bfres_file.hpp"

/// Computes the world matrices of a model's bones at a frame of an animation, from the numbers of the file
/// alone: `W = W_parent * T * 1/s_parent * R * S` for bones that do not inherit scale. Shares only the file
/// model with the reader; curves are evaluated independently.
namespace rigkiln::test {

/// Returns one world matrix for each bone. Bones that the animation lacks are at rest; `animation` null: all
/// are.
[[nodiscard]] std::vector<glm::dmat4> bfresBoneWorlds(const bfres::Skeleton& skeleton,
                                                      const bfres::SkeletalAnimation* animation,
                                                      double frame);

/// Diagonal of the bounding box of all bones at rest; at least a tenth of a unit.
[[nodiscard]] double bfresSkeletonSize(const bfres::Skeleton& skeleton);

}  // namespace rigkiln::test
