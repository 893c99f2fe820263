#pragma once

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln::ctsa_export {

extern const ExporterModule kCtsaExporter;

}  // namespace rigkiln::ctsa_export
