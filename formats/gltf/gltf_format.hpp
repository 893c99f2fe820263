#pragma once

#include "formats/gltf/gltf_to_scene.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::gltf {

/// glTF 2.0, as one file (.glb) or with files beside it (.gltf). Read only; an exporter writes glTF.
extern const FormatModule kGltfFormat;

/// Reads a scene and the positions of its parts in the file. Fails as the module's `read` does.
[[nodiscard]] Result<PlacedScene> readPlaced(const ReadRequest& request, Diagnostics& diagnostics,
                                             const PlacedOptions& options = {});

}  // namespace rigkiln::gltf
