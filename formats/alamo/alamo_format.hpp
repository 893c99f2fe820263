#pragma once

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::alamo {

/// Alamo models; also says what .alo files are that hold no model (particle systems, empty files).
extern const FormatModule kAloFormat;
/// Alamo animations of both versions.
extern const FormatModule kAlaFormat;

}  // namespace rigkiln::alamo
