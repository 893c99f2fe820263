#pragma once

#include <string>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Writes the properties of a clip that channels cannot hold, as JSON by docs/extras.md. Joints are called by
/// the names of their nodes. `source` says where the clip's source file is kept, and may be empty.
/// Precondition: the document's nodes start with those of the scene's joints, its materials with those of the
/// scene.
[[nodiscard]] std::string clipRecord(const Scene& scene, const Clip& clip, const Properties& source,
                                     const Document& document);

}  // namespace rigkiln::gltf_export
