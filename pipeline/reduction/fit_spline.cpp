#include "pipeline/reduction/fit_spline.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "pipeline/reduction/pair.hpp"
#include "pipeline/reduction/spline_span.hpp"
#include "pipeline/reduction/tridiagonal.hpp"

namespace rigkiln::reduction {
namespace {

/// Passes and weights as for straight lines (fit_keys.cpp).
constexpr int kSplinePasses = 2;
constexpr double kSplinePinWeight = 1e4;
constexpr double kSplineAnchorWeight = 1e-9;
constexpr double kLeastSplineTolerance = 1e-12;

/// A point that the curve should go through: a frame, or the middle between two frames.
struct Place {
    HermiteWeights weights;
    std::size_t span = 0;     ///< index of its first key in `keys`
    double perTolerance = 0;  ///< factor from a difference of values to tolerances
    glm::dvec4 target{0.0};
};

class SplineFitter {
public:
    SplineFitter(MotionTrack& track, std::span<const float> frames, std::span<const glm::dvec4> target,
                 PinnedEnds pinned)
        : track_(track), frames_(frames), target_(target) {
        findPlaces(pinned);
        for (const std::uint32_t key : track.choice.keys)
            values_.push_back(target[key]);
    }

    /// Fits the values of the keys, without rounding them.
    void fitValues() {
        double best = 0;
        for (int pass = 0; pass < kSplinePasses; ++pass) {
            if (pass > 0) sharpen();
            sumSpans();
            solveValues();
            solveTangents();
            const double worst = findErrors();
            if (pass > 0 && worst >= best) {
                weights_ = bestWeights_;
                continue;
            }
            best = worst;
            track_.choice.values = values_;
            bestWeights_ = weights_;
        }
    }

    /// Fits the tangents to the current values of the track.
    void fitTangents() {
        values_ = track_.choice.values;
        sumSpans();
        solveTangents();
        track_.choice.tangents.assign(values_.size(), {});
        for (std::size_t span = 0; span < tangents_.size(); ++span) {
            const double perSecond = 1 / lengthOf(span);
            track_.choice.tangents[span].out = tangents_[span].leaving * perSecond;
            track_.choice.tangents[span + 1].in = tangents_[span].arriving * perSecond;
        }
    }

private:
    [[nodiscard]] double lengthOf(std::size_t span) const {
        return static_cast<double>(frames_[track_.choice.keys[span + 1]]) -
               static_cast<double>(frames_[track_.choice.keys[span]]);
    }

    void findPlaces(PinnedEnds pinned) {
        for (std::size_t span = 0; span + 1 < track_.choice.keys.size(); ++span) {
            const auto begin = static_cast<double>(frames_[track_.choice.keys[span]]);
            const double perSecond = 1 / lengthOf(span);
            for (std::size_t frame = track_.choice.keys[span]; frame < track_.choice.keys[span + 1];
                 ++frame) {
                const auto time = static_cast<double>(frames_[frame]);
                const double middle = (time + static_cast<double>(frames_[frame + 1])) / 2;
                addPlace(span, (time - begin) * perSecond, frame, target_[frame]);
                addPlace(span, (middle - begin) * perSecond, frame, middleOf(frame));
            }
        }
        addPlace(track_.choice.keys.size() - 2, 1, target_.size() - 1, target_.back());
        double sum = 0;
        for (const Place& place : places_)
            sum += place.perTolerance * place.perTolerance;
        const double perMean = static_cast<double>(places_.size()) / sum;
        for (const Place& place : places_)
            weights_.push_back(place.perTolerance * place.perTolerance * perMean);
        if (pinned.first) weights_.front() *= kSplinePinWeight;
        if (pinned.last) weights_.back() *= kSplinePinWeight;
        errors_.resize(places_.size());
    }

    [[nodiscard]] glm::dvec4 middleOf(std::size_t frame) const {
        const glm::dvec4 middle = (target_[frame] + target_[frame + 1]) / 2.0;
        return track_.source->part == Part::Rotation ? glm::normalize(middle) : middle;
    }

    void addPlace(std::size_t span, double fraction, std::size_t frame, const glm::dvec4& target) {
        const double perTolerance = track_.source->unitsPerDifference() * track_.budget.lever[frame] /
                                    std::max(track_.budget.tolerance[frame], kLeastSplineTolerance);
        places_.push_back({HermiteWeights::at(fraction), span, perTolerance, target});
    }

    /// Sums the equations of each span's tangents over its places.
    void sumSpans() {
        spans_.assign(track_.choice.keys.size() - 1, {});
        for (std::size_t place = 0; place < places_.size(); ++place)
            spans_[places_[place].span].add(places_[place].weights, weights_[place], places_[place].target);
        for (SpanTangents& span : spans_)
            span.addLine(SpanTangents::kLineWeight);
    }

