#pragma once

#include "tests/fuzz/mutators/mutation.hpp"

namespace rigkiln {

/// Mutators of BFRES files: lead a pointer to what another one leads to, exchange two, or change a number
/// beside one. A pointer is any word that leads into the file: on the Switch 64 bits from the beginning of
/// the file, on the Wii U 32 bits from the word itself.
[[nodiscard]] std::optional<std::vector<std::byte>> mutateSwitchPointers(std::span<const std::byte> input,
                                                                         Mutation& mutation);
[[nodiscard]] std::optional<std::vector<std::byte>> mutateWiiUPointers(std::span<const std::byte> input,
                                                                       Mutation& mutation);

}  // namespace rigkiln
