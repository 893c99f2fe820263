#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace rigkiln::gltf_format {

/// The two parts of a glTF file. Both point into the file.
struct Container {
    bool isGlb = false;
    std::string_view json{};
    std::size_t jsonOffset = 0;
    std::span<const std::byte> binary{};  ///< the BIN chunk; empty when there is none
    std::size_t binaryOffset = 0;
};

[[nodiscard]] bool isGlb(std::span<const std::byte> head);

/// Finds the parts: those of a GLB by its chunks, of which unknown ones are skipped, otherwise all is JSON. A
/// GLB whose header, order or sizes are wrong is a FormatError.
[[nodiscard]] Container splitContainer(std::span<const std::byte> file);

}  // namespace rigkiln::gltf_format
