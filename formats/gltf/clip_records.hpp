#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "formats/gltf/gltf_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::gltf {

/// Records of rigkiln's own exporter, by animation; nothing for animations of other programs.
using ClipRecords = std::vector<std::optional<Properties>>;

/// Finds the first record of this key in the extras of nodes. The exporter puts copies there, because Blender
/// drops extras elsewhere.
[[nodiscard]] std::optional<Properties> recordOnNode(const GltfFile& file, std::string_view key,
                                                     Diagnostics& diagnostics);

/// Reads the records from the extras of the animations. Where these are gone, uses the copies on a node.
[[nodiscard]] ClipRecords readClipRecords(const GltfFile& file, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf
