#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// Zstandard streams: one frame or several, those to be skipped among them.
extern const ContainerModule kZstdContainer;

/// One frame that says how long its content is.
[[nodiscard]] std::vector<std::byte> encodeZstd(std::span<const std::byte> bytes);

}  // namespace rigkiln::containers
