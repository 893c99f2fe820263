#pragma once

#include <cstdint>

#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export::test {

/// Random scene that keeps all laws: up to 300 joints in one to three trees, skins, rigid and hidden meshes,
/// materials, textures, lights, attachments, clips of all interpolations, names that repeat or are not UTF-8,
/// extras. The same seed gives the same scene.
[[nodiscard]] Scene randomScene(std::uint32_t seed);

}  // namespace rigkiln::gltf_export::test
