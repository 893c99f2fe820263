#pragma once

namespace rigkiln {

/// A position between two keys of a spline.
struct SplinePlace {
    double fraction = 0;  ///< 0 at the first key, 1 at the second
    double length = 0;    ///< seconds between them
};

/// Evaluates a cubic spline between two keys, with tangents per second (glTF 2.0, appendix C.5). Does not
/// normalise rotations. `Value` is a vector or a quaternion of doubles.
template <class Value>
[[nodiscard]] Value hermite(const SplinePlace& place, const Value& from, const Value& outTangent,
                            const Value& inTangent, const Value& to) {
    const double t = place.fraction;
    const double t2 = t * t;
    const double t3 = t2 * t;
    return from * (2 * t3 - 3 * t2 + 1) + outTangent * (place.length * (t3 - 2 * t2 + t)) +
           to * (-2 * t3 + 3 * t2) + inTangent * (place.length * (t3 - t2));
}

}  // namespace rigkiln
