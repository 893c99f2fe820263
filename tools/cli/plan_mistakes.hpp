#pragma once

#include "pipeline/plan/plan.hpp"

namespace rigkiln::cli {

/// Prints the mistakes of the configuration that the plan shows, at most 20 of them. Returns true when there
/// is one: nothing must be converted then.
[[nodiscard]] bool complainOfMistakes(const Plan& plan);

}  // namespace rigkiln::cli
