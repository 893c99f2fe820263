#pragma once

#include <cstddef>
#include <span>

#include <tiny_gltf.h>

#include "formats/gltf/glb.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::gltf_format {

/// A glTF file as it stands, indices unchecked. `json` is all of it, members in the file's order; `model` is
/// the same as tinygltf reads it, apart from what is read from `json` alone: buffers, images, cameras,
/// samplers of textures, indices of
/// primitives, extras, extensions, and channels of animations that point at no node.
struct GltfFile {
    Container container{};
    Value json{};
    tinygltf::Model model{};
};

/// Nothing is looked for beside the file. What tinygltf passes over because its type is wrong is an issue.
/// So is an extension that is used and not known. Throws FormatError for the container, GltfError for the
/// rest: no JSON, no glTF 2, a required extension that is not known. `file` must outlive the result.
[[nodiscard]] GltfFile decodeGltf(std::span<const std::byte> file, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_format
