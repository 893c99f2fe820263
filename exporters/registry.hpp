#pragma once

#include <span>

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

/// Every target.
[[nodiscard]] std::span<const ExporterModule* const> allExporters();

}  // namespace rigkiln
