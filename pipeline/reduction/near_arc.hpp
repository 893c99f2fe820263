#pragma once

namespace rigkiln::reduction {

/// The arc between two unit quaternions that are close together, by power series in its angle. Needs neither
/// roots nor divisions, which would take most of the time in a search over short spans. For cosines down to
/// kLeastCosine the weights differ from those of Arc by less than 3e-10. For smaller cosines the error grows,
/// to a hundredth at a cosine of 0.2.
struct NearArc {
    /// Cosine of an angle of 0.2 between quaternions, which is half the joint's angle.
    static constexpr double kLeastCosine = 0.98;

    double second = 0;  ///< coefficient of the series, proportional to the square of the angle
    double fourth = 0;
    double sixth = 0;

    /// Precondition: the ends lie in one hemisphere.
    static NearArc ofCosine(double cosine) {
        const double missing = 1 - cosine;
        const double square = missing * (2 + missing * (1.0 / 3 + missing * (4.0 / 45 + missing / 35)));
        return {square / 6, square * square / 360, square * square * square / 15120};
    }

    /// Returns the weight of the second end for the point at `fraction` of the arc. The weight of the first
    /// end is farWeight(1 - fraction).
    template <class Number>
    [[nodiscard]] Number farWeight(Number fraction) const {
        const Number f2 = fraction * fraction;
        const Number sum = second + fourth * (7.0 - 3.0 * f2) + sixth * (31.0 - f2 * (18.0 - 3.0 * f2));
        return fraction * (1.0 + (1.0 - f2) * sum);
    }
};

}  // namespace rigkiln::reduction
