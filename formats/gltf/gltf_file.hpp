#pragma once

#include <cstddef>
#include <span>

#include <tiny_gltf.h>

#include "formats/gltf/glb.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/conversion/read_limits.hpp"

namespace rigkiln::gltf {

/// Decoded glTF file, with unchecked indices. `json` is the whole JSON, members in file order. `model` is
/// tinygltf's reading of it, without the parts read from `json` only: buffers, images, cameras, texture
/// samplers, indices of primitives, extras, extensions, and animation channels that target no node.
struct GltfFile {
    Container container{};
    Value json{};
    tinygltf::Model model{};
};

/// Decodes the container and the JSON, within the limits for JSON; opens no other file. Adds issues for
/// unknown extensions, and for the first field that tinygltf skips because of its type. Throws FormatError
/// for the container. Throws GltfError for invalid JSON, another version than glTF 2, and unknown required
/// extensions; those that only change how materials look are issues. `file` must outlive the result.
[[nodiscard]] GltfFile decodeGltf(std::span<const std::byte> file, Diagnostics& diagnostics,
                                  const ReadLimits& limits = {});

}  // namespace rigkiln::gltf
