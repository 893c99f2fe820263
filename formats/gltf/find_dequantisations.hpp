#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "formats/gltf/dequantisation.hpp"
#include "formats/gltf/gltf_file.hpp"

namespace rigkiln::gltf_format {

/// Which positions our own records let us have back as they were. A mesh without a skin: where every node
/// that places it `isLeaf` (and nothing moves it), and its transform is what the record says and nothing
/// else. Skinned meshes: where all skins that are used say it, and agree on the meshes they share, as both
/// positions and matrices change; what a skin does to a vertex stays the same in any case. Nodes that are not
/// `included` do not count.
[[nodiscard]] Dequantisations findDequantisations(const GltfFile& file, const std::vector<bool>& included,
                                                  const std::function<bool(std::size_t)>& isLeaf);

}  // namespace rigkiln::gltf_format
