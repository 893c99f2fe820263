#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// A stream of literals and of copies from the last 4 KiB, by Nintendo. Big-endian on every machine.
extern const ContainerModule kYaz0Container;

/// The file inside. Throws FormatError for anything that is no whole stream, and for one that breaks the
/// limits. What follows the last group is padding.
[[nodiscard]] std::vector<std::byte> decodeYaz0(std::span<const std::byte> stream,
                                                const ContainerLimits& limits);

/// Packs with the nearest of the longest copies. `alignment`: what the file inside wants in memory; 0:
/// nothing. Precondition: less than 4 GiB.
[[nodiscard]] std::vector<std::byte> encodeYaz0(std::span<const std::byte> bytes,
                                                std::uint32_t alignment = 0);

}  // namespace rigkiln::containers
