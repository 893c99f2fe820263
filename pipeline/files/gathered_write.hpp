#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace rigkiln {

/// Writes the parts one after another to a file, at `offset` or at the descriptor's position. Returns the
/// error number, or 0 when every byte was written.
[[nodiscard]] int writeGathered(int descriptor, std::span<const std::span<const std::byte>> parts,
                                std::optional<std::size_t> offset = std::nullopt);

}  // namespace rigkiln
