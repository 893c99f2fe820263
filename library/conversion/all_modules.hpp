#pragma once

#include "pipeline/conversion/registries.hpp"

namespace rigkiln {

/// All formats, exporters, image formats and containers of this build.
[[nodiscard]] Registries registries();

}  // namespace rigkiln
