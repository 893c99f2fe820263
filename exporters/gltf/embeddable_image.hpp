#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rigkiln::gltf {

/// The file as it may stand in a glTF: the same bytes, but a PNG without the chunks that ask for colour
/// correction or pixels that are not square. glTF has its readers ignore them, and validators warn of them.
/// Nothing when the file is not a PNG or JPEG of that type with an image in it, in the colour models glTF
/// knows.
[[nodiscard]] std::optional<std::vector<std::byte>> embeddableImage(std::span<const std::byte> file,
                                                                    std::string_view mimeType);

}  // namespace rigkiln::gltf
