#pragma once

#include "formats/bfres/file/bfres_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::bfres {

/// Returns the names of sections and embedded files that are not decoded, by kind. Adds an issue per kind.
[[nodiscard]] Properties unreadSections(const BfresFile& file, Diagnostics& diagnostics);

}  // namespace rigkiln::bfres
