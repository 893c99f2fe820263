#pragma once

#include "tests/fuzz/mutators/mutation.hpp"

namespace rigkiln {

/// Mutator of Alamo files: changes chunks and mini-chunks, and stores their sizes anew.
[[nodiscard]] std::optional<std::vector<std::byte>> mutateAlamoChunks(std::span<const std::byte> input,
                                                                      Mutation& mutation);

}  // namespace rigkiln
