#pragma once

#include <vector>

namespace rigkiln::reduction {

/// Bounds at which keys are really searched: 1, 1.7, 3 and 5 times each power of ten of the unit, below 1e-4
/// only 1 and 3 times, and below 1e-8 nothing but 1e-12; each less a billionth, so that 0.17 mm is the step
/// of that name however it was rounded. All that are not above `bound`, largest first; none for a bound below
/// 1e-12 units or that is no number.
///
/// A search for the fewest keys is a matter of luck in the last percents, and what it finds for a bound may
/// be larger than for one a little below. Between steps nothing changes at all, the smallest result of
/// several steps can hardly be larger than that of one step below, and that of all steps cannot.
[[nodiscard]] std::vector<double> boundSteps(double bound, double unit);

/// Whether a step is below 1e-4 units, where there are so few that all of them can be searched.
[[nodiscard]] bool isFineStep(double step, double unit);

}  // namespace rigkiln::reduction
