#pragma once

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::bfres {

/// BFRES files of both consoles, unpacked. Has no `read` yet and is therefore in no list of formats.
extern const FormatModule kBfresFormat;

}  // namespace rigkiln::bfres
