#pragma once

namespace rigkiln {

/// Returns the peak of the parabola through three equidistant values when the middle one is the largest, and
/// the middle value otherwise.
[[nodiscard]] inline double peakOf(double before, double middle, double after) {
    const double bend = 2 * middle - before - after;
    if (middle < before || middle < after || bend <= 0) return middle;
    return middle + (after - before) * (after - before) / (8 * bend);
}

}  // namespace rigkiln
