#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Writes the parts one after another to a file, at `offset` or at the descriptor's position. Continues after
/// incomplete writes. Returns the error number, or 0 when every byte was written.
[[nodiscard]] int writeGathered(Disk& disk, int descriptor, std::span<const std::span<const std::byte>> parts,
                                std::optional<std::uint64_t> offset = std::nullopt);

}  // namespace rigkiln
