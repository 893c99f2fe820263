#pragma once

#include <optional>
#include <string_view>

#include "pipeline/base/shared_bytes.hpp"

namespace rigkiln::gltf_export {

/// Prepares an image file to be embedded in or linked by a glTF. The bytes stay the same, except that a PNG
/// loses chunks for colour correction, non-square pixels and animation: glTF tells readers to ignore them,
/// and validators warn of them. Returns nothing when the file is not a PNG, JPEG or WebP of that type with
/// one image in it, in a colour model that glTF knows.
[[nodiscard]] std::optional<SharedBytes> embeddableImage(const SharedBytes& file, std::string_view mimeType);

}  // namespace rigkiln::gltf_export
