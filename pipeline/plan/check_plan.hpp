#pragma once

#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/plan/plan.hpp"

namespace rigkiln {

/// Returns the mistakes of a configuration that show in its plan: scans that find nothing and may not,
/// outputs that two sources make, and no unit at all. Such a plan is not run. None for a plan without units
/// whose files or folders could not be read.
[[nodiscard]] std::vector<Error> mistakesIn(const Plan& plan);

}  // namespace rigkiln
