#pragma once

#include "formats/bfres/bfres_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::bfres {

/// The names of sections and embedded files that are known by name only, by kind; each kind is told.
[[nodiscard]] Properties unreadSections(const BfresFile& file, Diagnostics& diagnostics);

}  // namespace rigkiln::bfres
