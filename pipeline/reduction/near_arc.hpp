#pragma once

namespace rigkiln::reduction {

/// The arc between two unit quaternions that lie close together, by series in its angle (that of a sine over
/// a sine): neither root nor division, which in a search over short spans take more time than all else. Up to
/// kLeastCosine weights are within 3e-10 of those of Arc; beyond they go off, by a hundredth at a cosine of
/// 0.2.
struct NearArc {
    /// An angle of 0.2 between quaternions, half that of the joint.
    static constexpr double kLeastCosine = 0.98;

    double second = 0;  ///< of the square of the angle
    double fourth = 0;
    double sixth = 0;

    /// Precondition: the ends lie in one hemisphere.
    static NearArc ofCosine(double cosine) {
        const double missing = 1 - cosine;
        const double square = missing * (2 + missing * (1.0 / 3 + missing * (4.0 / 45 + missing / 35)));
        return {square / 6, square * square / 360, square * square * square / 15120};
    }

    /// Weight of the end that lies `fraction` of the arc away; that of the other end is for 1 - fraction.
    template <class Number>
    [[nodiscard]] Number farWeight(Number fraction) const {
        const Number f2 = fraction * fraction;
        const Number sum = second + fourth * (7.0 - 3.0 * f2) + sixth * (31.0 - f2 * (18.0 - 3.0 * f2));
        return fraction * (1.0 + (1.0 - f2) * sum);
    }
};

}  // namespace rigkiln::reduction
