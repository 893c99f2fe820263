#pragma once

#include <cmath>

namespace rigkiln {

// Great-circle interpolation by +, *, / and square roots alone, which give the same bits on every machine.
// The sin and acos of C libraries do not, and what is decided by them (which keys a clip needs) would differ.

/// Sine by its series, for a number or several at once. Precondition: within -pi/2 .. pi/2; there the error
/// is below 3e-16.
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

/// The angle of 0 .. pi/2 whose cosine this is. Values a little above 1 count as 1.
[[nodiscard]] inline double angleOf(double cosine) {
    if (cosine >= 1) return 0;
    // The tangent of the half, the quarter and the eighth; then the series of the arc tangent is short.
    double tangent = std::sqrt((1 - cosine) * (1 + cosine)) / (1 + cosine);
    tangent /= 1 + std::sqrt(1 + tangent * tangent);
    tangent /= 1 + std::sqrt(1 + tangent * tangent);
    const double square = tangent * tangent;
    double sum = 0;
    for (int power = 23; power >= 1; power -= 2)
        sum = 1.0 / power - square * sum;
    return 8 * tangent * sum;
}

/// The arc between two unit quaternions, which stands for all that lies on it: weights of its ends.
struct Arc {
    double angle = 0;
    double inverseSine = 0;  ///< 0: so short that a straight line is the same

    /// Precondition: the ends lie in one hemisphere, so that their dot product is not negative.
    static Arc ofCosine(double cosine) {
        constexpr double kNearlyParallel = 1 - 1e-10;
        if (cosine > kNearlyParallel) return {};
        const double angle = angleOf(cosine);
        return {angle, 1 / sineOf(angle)};
    }

    /// Weight of the end that lies `fraction` of the arc away; that of the other end is for 1 - fraction.
    template <class Number>
    [[nodiscard]] Number farWeight(Number fraction) const {
        return inverseSine == 0 ? fraction : sineOf(fraction * angle) * inverseSine;
    }
};

}  // namespace rigkiln
