#pragma once

#include <cstddef>
#include <span>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_format {

/// The scene of a .gltf or .glb, which keeps all laws and is canonical already: glTF has our axes and units.
/// Files beside it are asked of `request.companions`. Throws FormatError and GltfError.
[[nodiscard]] Scene readGltf(const ReadRequest& request, Diagnostics& diagnostics);

/// How many joints that scene has, from the JSON alone. Throws the same.
[[nodiscard]] std::size_t countJoints(std::span<const std::byte> file);

}  // namespace rigkiln::gltf_format