    /// Solves the least-squares problem for the values. With the tangents eliminated each span links only two
    /// values, so the normal equations are tridiagonal.
    void solveValues() {
        const std::size_t keys = values_.size();
        diagonal_.assign(keys, kSplineAnchorWeight);
        beside_.assign(keys, 0.0);
        for (std::size_t key = 0; key < keys; ++key)
            values_[key] = target_[track_.choice.keys[key]] * kSplineAnchorWeight;
        for (std::size_t place = 0; place < places_.size(); ++place) {
            const auto& [at, span, perTolerance, target] = places_[place];
            const double weight = weights_[place];
            diagonal_[span] += weight * at.from * at.from;
            diagonal_[span + 1] += weight * at.to * at.to;
            beside_[span] += weight * at.from * at.to;
            values_[span] += target * (weight * at.from);
            values_[span + 1] += target * (weight * at.to);
        }
        for (std::size_t span = 0; span + 1 < keys; ++span) {
            // The line that tangents are pulled towards depends on the values.
            diagonal_[span] += 2 * SpanTangents::kLineWeight;
            diagonal_[span + 1] += 2 * SpanTangents::kLineWeight;
            beside_[span] -= 2 * SpanTangents::kLineWeight;
            const SpanTangents::Reduced reduced = spans_[span].reduced();
            diagonal_[span] -= reduced.fromSquare;
            diagonal_[span + 1] -= reduced.toSquare;
            beside_[span] -= reduced.product;
            values_[span] -= reduced.fromSum;
            values_[span + 1] -= reduced.toSum;
        }
        solveTridiagonal(diagonal_, beside_, values_);
        if (track_.source->part != Part::Rotation) return;
        for (glm::dvec4& value : values_)
            value = glm::normalize(value);
    }

    void solveTangents() {
        tangents_.clear();
        for (std::size_t span = 0; span < spans_.size(); ++span)
            tangents_.push_back(spans_[span].solve(values_[span], values_[span + 1]));
    }

    /// Computes the error of each place relative to its tolerance. Returns the largest.
    double findErrors() {
        double worst = 0;
        for (std::size_t place = 0; place < places_.size(); ++place) {
            const Place& here = places_[place];
            const HermiteWeights& at = here.weights;
            glm::dvec4 value = values_[here.span] * at.from + values_[here.span + 1] * at.to +
                               tangents_[here.span].leaving * at.leaving +
                               tangents_[here.span].arriving * at.arriving;
            if (track_.source->part == Part::Rotation) value = glm::normalize(value);
            errors_[place] = glm::length(value - here.target) * here.perTolerance;
            worst = std::max(worst, errors_[place]);
        }
        return worst;
    }

    void sharpen() {
        constexpr double kLeastShare = 0.05;
        const double worst = *std::ranges::max_element(errors_);
        if (worst == 0) return;
        for (std::size_t place = 0; place < places_.size(); ++place)
            weights_[place] *= kLeastShare + errors_[place] / worst;
    }

    MotionTrack& track_;
    std::span<const float> frames_;
    std::span<const glm::dvec4> target_;
    std::vector<Place> places_;
    std::vector<double> weights_;
    std::vector<double> bestWeights_;
    std::vector<double> errors_;
    std::vector<SpanTangents> spans_;
    std::vector<SpanTangents::Pair> tangents_;
    std::vector<glm::dvec4> values_;
    std::vector<double> diagonal_;
    std::vector<double> beside_;
};

/// Returns the nearest value or tangent that the file can store. Sixteen bits end at 1; when a larger tangent
/// is clamped too much, measuring leads to more keys or to floats.
glm::dvec4 rounded(const MotionTrack& track, const glm::dvec4& value) {
    if (track.source->part != Part::Rotation || track.choice.isFloat) return glm::dvec4(glm::vec4(value));
    return roundKey(track, glm::clamp(value, glm::dvec4(-1.0), glm::dvec4(1.0)));
}

}  // namespace

void fitSpline(MotionTrack& track, std::span<const float> frames, std::span<const glm::dvec4> target,
               PinnedEnds pinned) {
    SplineFitter fitter(track, frames, target, pinned);
    fitter.fitValues();
    if (pinned.first) track.choice.values.front() = track.pinnedFirst();
    if (pinned.last) track.choice.values.back() = track.source->frames.back();
    for (glm::dvec4& value : track.choice.values)
        value = rounded(track, value);
    fitter.fitTangents();
    for (KeyTangents& tangents : track.choice.tangents)
        tangents = {rounded(track, tangents.in), rounded(track, tangents.out)};
}

void expandSpline(MotionTrack& track, const TimeGrid& grid, std::size_t plane) {
    CheckValues& reduced = track.reduced[plane];
    for (std::size_t key = 0; key + 1 < track.choice.keys.size(); ++key) {
        const std::size_t first = track.choice.keys[key];
        const std::size_t last = track.choice.keys[key + 1];
        const auto begin = static_cast<double>(grid.frames[first]);
        const double length = static_cast<double>(grid.frames[last]) - begin;
        for (std::size_t check = 2 * first; check < 2 * last; ++check) {
            const auto at = HermiteWeights::at((grid.checks[plane][check] - begin) / length);
            const glm::dvec4 value = track.choice.values[key] * at.from +
                                     track.choice.values[key + 1] * at.to +
                                     track.choice.tangents[key].out * (at.leaving * length) +
                                     track.choice.tangents[key + 1].in * (at.arriving * length);
            reduced.set(check, track.source->part == Part::Rotation ? glm::normalize(value) : value);
        }
    }
    if (plane != 0) return;
    glm::dvec4 value = track.choice.values.back();
    if (track.source->part == Part::Rotation) value = glm::normalize(value);
    const std::size_t last = 2 * (grid.size() - 1);
    reduced.set(last, value);
    reduced.set(last + 1, value);
}

}  // namespace rigkiln::reduction
