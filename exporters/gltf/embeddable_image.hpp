#pragma once

#include <optional>
#include <string_view>

#include "pipeline/base/shared_bytes.hpp"

namespace rigkiln::gltf {

/// The file as it may stand in a glTF or be linked by it: the same bytes, but a PNG without the chunks that
/// ask for colour correction or pixels that are not square. glTF has its readers ignore them, and validators
/// warn of them. Nothing when the file is not a PNG or JPEG of that type with an image in it, in the colour
/// models glTF knows.
[[nodiscard]] std::optional<SharedBytes> embeddableImage(const SharedBytes& file, std::string_view mimeType);

}  // namespace rigkiln::gltf
