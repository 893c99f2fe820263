#pragma once

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln::swat3_export {

/// Writes a scene as GSA, one file for each clip. A clip that still equals its kept file becomes exactly that
/// file. Others are sampled (buildGsa), decoded again and compared before they are returned.
extern const ExporterModule kGsaExporter;

}  // namespace rigkiln::swat3_export
