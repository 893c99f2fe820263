#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "formats/bfres/bfres_file.hpp"

/// Where the bones of a model are in a frame of an animation, from the numbers of the file alone: world
/// matrices with `W = W_parent * T * 1/s_parent * R * S` for bones that do not inherit scale. Shares no code
/// with the reader beyond the file model; curves are evaluated here again.
namespace rigkiln::test {

/// One matrix a bone. Without an animation at rest. Bones that the animation lacks are at rest.
[[nodiscard]] std::vector<glm::dmat4> bfresBoneWorlds(const bfres::Skeleton& skeleton,
                                                      const bfres::SkeletalAnimation* animation,
                                                      double frame);

/// The diagonal of the box of all bones at rest; at least a tenth of a unit.
[[nodiscard]] double bfresSkeletonSize(const bfres::Skeleton& skeleton);

}  // namespace rigkiln::test
