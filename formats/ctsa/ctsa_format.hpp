#pragma once

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::ctsa {

extern const FormatModule kCtsaFormat;

}  // namespace rigkiln::ctsa
