#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace rigkiln::gltf_format {

/// The file as text: its parts with their offsets, then the JSON, a line per number, text or short list, with
/// the place in the file for each buffer view of the BIN chunk. Nothing is checked beyond the container and
/// the JSON. Throws FormatError and GltfError.
[[nodiscard]] std::string dumpGltf(std::span<const std::byte> file);

}  // namespace rigkiln::gltf_format
