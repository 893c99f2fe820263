#pragma once

#include "tests/fuzz/mutators/mutation.hpp"

namespace rigkiln {

/// Mutators of archives: repeat, remove, rename and change members, and write the archive anew, with sizes,
/// hashes and checksums that fit.
[[nodiscard]] std::optional<std::vector<std::byte>> mutateZipMembers(std::span<const std::byte> input,
                                                                     Mutation& mutation);
[[nodiscard]] std::optional<std::vector<std::byte>> mutateMegMembers(std::span<const std::byte> input,
                                                                     Mutation& mutation);
[[nodiscard]] std::optional<std::vector<std::byte>> mutateSarcMembers(std::span<const std::byte> input,
                                                                      Mutation& mutation);

}  // namespace rigkiln
