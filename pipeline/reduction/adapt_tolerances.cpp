#include "pipeline/reduction/adapt_tolerances.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "pipeline/base/stop.hpp"

namespace rigkiln::reduction {
namespace {

/// Largest tolerance of a track, as a multiple of the bound.
constexpr double kMostTolerance = 1.5;

/// Largest error of each joint and everything below it, by joint and frame.
using WorstErrors = std::vector<std::vector<double>>;

WorstErrors findWorst(const PoseCheck& check, std::size_t frames) {
    WorstErrors all(check.jointCount(), std::vector<double>(frames, 0.0));
    for (std::size_t joint = check.jointCount(); joint-- > 0;) {
        const std::span<const double> errors = check.errors(0, joint);
        std::vector<double>& worst = all[joint];
        for (std::size_t frame = 0; frame < frames; ++frame) {
            worst[frame] = std::max({worst[frame], errors[2 * frame], errors[2 * frame + 1]});
            if (frame > 0) worst[frame] = std::max(worst[frame], errors[2 * frame - 1]);
        }
        const auto parent = check.parent(joint);
        if (!parent) continue;
        std::ranges::transform(worst, all[*parent], all[*parent].begin(),
                               [](double left, double right) { return std::max(left, right); });
    }
    return all;
}

/// Scales the tolerance of a whole span by one factor, because errors fall to 0 within it. Returns the
/// factor.
double scaleSpan(MotionTrack& track, std::span<const double> errors, std::size_t first, std::size_t last,
                 const Adaptation& adaptation) {
    constexpr double kAim = 0.97;
    constexpr double kLeastError = 1e-3;
    constexpr double kMostGrowth = 1.35;
    // Errors this far below the bound show that the first tolerances were far too small.
    constexpr double kFarBelow = 0.25;
    constexpr double kGrowthFarBelow = 3;
    double worst = kLeastError;
    for (std::size_t frame = first; frame <= last; ++frame)
        worst = std::max(worst, errors[frame]);
    // The square root damps the change: the measured error is the sum of several tracks, and all of them
    // react to it.
    const double mostGrowth = adaptation.isEarly && worst < kFarBelow ? kGrowthFarBelow : kMostGrowth;
    const double factor = std::min(mostGrowth, std::sqrt(kAim / worst));
    const double most = adaptation.bound * kMostTolerance;
    for (std::size_t frame = first; frame < last; ++frame)
        track.budget.tolerance[frame] = std::min(track.budget.tolerance[frame] * factor, most);
    return factor;
}

}  // namespace

void adaptTolerances(std::span<MotionTrack> tracks, const PoseCheck& check, const Adaptation& adaptation) {
    if (tracks.empty()) return;
    const std::size_t frames = tracks.front().source->frames.size();
    const WorstErrors worst = findWorst(check, frames);
    for (MotionTrack& track : tracks) {
        checkStop();
        if (track.source->isKept) continue;
        const std::vector<double>& errors = worst[track.source->joint];
        double factor = 1;
        if (track.choice.keys.size() == 1) {
            factor = scaleSpan(track, errors, 0, frames - 1, adaptation);
        } else {
            for (std::size_t key = 0; key + 1 < track.choice.keys.size(); ++key)
                factor =
                    scaleSpan(track, errors, track.choice.keys[key], track.choice.keys[key + 1], adaptation);
        }
        track.budget.tolerance.back() =
            std::min(track.budget.tolerance.back() * factor, adaptation.bound * kMostTolerance);
    }
}

}  // namespace rigkiln::reduction
