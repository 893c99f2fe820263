#pragma once

#include "formats/ctsa/ctsa_file.hpp"
#include "pipeline/base/diagnostics.hpp"

namespace rigkiln::ctsa {

/// Tolerance for rounding by which a row may leave the sheet, in U and V.
inline constexpr float kSheetTolerance = 1e-4F;

/// Adds issues for everything odd in a file (ctsa_issues.hpp). Oddities of frames become one issue per kind:
/// the first frame, and how many more there are.
void checkCtsa(const CtsaFile& file, Diagnostics& diagnostics);

}  // namespace rigkiln::ctsa
