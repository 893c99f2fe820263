#include "pipeline/reduction/fit_keys.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "pipeline/animation/arc.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/reduction/fit_spline.hpp"
#include "pipeline/reduction/near_arc.hpp"
#include "pipeline/reduction/pair.hpp"
#include "pipeline/reduction/spline_span.hpp"
#include "pipeline/reduction/tridiagonal.hpp"

namespace rigkiln::reduction {
namespace {

constexpr double kShortScale = 32767;
/// Number of least-squares passes. Each pass after the first raises the weights where the last one was worst,
/// which moves from the smallest sum of squares towards the smallest maximum.
constexpr int kPasses = 2;
/// Weight of a pinned end relative to other frames.
constexpr double kPinWeight = 1e4;
/// Weight that holds a key at the source's value when no frame affects it.
constexpr double kAnchorWeight = 1e-9;
constexpr double kLeastTolerance = 1e-12;

/// Interpolation at a frame: the first key of its line, and the weights of both keys.
struct Line {
    std::size_t key = 0;
    double near = 1;
    double far = 0;
};

/// Calls `use` with the arc between two quaternions in one hemisphere, given the cosine between them.
template <class Use>
void withArc(double cosine, const Use& use) {
    if (cosine >= NearArc::kLeastCosine)
        use(NearArc::ofCosine(cosine));
    else
        use(Arc::ofCosine(cosine));
}

class KeyFitter {
public:
    KeyFitter(MotionTrack& track, std::span<const float> frames, std::span<const glm::dvec4> target,
              PinnedEnds pinned)
        : track_(track),
          target_(target),
          lines_(frames.size()),
          perTolerance_(frames.size()),
          errors_(frames.size()) {
        findLines(frames);
        findWeights(pinned);
        for (const std::uint32_t key : track.choice.keys)
            values_.push_back(target[key]);
    }

    void fit() {
        double best = findErrors();
        track_.choice.values = values_;
        for (int pass = 0; pass < kPasses; ++pass) {
            if (pass > 0) sharpen();
            solve();
            const double worst = findErrors();
            if (worst >= best) continue;
            best = worst;
            track_.choice.values = values_;
        }
    }

private:
    void findLines(std::span<const float> frames) {
        for (std::size_t key = 0; key + 1 < track_.choice.keys.size(); ++key) {
            const std::size_t first = track_.choice.keys[key];
            const std::size_t last = track_.choice.keys[key + 1];
            const auto find = [&](const auto& arc) {
                const auto begin = static_cast<double>(frames[first]);
                const double perSecond = 1 / (static_cast<double>(frames[last]) - begin);
                for (std::size_t frame = first; frame < last; ++frame) {
                    const double fraction = (static_cast<double>(frames[frame]) - begin) * perSecond;
                    lines_[frame] = {key, arc.farWeight(1 - fraction), arc.farWeight(fraction)};
                }
            };
            if (track_.source->part == Part::Rotation)
                withArc(std::abs(glm::dot(target_[first], target_[last])), find);
            else
                find(NearArc{});
        }
        lines_.back() = {track_.choice.keys.size() - 2, 0, 1};
    }

    void findWeights(PinnedEnds pinned) {
        double sum = 0;
        for (std::size_t frame = 0; frame < perTolerance_.size(); ++frame) {
            const double perTolerance =
                track_.budget.lever[frame] / std::max(track_.budget.tolerance[frame], kLeastTolerance);
            perTolerance_[frame] = perTolerance * perTolerance;
            sum += perTolerance_[frame];
        }
        weights_ = perTolerance_;
        const double perMean = static_cast<double>(weights_.size()) / sum;
        for (double& weight : weights_)
            weight *= perMean;
        if (pinned.first) weights_.front() *= kPinWeight;
        if (pinned.last) weights_.back() *= kPinWeight;
    }

    /// Computes the squared error of each frame relative to its tolerance. Returns the largest.
    double findErrors() {
        double worst = 0;
        for (std::size_t frame = 0; frame < lines_.size(); ++frame) {
            const Line& line = lines_[frame];
            const glm::dvec4 difference =
                values_[line.key] * line.near + values_[line.key + 1] * line.far - target_[frame];
            errors_[frame] = glm::dot(difference, difference) * perTolerance_[frame];
            worst = std::max(worst, errors_[frame]);
        }
        return worst;
    }

    void sharpen() {
        constexpr double kLeastShare = 0.05;
        const double worst = *std::ranges::max_element(errors_);
        if (worst == 0) return;
        for (std::size_t frame = 0; frame < weights_.size(); ++frame)
            weights_[frame] *= kLeastShare + std::sqrt(errors_[frame] / worst);
    }

    /// Solves the least-squares problem. Each frame depends on two neighbouring keys, so the normal equations
    /// are tridiagonal.
    void solve() {
        const std::size_t keys = values_.size();
        diagonal_.assign(keys, kAnchorWeight);
        beside_.assign(keys, 0.0);
        for (std::size_t key = 0; key < keys; ++key)
            values_[key] = target_[track_.choice.keys[key]] * kAnchorWeight;
        for (std::size_t frame = 0; frame < lines_.size(); ++frame) {
            const auto [key, near, far] = lines_[frame];
            const double weight = weights_[frame];
            diagonal_[key] += weight * near * near;
            diagonal_[key + 1] += weight * far * far;
            beside_[key] += weight * near * far;
            values_[key] += target_[frame] * (weight * near);
            values_[key + 1] += target_[frame] * (weight * far);
        }
        solveTridiagonal(diagonal_, beside_, values_);
        if (track_.source->part != Part::Rotation) return;
        for (glm::dvec4& value : values_)
            value = glm::normalize(value);
    }

