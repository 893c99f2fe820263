#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace rigkiln::gltf {

/// JSON and binary part of a glTF file. Both point into the file.
struct Container {
    bool isGlb = false;
    std::string_view json{};
    std::size_t jsonOffset = 0;
    std::span<const std::byte> binary{};  ///< the BIN chunk; empty when there is none
    std::size_t binaryOffset = 0;
};

[[nodiscard]] bool isGlb(std::span<const std::byte> head);

/// Splits a file into its parts. A GLB is split by its chunks, and unknown ones are skipped; any other file
/// is all JSON. Throws FormatError for a GLB with a wrong header, chunk order or size.
[[nodiscard]] Container splitContainer(std::span<const std::byte> file);

}  // namespace rigkiln::gltf
