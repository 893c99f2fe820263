#pragma once

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln::ctsa_writer {

extern const ExporterModule kCtsaExporter;

}  // namespace rigkiln::ctsa_writer
