#pragma once

#include <string_view>

#include "pipeline/conversion/exporter_module.hpp"

/// Files by which an engine knows how to import a file.
namespace rigkiln::gltf_export {

/// Returns FILE.import, which makes Godot 4 import a file of clips as an AnimationLibrary. Godot takes the
/// importer and the parameters from it, and then rewrites it with its own numbers and paths, so it is only
/// written where there is none (docs/engines.md).
[[nodiscard]] OutputFile godotImportFile(std::string_view fileName);

}  // namespace rigkiln::gltf_export
