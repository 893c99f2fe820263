#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "formats/gltf/gltf_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::gltf_format {

/// What rigkiln's own exporter said of each animation of the file; nothing for animations by others.
using ClipRecords = std::vector<std::optional<Properties>>;

/// The first of this key among the extras of nodes: where copies stand of what Blender drops elsewhere.
[[nodiscard]] std::optional<Properties> recordOnNode(const GltfFile& file, std::string_view key,
                                                     Diagnostics& diagnostics);

/// From the extras of the animations, or from the copies on a node where these are gone.
[[nodiscard]] ClipRecords readClipRecords(const GltfFile& file, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_format
