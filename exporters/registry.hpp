#pragma once

#include <span>

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

/// Returns all exporters.
[[nodiscard]] std::span<const ExporterModule* const> allExporters();

}  // namespace rigkiln
