#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "formats/gltf/gltf_file.hpp"
#include "pipeline/base/diagnostics.hpp"

namespace rigkiln::gltf {

/// Node that MSFT_lod declares as a coarser level of another.
struct CoarserNode {
    std::size_t node = 0;
    std::size_t finest = 0;     ///< node whose place it takes
    std::uint32_t level = 0;    ///< 0 is the coarsest
    std::uint32_t highest = 0;  ///< the level of `finest`
    std::string where{};        ///< path of the node number in the file
};

/// Reason why a node cannot be a level or have levels: "is a child of nodes[3]"; empty when it can.
using LevelObstacle = std::function<std::string(std::size_t node)>;

/// Finds the coarser levels of all nodes, in file order. A node is a level of at most one other node, and
/// then has no levels itself. Adds an issue with the reason for malformed lists and numbers, for nodes that
/// an obstacle refuses, and for lists longer than the number of nodes (which must repeat some). Throws
/// GltfError for node numbers out of range.
[[nodiscard]] std::vector<CoarserNode> findCoarserNodes(const GltfFile& file,
                                                        const LevelObstacle& whyNoFinest,
                                                        const LevelObstacle& whyNoCoarser,
                                                        Diagnostics& diagnostics);

/// Whether both nodes have the same local transform.
[[nodiscard]] bool hasSameTransform(const tinygltf::Node& left, const tinygltf::Node& right);

}  // namespace rigkiln::gltf
