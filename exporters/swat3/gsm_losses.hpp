#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_export {

/// Reports everything of meshes and lights that a GSM cannot hold. Losses of materials and attachments are
/// reported where these are made.
void reportLosses(const Scene& scene, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
