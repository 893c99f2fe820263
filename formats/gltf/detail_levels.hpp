#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "formats/gltf/gltf_file.hpp"
#include "pipeline/base/diagnostics.hpp"

namespace rigkiln::gltf_format {

/// A node that MSFT_lod lets take the place of another.
struct CoarserNode {
    std::size_t node = 0;
    std::size_t finest = 0;     ///< whose place it takes
    std::uint32_t level = 0;    ///< 0 the coarsest, as the file counts
    std::uint32_t highest = 0;  ///< the level of `finest`
    std::string where{};        ///< path of the number in the file
};

/// Why a node can be no level, or have none: "is a child of nodes[3]"; empty when it can.
using LevelObstacle = std::function<std::string(std::size_t node)>;

/// The coarser levels of all nodes by the order of the file. A node is the level of one other at most, and
/// has no levels itself then. Lists that are none, numbers that are none and what the obstacles refuse are
/// issues with the reason; so is a list of more numbers than there are nodes, which has to name some twice.
/// Throws GltfError for numbers of nodes out of range.
[[nodiscard]] std::vector<CoarserNode> findCoarserNodes(const GltfFile& file,
                                                        const LevelObstacle& whyNoFinest,
                                                        const LevelObstacle& whyNoCoarser,
                                                        Diagnostics& diagnostics);

/// Whether both nodes say the same of where they stand.
[[nodiscard]] bool hasSameTransform(const tinygltf::Node& left, const tinygltf::Node& right);

}  // namespace rigkiln::gltf_format
