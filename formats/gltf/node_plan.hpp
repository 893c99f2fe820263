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

namespace rigkiln::gltf_format {

/// What becomes of a node.
enum class NodeRole : std::uint8_t {
    LeftOut,     ///< not in the scene that is read
    Joint,       ///< a joint; what it carries hangs on it
    Mesh,        ///< only places a mesh on another joint
    Attachment,  ///< a named place on another joint
    Light,       ///< only places a light on another joint
};

/// A level of detail among several, by MSFT_lod.
struct DetailLevel {
    std::size_t finest = 0;   ///< the node whose place it takes; of the finest itself
    std::uint32_t level = 0;  ///< 0 the coarsest
};

struct PlannedNode {
    NodeRole role = NodeRole::LeftOut;
    std::optional<std::size_t> parent{};  ///< of a coarser level that of the finest
    IndexOf<Joint> joint{};               ///< its own, or the one that it hangs on; nothing for LeftOut
    std::optional<DetailLevel> detail{};
};

/// How the nodes of a file become the forest of a scene.
struct NodePlan {
    std::vector<PlannedNode> nodes{};
    std::vector<std::size_t>
        jointNodes{};           ///< nodes that are joints, parents first, else in the file's order
    bool hasAddedRoot = false;  ///< joint 0 is no node: it stands above all roots
    Dequantisations dequantisations{};
    std::size_t scene = 0;  ///< the scene that is read; nothing when the file has none

    [[nodiscard]] std::size_t jointCount() const { return jointNodes.size() + (hasAddedRoot ? 1 : 0); }
};

/// Takes the default scene, the joints of the skins it uses, or all nodes when the file has no scenes. Every
/// node is a joint but for leaves that only place something and that nothing moves: those hang what they
/// carry on their parent. Nodes outside of the scene that MSFT_lod names are read where they only place a
/// mesh and stand where the finest level does. Throws GltfError for children that are their own ancestors or
/// have two parents, and for indices out of range.
[[nodiscard]] NodePlan planNodes(const GltfFile& file, const ClipRecords& records, Diagnostics& diagnostics);

/// Whether the primitive has influences of its own.
[[nodiscard]] bool hasInfluences(const tinygltf::Primitive& primitive);

}  // namespace rigkiln::gltf_format
