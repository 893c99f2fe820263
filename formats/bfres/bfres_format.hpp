#pragma once

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::bfres {

/// BFRES files of Wii U and Switch, unpacked.
extern const FormatModule kBfresFormat;

}  // namespace rigkiln::bfres
