#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/scene/mesh.hpp"

namespace rigkiln::gltf {

/// JOINTS_n and WEIGHTS_n for one n: four numbers per vertex.
struct RawInfluences {
    std::vector<std::uint32_t> joints{};
    std::vector<float> weights{};
};

struct Influences {
    std::vector<InfluenceSet> sets{};
    std::size_t changedVertices = 0;  ///< vertices whose weights were repaired, beyond rounding
    std::uint32_t highestJoint = 0;   ///< among influences with weight
};

/// Makes influences obey the laws of the scene: no negative weight, no joint twice, sums of 1, joint 0 where
/// the weight is 0. A vertex without any weight follows joint 0. Preconditions: `sets` is not empty; all have
/// the same length; joints with weight fit 16 bits.
[[nodiscard]] Influences makeInfluences(std::span<const RawInfluences> sets);

}  // namespace rigkiln::gltf
