#pragma once

#include <span>

#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln {

/// Every source format, in the order files are tried against them.
[[nodiscard]] std::span<const FormatModule* const> allFormats();

/// Every image format, and the writer of PNG.
[[nodiscard]] ImageFormats allImageFormats();

/// Every kind of archive and of packed file, in the order files are tried against them.
[[nodiscard]] std::span<const ContainerModule* const> allContainers();

}  // namespace rigkiln
