#pragma once

#include <span>

#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln {

/// All source formats, in the order in which they are tried on a file.
[[nodiscard]] std::span<const FormatModule* const> allFormats();

/// All image formats, and the PNG encoder.
[[nodiscard]] ImageFormats allImageFormats();

/// All archive and compression formats, in the order in which they are tried on a file.
[[nodiscard]] std::span<const ContainerModule* const> allContainers();

}  // namespace rigkiln