    MotionTrack& track_;
    std::span<const glm::dvec4> target_;
    std::vector<Line> lines_;
    std::vector<double> perTolerance_;  ///< (lever / tolerance), squared
    std::vector<double> weights_;
    std::vector<double> errors_;
    std::vector<glm::dvec4> values_;
    std::vector<double> diagonal_;
    std::vector<double> beside_;
};

/// Sets all values to one value.
void expandConstant(CheckValues& reduced, const glm::dvec4& value) {
    for (std::size_t check = 0; check < 2 * reduced.pairs(); ++check)
        reduced.set(check, value);
}

/// Interpolates from one key to just before the next, along an arc or a line, at the check times of a plane.
template <int components, class AnyArc>
void expandAlong(const AnyArc& arc, const glm::dvec4& from, const glm::dvec4& to, const Span& span,
                 const TimeGrid& grid, std::size_t plane, CheckValues& reduced) {
    const auto begin = static_cast<double>(grid.frames[span.first]);
    const double perSecond = 1 / (static_cast<double>(grid.frames[span.last]) - begin);
    const double* times = grid.checks[plane].data();
    for (std::size_t check = 2 * span.first; check < 2 * span.last; check += 2) {
        const Pair fraction = (loadPair(times + check) - begin) * perSecond;
        const Pair far = arc.farWeight(fraction);
        const Pair near = arc.farWeight(1.0 - fraction);
        for (int i = 0; i < components; ++i)
            storePair(near * from[i] + far * to[i], reduced.at(check / 2, static_cast<std::size_t>(i)));
    }
}

void expandLine(MotionTrack& track, std::span<const glm::dvec4> values, const TimeGrid& grid,
                std::size_t plane, std::size_t key) {
    const Span span{track.choice.keys[key], track.choice.keys[key + 1]};
    const glm::dvec4& from = values[key];
    glm::dvec4 to = values[key + 1];
    CheckValues& reduced = track.reduced[plane];
    if (track.source->part != Part::Rotation) {
        expandAlong<3>(NearArc{}, from, to, span, grid, plane, reduced);
        return;
    }
    double cosine = glm::dot(from, to);
    if (cosine < 0) {
        to = -to;
        cosine = -cosine;
    }
    withArc(cosine, [&](const auto& arc) { expandAlong<4>(arc, from, to, span, grid, plane, reduced); });
}

}  // namespace

glm::dvec4 roundKey(const MotionTrack& track, const glm::dvec4& value) {
    // No loop over components here: g++ 12 drops the rounding when it vectorises such a loop.
    if (track.source->part != Part::Rotation || track.choice.isFloat) return {glm::vec4(value)};
    glm::dvec4 rounded = value;
    for (int i = 0; i < 4; ++i)
        rounded[i] = static_cast<double>(static_cast<float>(std::lround(value[i] * kShortScale)) /
                                         static_cast<float>(kShortScale));
    return rounded;
}

void fitKeys(MotionTrack& track, std::span<const float> frames, std::span<const glm::dvec4> target,
             PinnedEnds pinned) {
    checkStop();
    track.choice.tangents.clear();
    if (track.form.isSpline && track.choice.keys.size() > 1) {
        fitSpline(track, frames, target, pinned);
        return;
    }
    if (track.choice.keys.size() == 1) {
        track.choice.values = {track.choice.isDropped ? track.source->rest
                                                      : track.seam.value.value_or(track.source->middle)};
        if (track.choice.isDropped) return;
    } else if (track.choice.keys.size() == frames.size()) {
        track.choice.values.assign(target.begin(), target.end());
    } else {
        KeyFitter(track, frames, target, pinned).fit();
    }
    if (pinned.first) track.choice.values.front() = track.pinnedFirst();
    if (pinned.last) track.choice.values.back() = track.source->frames.back();
    for (glm::dvec4& value : track.choice.values)
        value = roundKey(track, value);
}

void expandKeys(MotionTrack& track, const TimeGrid& grid, std::size_t plane) {
    checkStop();
    if (!track.choice.tangents.empty()) {
        expandSpline(track, grid, plane);
        return;
    }
    std::vector<glm::dvec4> values = track.choice.values;
    // Readers normalise rotations that were rounded to sixteen bits.
    if (track.source->part == Part::Rotation) {
        for (glm::dvec4& value : values)
            value = glm::normalize(value);
    }
    if (track.choice.keys.size() == 1) {
        expandConstant(track.reduced[plane], values.front());
        return;
    }
    for (std::size_t key = 0; key + 1 < track.choice.keys.size(); ++key)
        expandLine(track, values, grid, plane, key);
    if (plane != 0) return;
    // Sets the last frame, and the padding after it that makes the number of times even.
    const std::size_t last = 2 * (grid.size() - 1);
    track.reduced[0].set(last, values.back());
    track.reduced[0].set(last + 1, values.back());
}

}  // namespace rigkiln::reduction
