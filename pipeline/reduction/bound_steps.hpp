#pragma once

#include <cstddef>
#include <vector>

namespace rigkiln::reduction {

/// Bounds at which keys are really searched: 1, 1.7, 3 and 5 times each power of ten of the unit, below 1e-4
/// only 1 and 3 times; each less a billionth, so that 0.17 mm is the step of that name however it was
/// rounded. The largest ones that are not above `bound`, largest first; at most `count`, none for a bound
/// below 1e-12 units or that is no number.
///
/// A search for the fewest keys is a matter of luck in the last percents, and what it finds for a bound may
/// be larger than for one a little below. Between steps nothing changes at all, and the smallest result of
/// several steps can hardly be larger than that of one step below.
[[nodiscard]] std::vector<double> boundSteps(double bound, double unit, std::size_t count);

}  // namespace rigkiln::reduction
