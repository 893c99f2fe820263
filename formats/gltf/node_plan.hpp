#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/gltf/clip_records.hpp"
#include "formats/gltf/dequantisation.hpp"
#include "formats/gltf/gltf_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// Use of a node in the scene.
enum class NodeRole : std::uint8_t {
    LeftOut,     ///< not part of the scene
    Joint,       ///< becomes a joint, which carries the node's mesh or light
    Mesh,        ///< only places a mesh on a joint
    Attachment,  ///< named place on a joint
    Light,       ///< only places a light on a joint
};

/// Level of detail according to MSFT_lod.
struct DetailLevel {
    std::size_t finest = 0;   ///< node whose place it takes; the finest level refers to itself
    std::uint32_t level = 0;  ///< 0 is the coarsest
};

struct PlannedNode {
    NodeRole role = NodeRole::LeftOut;
    std::optional<std::size_t> parent{};  ///< for a coarser level, the parent of the finest
    IndexOf<Joint> joint{};               ///< its own, or the one that carries it; unset for LeftOut
    std::optional<DetailLevel> detail{};
};

/// Mapping from the nodes of a file to the joints of a scene.
struct NodePlan {
    std::vector<PlannedNode> nodes{};
    std::vector<std::size_t> jointNodes{};  ///< nodes that are joints: parents first, otherwise in file order
    bool hasAddedRoot = false;              ///< joint 0 is an added root above all others, not a node
    Dequantisations dequantisations{};
    std::size_t scene = 0;  ///< index of the scene that is read; 0 when the file has none

    [[nodiscard]] std::size_t jointCount() const { return jointNodes.size() + (hasAddedRoot ? 1 : 0); }
};

/// Plans the nodes of the default scene and the joints of the skins it uses; all nodes when the file has no
/// scenes. Every node becomes a joint, except leaves that only place something and do not move: their content
/// hangs on the parent. Nodes outside the scene that MSFT_lod refers to are included if they only place a
/// mesh, at the position of the finest level. Throws GltfError for cycles, for nodes with two parents, and
/// for indices out of range.
[[nodiscard]] NodePlan planNodes(const GltfFile& file, const ClipRecords& records, Diagnostics& diagnostics);

/// Whether the primitive has influences of its own.
[[nodiscard]] bool hasInfluences(const tinygltf::Primitive& primitive);

}  // namespace rigkiln::gltf
