#pragma once

#include <cmath>

namespace rigkiln {

// Great-circle interpolation with +, *, / and square roots only, which give the same bits on every machine.
// The sin and acos of C libraries differ between machines, and so would every decision based on them (which
// keys a clip needs).

/// Computes the sine by its Taylor series, for one double or for several at once (Pair). Precondition: within
/// -pi/2 .. pi/2; there the error is below 3e-16.
template <class Number>
[[nodiscard]] Number sineOf(Number x) {
    const Number square = x * x;
    Number sum = square * (-1.0 / 121645100408832000.0) + 1.0 / 355687428096000.0;
    sum = sum * square - 1.0 / 1307674368000.0;
    sum = sum * square + 1.0 / 6227020800.0;
    sum = sum * square - 1.0 / 39916800.0;
    sum = sum * square + 1.0 / 362880.0;
    sum = sum * square - 1.0 / 5040.0;
    sum = sum * square + 1.0 / 120.0;
    sum = sum * square - 1.0 / 6.0;
    return x + x * square * sum;
}

/// Returns the angle in 0 .. pi/2 that has this cosine. A cosine above 1, by rounding, counts as 1.
[[nodiscard]] inline double angleOf(double cosine) {
    if (cosine >= 1) return 0;
    // Tangents of a half, a quarter and an eighth of the angle: for small tangents the arc tangent's series
    // needs few terms.
    double tangent = std::sqrt((1 - cosine) * (1 + cosine)) / (1 + cosine);
    tangent /= 1 + std::sqrt(1 + tangent * tangent);
    tangent /= 1 + std::sqrt(1 + tangent * tangent);
    const double square = tangent * tangent;
    double sum = 0;
    for (int power = 23; power >= 1; power -= 2)
        sum = 1.0 / power - square * sum;
    return 8 * tangent * sum;
}

/// The arc between two unit quaternions. Gives the weights of both ends for any point on the arc.
struct Arc {
    double angle = 0;
    double inverseSine = 0;  ///< 0: the arc is so short that linear interpolation gives the same

    /// Precondition: the ends lie in one hemisphere, that is, their dot product is not negative.
    static Arc ofCosine(double cosine) {
        constexpr double kNearlyParallel = 1 - 1e-10;
        if (cosine > kNearlyParallel) return {};
        const double angle = angleOf(cosine);
        return {angle, 1 / sineOf(angle)};
    }

    /// Returns the weight of the second end for the point at `fraction` of the arc. The weight of the first
    /// end is farWeight(1 - fraction).
    template <class Number>
    [[nodiscard]] Number farWeight(Number fraction) const {
        return inverseSine == 0 ? fraction : sineOf(fraction * angle) * inverseSine;
    }
};

}  // namespace rigkiln
