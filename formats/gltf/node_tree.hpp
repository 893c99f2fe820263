#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "formats/gltf/gltf_file.hpp"

namespace rigkiln::gltf_format {

/// The parent of each node. Throws GltfError for children that are their own ancestors or have two parents,
/// and for numbers of nodes, meshes and skins that are out of range, in nodes and in skins.
[[nodiscard]] std::vector<std::optional<std::size_t>> checkedParents(const GltfFile& file);

}  // namespace rigkiln::gltf_format
