#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace rigkiln {

/// Writes the parts, one behind the other, to a file: at `offset`, or where its descriptor stands. The error
/// number, 0 when every byte was taken.
[[nodiscard]] int writeGathered(int descriptor, std::span<const std::span<const std::byte>> parts,
                                std::optional<std::size_t> offset = std::nullopt);

}  // namespace rigkiln
