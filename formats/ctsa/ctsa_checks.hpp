#pragma once

#include "formats/ctsa/ctsa_file.hpp"
#include "pipeline/base/diagnostics.hpp"

namespace rigkiln::ctsa {

/// How far beyond the edge of the sheet a row may end by rounding, in U and V.
inline constexpr float kSheetTolerance = 1e-4F;

/// Adds an issue for each kind of thing that is odd about a file (ctsa_issues.hpp): the first place, and how
/// many more there are.
void checkCtsa(const CtsaFile& file, Diagnostics& diagnostics);

}  // namespace rigkiln::ctsa
