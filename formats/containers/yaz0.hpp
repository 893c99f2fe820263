#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// Nintendo Yaz0 stream: literals and copies from the last 4 KiB. Always big-endian.
extern const ContainerModule kYaz0Container;

/// Unpacks the file inside. Throws FormatError for an incomplete stream and for one that breaks the limits.
/// Ignores bytes behind the last group as padding.
[[nodiscard]] std::vector<std::byte> decodeYaz0(std::span<const std::byte> stream,
                                                const ContainerLimits& limits);

/// Packs greedily; of equally long copies it takes the nearest. `alignment` is stored in the header: the
/// memory alignment that the file inside needs, 0 for none. Precondition: less than 4 GiB.
[[nodiscard]] std::vector<std::byte> encodeYaz0(std::span<const std::byte> bytes,
                                                std::uint32_t alignment = 0);

}  // namespace rigkiln::containers
