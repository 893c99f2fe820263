#pragma once

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln::swat3_export {

/// Writes a scene as GSM. A model that still equals its kept file becomes exactly that file. A model that was
/// edited, or never was a GSM, is built anew (buildGsm), decoded again and compared before it is returned.
extern const ExporterModule kGsmExporter;

}  // namespace rigkiln::swat3_export
