#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <glm/vec4.hpp>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Weights of the four numbers that a cubic spline has between two keys: both values, and both tangents times
/// the seconds between the keys (glTF 2.0, appendix C.5).
struct HermiteWeights {
    double from = 1;
    double to = 0;
    double leaving = 0;
    double arriving = 0;

    static HermiteWeights at(double fraction) {
        const double square = fraction * fraction;
        const double cube = square * fraction;
        return {2 * cube - 3 * square + 1, 3 * square - 2 * cube, cube - 2 * square + fraction,
                cube - square};
    }
};

/// Least squares for the tangents of one span. What nothing pulls at lies on the straight line.
class SpanTangents {
public:
    /// With one of both, the tangents of a span that has no point between its keys are those of a straight
    /// line; it is too light to be seen beside any point.
    static constexpr double kLineWeight = 1e-6;

    /// `target`: what the curve should have at the place, `weight` > 0.
    void add(const HermiteWeights& at, double weight, const glm::dvec4& target) {
        leavingSquare_ += weight * at.leaving * at.leaving;
        arrivingSquare_ += weight * at.arriving * at.arriving;
        product_ += weight * at.leaving * at.arriving;
        leavingSum_ += target * (weight * at.leaving);
        arrivingSum_ += target * (weight * at.arriving);
        coupling_[0] += weight * at.leaving * at.from;
        coupling_[1] += weight * at.leaving * at.to;
        coupling_[2] += weight * at.arriving * at.from;
        coupling_[3] += weight * at.arriving * at.to;
    }

    /// Pulls both towards the straight line between the values. After the last point.
    void addLine(double weight) {
        add({1, -1, 1, 0}, weight, glm::dvec4(0.0));
        add({1, -1, 0, 1}, weight, glm::dvec4(0.0));
    }

    /// Tangents times the length of the span for given values. Precondition: addLine.
    struct Pair {
        glm::dvec4 leaving;
        glm::dvec4 arriving;
    };
    [[nodiscard]] Pair solve(const glm::dvec4& from, const glm::dvec4& to) const {
        return solveFor(leavingSum_ - from * coupling_[0] - to * coupling_[1],
                        arrivingSum_ - from * coupling_[2] - to * coupling_[3]);
    }

    /// What is left for the values when the tangents follow them: to be taken off their normal equations.
    struct Reduced {
        double fromSquare = 0;
        double product = 0;
        double toSquare = 0;
        glm::dvec4 fromSum{0.0};
        glm::dvec4 toSum{0.0};
    };
    [[nodiscard]] Reduced reduced() const {
        const double scale = 1 / determinant();
        const auto [lf, lt, af, at] = coupling_;
        // The inverse of the square matrix of both tangents, times their coupling with a value.
        const double leavingFrom = (arrivingSquare_ * lf - product_ * af) * scale;
        const double arrivingFrom = (leavingSquare_ * af - product_ * lf) * scale;
        const double leavingTo = (arrivingSquare_ * lt - product_ * at) * scale;
        const double arrivingTo = (leavingSquare_ * at - product_ * lt) * scale;
        return {lf * leavingFrom + af * arrivingFrom, lt * leavingFrom + at * arrivingFrom,
                lt * leavingTo + at * arrivingTo, leavingSum_ * leavingFrom + arrivingSum_ * arrivingFrom,
                leavingSum_ * leavingTo + arrivingSum_ * arrivingTo};
    }

private:
    [[nodiscard]] double determinant() const {
        return leavingSquare_ * arrivingSquare_ - product_ * product_;
    }
    [[nodiscard]] Pair solveFor(const glm::dvec4& leaving, const glm::dvec4& arriving) const {
        const double scale = 1 / determinant();
        return {(leaving * arrivingSquare_ - arriving * product_) * scale,
                (arriving * leavingSquare_ - leaving * product_) * scale};
    }

    double leavingSquare_ = 0;
    double arrivingSquare_ = 0;
    double product_ = 0;
    glm::dvec4 leavingSum_{0.0};
    glm::dvec4 arrivingSum_{0.0};
    std::array<double, 4> coupling_{};  ///< leaving with from and to, arriving with from and to
};

/// Frames of two neighbouring keys.
struct Span {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Whether a cubic span between two keys that hold the source's values can stay within limits (squared
/// differences of values, by frame): with the tangents of least squares, at frames and middles.
[[nodiscard]] bool splineHolds(const MotionTrack& track, std::span<const float> frames,
                               std::span<const double> limits, const Span& span);

}  // namespace rigkiln::reduction
