#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/clip_file_names.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Writes the files of a scene: the main file, and those of its clips, which `clipNames` names. Levels of
/// detail are as the options say, but never files of their own: cut the scene before (SceneLevels).
[[nodiscard]] Result<OutputSet> writeScene(const Scene& scene, const WriteRequest& request,
                                           ClipFileNames clipNames, Diagnostics& diagnostics);

/// Returns what the library of the scene's clips would say, without writing it.
[[nodiscard]] LibraryPrint printScene(const Scene& scene, const WriteRequest& request);

}  // namespace rigkiln::gltf_export
