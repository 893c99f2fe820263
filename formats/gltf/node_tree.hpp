#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "formats/gltf/gltf_file.hpp"

namespace rigkiln::gltf {

/// Returns the parent of each node. Throws GltfError for cycles, for nodes with two parents, and for node,
/// mesh and skin numbers out of range (in nodes and skins).
[[nodiscard]] std::vector<std::optional<std::size_t>> checkedParents(const GltfFile& file);

}  // namespace rigkiln::gltf
