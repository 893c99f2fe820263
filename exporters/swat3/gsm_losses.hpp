#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// An issue for everything about meshes and lights that a GSM has no place for. What materials and
/// attachments lose is told where these are made.
void reportLosses(const Scene& scene, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_writer
