#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <glm/vec4.hpp>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Weights of the four terms of a cubic spline between two keys: both values, and both tangents multiplied by
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

/// Least squares for the tangents of one span. Without data they are those of the straight line.
class SpanTangents {
public:
    /// Weight of the pull towards a straight line. It determines the tangents of spans without points between
    /// their keys, and is too small to matter otherwise.
    static constexpr double kLineWeight = 1e-6;

    /// Adds a point that the curve should go through. `weight` > 0.
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

    /// Pulls both tangents towards the straight line between the values. Call after the last `add`.
    void addLine(double weight) {
        add({1, -1, 1, 0}, weight, glm::dvec4(0.0));
        add({1, -1, 0, 1}, weight, glm::dvec4(0.0));
    }

    /// Tangents, multiplied by the length of the span, for given values. Precondition: addLine was called.
    struct Pair {
        glm::dvec4 leaving;
        glm::dvec4 arriving;
    };
    [[nodiscard]] Pair solve(const glm::dvec4& from, const glm::dvec4& to) const {
        return solveFor(leavingSum_ - from * coupling_[0] - to * coupling_[1],
                        arrivingSum_ - from * coupling_[2] - to * coupling_[3]);
    }

    /// Terms to subtract from the normal equations of the values when the tangents are eliminated.
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
        // Inverse of the tangents' 2x2 matrix, multiplied by their coupling with a value.
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
    std::array<double, 4> coupling_{};  ///< of leaving with from and to, then of arriving with from and to
};

/// Frames of two neighbouring keys.
struct Span {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Returns true when a cubic span between two keys that have the source's values can stay within limits
/// (squared differences of values, by frame). Uses the least-squares tangents and tests frames and middles.
[[nodiscard]] bool splineHolds(const MotionTrack& track, std::span<const float> frames,
                               std::span<const double> limits, const Span& span);

}  // namespace rigkiln::reduction
