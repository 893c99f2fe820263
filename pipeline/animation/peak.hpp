#pragma once

namespace rigkiln {

/// The top of the parabola through three values evenly apart, where the one in the middle is the largest;
/// else that one.
[[nodiscard]] inline double peakOf(double before, double middle, double after) {
    const double bend = 2 * middle - before - after;
    if (middle < before || middle < after || bend <= 0) return middle;
    return middle + (after - before) * (after - before) / (8 * bend);
}

}  // namespace rigkiln
