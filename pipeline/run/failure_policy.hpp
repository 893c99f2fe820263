#pragma once

#include <optional>
#include <string>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Returns why a unit fails although it could be written: the first of its issues that `failOn` names. The
/// error is about `source`, and its place begins with the id of the issue.
[[nodiscard]] std::optional<Error> policyProblem(const Diagnostics& diagnostics, const FailOn& failOn,
                                                 const std::string& source);

}  // namespace rigkiln
