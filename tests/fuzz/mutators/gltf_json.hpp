#pragma once

#include "tests/fuzz/mutators/mutation.hpp"

namespace rigkiln {

/// Mutator of glTF and GLB files: changes values of the JSON or bytes of the BIN chunk, and stores the sizes
/// of the chunks anew.
[[nodiscard]] std::optional<std::vector<std::byte>> mutateGltfJson(std::span<const std::byte> input,
                                                                   Mutation& mutation);

}  // namespace rigkiln
