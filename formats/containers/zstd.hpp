#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// Zstandard streams: one or more frames, skippable frames included.
extern const ContainerModule kZstdContainer;

/// Packs into one frame that stores its content size.
[[nodiscard]] std::vector<std::byte> encodeZstd(std::span<const std::byte> bytes);

}  // namespace rigkiln::containers
