#pragma once

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln::gltf_export {

/// glTF 2.0 as .glb, or as .gltf with a buffer beside it.
extern const ExporterModule kGltfExporter;

}  // namespace rigkiln::gltf_export
