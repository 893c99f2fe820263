#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/scene/mesh.hpp"

namespace rigkiln::gltf_format {

/// JOINTS_n and WEIGHTS_n of one n, four numbers for each vertex.
struct RawInfluences {
    std::vector<std::uint32_t> joints{};
    std::vector<float> weights{};
};

struct Influences {
    std::vector<InfluenceSet> sets{};
    std::size_t changedVertices = 0;  ///< vertices whose weights do not mean the same as in the file
    std::uint32_t highestJoint = 0;   ///< of those with weight
};

/// By the laws of the scene: no negative weight, no joint twice, sums of 1, joint 0 where there is no weight.
/// A vertex without any weight follows joint 0. Precondition: `sets` is not empty, and all have the same
/// length; joints with weight fit into 16 bits.
[[nodiscard]] Influences makeInfluences(std::span<const RawInfluences> sets);

}  // namespace rigkiln::gltf_format
