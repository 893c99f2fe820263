#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace rigkiln::gltf {

/// Prints a file as text: its parts with their offsets, then the JSON with one line per number, text or short
/// list, then the offset of each buffer view in the BIN chunk. Checks only the container and the JSON. Throws
/// FormatError and GltfError.
[[nodiscard]] std::string dumpGltf(std::span<const std::byte> file);

}  // namespace rigkiln::gltf
