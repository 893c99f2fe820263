#pragma once

#include <vector>

namespace rigkiln::reduction {

/// Returns the round bounds at which keys are searched: 1, 1.7, 3 and 5 times each power of ten of the unit,
/// below 1e-4 only 1 and 3 times, and below 1e-8 only 1e-12. Each is reduced by a billionth, so that a bound
/// of 0.17 mm includes the step of 0.17 mm however it was rounded. Contains all steps up to `bound`, largest
/// first; empty for NaN or a bound below 1e-12 units.
///
/// The search for the fewest keys is a heuristic: its result for a bound may have a few per cent more bytes
/// than for a smaller bound. The smallest result of several steps is hardly ever larger than that of a step
/// below, and the smallest of all steps never is.
[[nodiscard]] std::vector<double> boundSteps(double bound, double unit);

/// Returns the bounds at which keys are searched, largest first: the bound itself, unless it is a step, and
/// the steps below it. Empty like boundSteps.
[[nodiscard]] std::vector<double> searchedBounds(double bound, double unit);

/// Returns true for bounds below the step of 1e-4 units. There are so few steps below that all of them can be
/// searched.
[[nodiscard]] bool isFine(double bound, double unit);

}  // namespace rigkiln::reduction
