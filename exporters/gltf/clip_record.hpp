#pragma once

#include <string>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Returns whether the source says that the clip repeats.
[[nodiscard]] bool repeats(const Clip& clip);

/// Record of an event: frame, time in seconds, name, and what else the source says.
[[nodiscard]] Properties eventRecord(const Clip& clip, const ClipEvent& event);

/// Writes the properties of a clip that channels cannot hold, as JSON by docs/extras.md. Joints are called by
/// the names of their nodes. `source` says where the clip's source file is kept, and may be empty.
/// Precondition: the document's nodes start with those of the scene's joints, its materials with those of the
/// scene.
[[nodiscard]] std::string clipRecord(const Scene& scene, const Clip& clip, const Properties& source,
                                     const Document& document);

}  // namespace rigkiln::gltf_export
