#pragma once

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::alamo {

/// Alamo models. Also recognises .alo files without a model: particle systems.
extern const FormatModule kAloFormat;
/// Alamo animations, versions 1 and 2.
extern const FormatModule kAlaFormat;

}  // namespace rigkiln::alamo
