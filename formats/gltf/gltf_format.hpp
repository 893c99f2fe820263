#pragma once

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::gltf_format {

/// glTF 2.0, as one file (.glb) or with files beside it (.gltf). Read only: the exporter writes it.
extern const FormatModule kGltfFormat;

}  // namespace rigkiln::gltf_format
