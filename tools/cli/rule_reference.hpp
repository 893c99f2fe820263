#pragma once

#include <string>

namespace rigkiln::cli {

/// Returns the rules of `validate` as tables for docs/validate.md.
[[nodiscard]] std::string ruleReference();

}  // namespace rigkiln::cli
