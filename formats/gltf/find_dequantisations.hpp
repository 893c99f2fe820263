#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "formats/gltf/dequantisation.hpp"
#include "formats/gltf/gltf_file.hpp"

namespace rigkiln::gltf {

/// Finds the positions that our own records allow to restore. A mesh without a skin: every node that places
/// it satisfies `isLeaf` (a leaf that nothing moves), and its transform is exactly the recorded one. Skinned
/// meshes: every used skin has a record, and the skins of shared meshes agree. Positions and inverse bind
/// matrices then change together, so the skinned result stays the same. Ignores nodes that are not
/// `included`.
[[nodiscard]] Dequantisations findDequantisations(const GltfFile& file, const std::vector<bool>& included,
                                                  const std::function<bool(std::size_t)>& isLeaf);

}  // namespace rigkiln::gltf
