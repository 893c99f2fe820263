#pragma once

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln::swat3_writer {

/// Scene to GSA, a file for each clip. A clip that is still what its kept file says becomes that file to the
/// byte; others are sampled (buildGsa), read again and compared before they are handed out.
extern const ExporterModule kGsaExporter;

}  // namespace rigkiln::swat3_writer
