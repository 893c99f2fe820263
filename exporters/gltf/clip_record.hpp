#pragma once

#include <span>
#include <string>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// What a clip says beyond its channels, as JSON by docs/extras.md. Joints are called by the names of their
/// nodes. Precondition: `nodes` starts with those of the scene's joints.
[[nodiscard]] std::string clipRecord(const Scene& scene, const Clip& clip, std::span<const Node> nodes);

}  // namespace rigkiln::gltf
