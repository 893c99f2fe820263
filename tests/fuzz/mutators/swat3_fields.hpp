#pragma once

#include "tests/fuzz/mutators/mutation.hpp"

namespace rigkiln {

/// Mutators of GSM and GSA files: change a field, a list of records or a text, and store the counts anew.
/// References may lead nowhere afterwards.
[[nodiscard]] std::optional<std::vector<std::byte>> mutateGsmFields(std::span<const std::byte> input,
                                                                    Mutation& mutation);
[[nodiscard]] std::optional<std::vector<std::byte>> mutateGsaFields(std::span<const std::byte> input,
                                                                    Mutation& mutation);

}  // namespace rigkiln
