#pragma once

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::swat3 {

extern const FormatModule kGsmFormat;  ///< id "gsm"
extern const FormatModule kGsaFormat;  ///< id "gsa"; binds to GSMs with the same number of bones

}  // namespace rigkiln::swat3
