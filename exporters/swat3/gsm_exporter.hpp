#pragma once

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln::swat3_writer {

/// Scene to GSM. A model that is still what its kept file says becomes that file to the byte; one that was
/// edited, or never was a GSM, is built anew (buildGsm). What is built is read again and compared before it
/// is handed out.
extern const ExporterModule kGsmExporter;

}  // namespace rigkiln::swat3_writer
