#pragma once

#include "tests/fuzz/mutators/mutation.hpp"

namespace rigkiln {

/// Mutator of configurations: repeats, removes, exchanges and moves blocks, which are a line and those
/// indented more behind it, and gives values of one line to another.
[[nodiscard]] std::optional<std::vector<std::byte>> mutateYamlBlocks(std::span<const std::byte> input,
                                                                     Mutation& mutation);

}  // namespace rigkiln
