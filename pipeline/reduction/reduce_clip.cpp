#include "pipeline/reduction/reduce_clip.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/animation/pose_error.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/reduction/budgets.hpp"
#include "pipeline/reduction/fit_keys.hpp"
#include "pipeline/reduction/joined_keys.hpp"
#include "pipeline/reduction/motion.hpp"
#include "pipeline/reduction/pose_check.hpp"
#include "pipeline/reduction/repeated_keys.hpp"
#include "pipeline/reduction/sample_curves.hpp"
#include "pipeline/reduction/solve.hpp"
#include "pipeline/reduction/spline_tracks.hpp"

namespace rigkiln {
namespace {

using namespace reduction;

/// Clips are reduced in windows of so many frames, which bounds memory; neighbours share a pinned frame.
constexpr std::size_t kWindow = 512;
/// Frames times tracks: more are hours of work and no animation.
constexpr std::size_t kMostSamples = 50'000'000;

std::size_t valueBytes(const Track<glm::vec3>& track) {
    return track.values.size() * sizeof(glm::vec3);
}

std::size_t valueBytes(const Track<glm::quat>& track) {
    return track.values.size() *
           (fitSixteenBits(track.values) ? 4 * sizeof(std::int16_t) : sizeof(glm::quat));
}

/// Counts as core glTF stores it.
class ByteCount {
public:
    void add(const Clip& clip) {
        for (const JointTracks& tracks : clip.joints) {
            addTrack(tracks.translation);
            addTrack(tracks.rotation);
            addTrack(tracks.scale);
        }
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t keys() const { return keys_; }

private:
    template <class Value>
    void addTrack(const Track<Value>& track) {
        if (track.empty()) return;
        keys_ += track.times.size();
        bytes_ += valueBytes(track);
        if (times_.insert(track.times).second) bytes_ += track.times.size() * sizeof(float);
    }

    std::set<std::vector<float>> times_;
    std::size_t bytes_ = 0;
    std::size_t keys_ = 0;
};

/// Everything that was measured, and where it was worst.
class ErrorSummary {
public:
    /// Errors over the bound, as the check has them at last.
    void add(const PoseCheck& check, const TimeGrid& grid, double bound) {
        for (std::size_t joint = 0; joint < check.jointCount(); ++joint) {
            for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane) {
                for (std::size_t i = 0; i < grid.checks[plane].size(); ++i)
                    addOne(check.errors(plane, joint)[i] * bound, joint, grid.checks[plane][i]);
            }
        }
    }

    void writeTo(ClipReduction& reduction) {
        if (errors_.empty()) return;
        reduction.p99Error = p99Of(std::move(errors_));
        reduction.maxError = worst_;
        reduction.worstJoint = IndexOf<Joint>(joint_);
        reduction.worstTime = static_cast<float>(time_);
    }

private:
    void addOne(double error, std::size_t joint, double time) {
        errors_.push_back(static_cast<float>(error));
        if (error <= worst_) return;
        worst_ = error;
        joint_ = joint;
        time_ = time;
    }

    std::vector<float> errors_;
    double worst_ = 0;
    std::size_t joint_ = 0;
    double time_ = 0;
};

/// One clip, window by window.
class ClipReducer {
public:
    /// `choice`: which tracks are splines; null: none.
    ClipReducer(const Scene& scene, const Clip& clip, std::span<const JointProbes> probes, double bound,
                std::size_t mostBytes, SplineChoice* choice)
        : scene_(scene),
          clip_(clip),
          probes_(probes),
          bound_(bound),
          mostBytes_(mostBytes),
          choice_(choice) {}

    /// Nothing when some window cannot be reduced.
    std::optional<Clip> run(std::span<const float> times) {
        for (std::size_t first = 0; first + 1 < times.size(); first += kWindow) {
            const std::size_t count = std::min(kWindow + 1, times.size() - first);
            const PinnedEnds pinned{first > 0, first + count < times.size()};
            if (!runWindow(times.subspan(first, count), pinned)) return std::nullopt;
        }
        Clip reduced = clip_;
        storeKeys(joined_, reduced);
        // Each window has proved itself. What they share may have been rounded otherwise by the next one.
        const bool isProved = times.size() <= kWindow + 1 ||
                              measurePoseError(scene_, clip_, reduced, probes_).maximum <= bound_;
        if (!isProved) return std::nullopt;
        return reduced;
    }

    [[nodiscard]] ErrorSummary& errors() { return errors_; }

private:
    bool runWindow(std::span<const float> times, PinnedEnds pinned) {
        const TimeGrid grid(times);
        std::vector<MotionTrack> tracks = sampleMotion(scene_, clip_, grid);
        if (choice_ != nullptr) choice_->mark(tracks, grid.frames);
        PoseCheck check(scene_, clip_, probes_, grid, tracks, bound_);
        shareBound(tracks, grid.frames, check, bound_);
        const bool isChosen =
            chooseKeys(tracks, grid, check, {.bound = bound_, .mostBytes = mostBytes_, .pinned = pinned});
        if (isChosen) takeOver(tracks, grid, check);
        if (choice_ != nullptr) choice_->add(tracks, grid.frames);
        return isChosen;
    }

    void takeOver(const std::vector<MotionTrack>& tracks, const TimeGrid& grid, const PoseCheck& check) {
        errors_.add(check, grid, bound_);
        joined_.resize(tracks.size());
        for (std::size_t number = 0; number < tracks.size(); ++number) {
            joined_[number].joint = tracks[number].joint;
            joined_[number].part = tracks[number].part;
            joined_[number].isKept = tracks[number].isKept;
            joined_[number].isSpline = tracks[number].isSpline;
            if (!tracks[number].isKept) joined_[number].append(tracks[number], grid.frames);
        }
    }

    const Scene& scene_;
    const Clip& clip_;
    std::span<const JointProbes> probes_;
    double bound_;
    std::size_t mostBytes_;
    SplineChoice* choice_;
    std::vector<JoinedKeys> joined_;
    ErrorSummary errors_;
};

/// The part of the bound that samples of splines should take, and may take where floats are not finer.
constexpr double kCurveShare = 0.05;
constexpr double kMostCurveShare = 0.5;

/// Samples its splines, and says how far the clip may be from its source now.
CurveSamples straighten(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double maxError,
                        Diagnostics& diagnostics) {
    if (maxError <= 0 || !hasCurves(clip)) return {};
    const std::optional<CurveSamples> samples = sampleCurves(
        scene, clip, probes, {.aim = maxError * kCurveShare, .most = maxError * kMostCurveShare});
    if (samples) return *samples;
    diagnostics.add(kCurvesNotSampled, fmt::format("clip {}", quote(clip.name)),
                    fmt::format("a bound of {} is too near", maxError));
    return {};
}

/// Takes out repeated keys where that saves bytes: tracks that shared their times may share them no more.
ByteCount takeOutRepeats(Clip& clip) {
    ByteCount before;
    before.add(clip);
    Clip withoutRepeats = clip;
    dropRepeatedKeys(withoutRepeats);
    ByteCount after;
    after.add(withoutRepeats);
    if (after.bytes() >= before.bytes()) return before;
    clip = std::move(withoutRepeats);
    return after;
}

/// What there is to tell of a clip that is as far from its source as the samples are.
ClipReduction reductionOf(const Clip& before, const CurveSamples& samples) {
    ByteCount count;
    count.add(before);
    return {.keysBefore = count.keys(),
            .keysAfter = count.keys(),
            .bytesBefore = count.bytes(),
            .bytesAfter = count.bytes(),
            .maxError = samples.error,
            .p99Error = samples.error,
            .worstJoint = samples.worstJoint,
            .worstTime = samples.worstTime};
}

bool isTooLarge(const Clip& clip, std::span<const float> times, Diagnostics& diagnostics) {
    if (times.size() * clip.joints.size() * 3 <= kMostSamples) return false;
    diagnostics.add(kClipTooLargeToReduce, fmt::format("clip {}", quote(clip.name)),
                    fmt::format("{} key times of {} joints (limit {} tracks times key times)", times.size(),
                                clip.joints.size(), kMostSamples));
    return true;
}

/// Reduces a clip whose splines have become samples, or stay. `reduction`: what is told of it until now.
void reduceKeys(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double bound,
                bool fitsSplines, ClipReduction& reduction) {
    const std::vector<float> times = keyTimes(clip);
    const Clip source = clip;
    const double samplesError = reduction.maxError;
    SplineChoice choice;
    bool isMore = true;
    while (isMore) {
        ClipReducer reducer(scene, source, probes, bound, reduction.bytesAfter,
                            fitsSplines ? &choice : nullptr);
        std::optional<Clip> reduced = reducer.run(times);
        isMore = fitsSplines && choice.next();
        if (!reduced) continue;
        ByteCount after;
        after.add(*reduced);
        if (after.bytes() >= reduction.bytesAfter) continue;
        clip = std::move(*reduced);
        reduction.keysAfter = after.keys();
        reduction.bytesAfter = after.bytes();
        reducer.errors().writeTo(reduction);
        // Both distances may point the same way.
        reduction.maxError += samplesError;
        reduction.p99Error += samplesError;
    }
}

ClipReduction reduceSampled(const Scene& scene, Clip& clip, std::span<const JointProbes> probes,
                            double maxError, Diagnostics& diagnostics, const ReduceOptions& options) {
    const Clip before = clip;
    CurveSamples samples;
    if (options.samplesCurves) samples = straighten(scene, clip, probes, maxError, diagnostics);
    ClipReduction reduction = reductionOf(before, samples);
    const ByteCount exact = takeOutRepeats(clip);
    reduction.keysAfter = exact.keys();
    reduction.bytesAfter = exact.bytes();
    if (maxError <= 0 || exact.keys() == 0) return reduction;
    const std::vector<float> times = keyTimes(clip);
    if (times.size() < 2 || isTooLarge(clip, times, diagnostics)) return reduction;
    reduceKeys(scene, clip, probes, maxError - samples.error, options.fitsSplines, reduction);
    return reduction;
}

template <class Value>
std::size_t keepSmaller(const Track<Value>& spline, const Track<Value>& fitted, Track<Value>& target) {
    if (spline.interpolation != Interpolation::CubicSpline) return 0;
    const auto bytes = [](const Track<Value>& track) {
        return valueBytes(track) + track.times.size() * sizeof(float);
    };
    if (bytes(fitted) < bytes(spline)) return 0;
    target = spline;
    return 1;
}

/// Splines of the source that are smaller than what came of them, put into a clip of samples. How many.
std::size_t keepSplines(const Clip& source, const Clip& fitted, Clip& clip) {
    std::size_t kept = 0;
    for (std::size_t joint = 0; joint < clip.joints.size(); ++joint) {
        const JointTracks& from = source.joints[joint];
        const JointTracks& other = fitted.joints[joint];
        kept += keepSmaller(from.translation, other.translation, clip.joints[joint].translation) +
                keepSmaller(from.rotation, other.rotation, clip.joints[joint].rotation) +
                keepSmaller(from.scale, other.scale, clip.joints[joint].scale);
    }
    return kept;
}

/// A clip with splines: they stay, or are fitted anew, or some of both, whatever takes the fewest bytes.
ClipReduction fitCurves(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double maxError,
                        Diagnostics& diagnostics) {
    constexpr ReduceOptions kSplines{.samplesCurves = false, .fitsSplines = true};
    const Clip source = clip;
    ClipReduction best = reduceSampled(scene, clip, probes, maxError, diagnostics, kSplines);
    Diagnostics ignored;  // where samples are no way, splines stay
    Clip sampled = source;
    const CurveSamples samples = straighten(scene, sampled, probes, maxError, ignored);
    if (hasCurves(sampled)) return best;

    const auto attempt = [&](Clip fitted) {
        ClipReduction reduction = reductionOf(source, samples);
        ByteCount exact;
        exact.add(fitted);
        reduction.keysAfter = exact.keys();
        reduction.bytesAfter = exact.bytes();
        if (!isTooLarge(fitted, keyTimes(fitted), ignored))
            reduceKeys(scene, fitted, probes, maxError - samples.error, true, reduction);
        // Fewer samples than were measured together may be farther off.
        const bool isNear = measurePoseError(scene, source, fitted, probes).maximum <= maxError;
        if (reduction.bytesAfter < best.bytesAfter && isNear) {
            best = reduction;
            clip = fitted;
        }
        return fitted;
    };
    const Clip fitted = attempt(sampled);
    if (keepSplines(source, fitted, sampled) > 0) attempt(sampled);
    return best;
}

}  // namespace

ClipReduction reduceClip(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double maxError,
                         Diagnostics& diagnostics, const ReduceOptions& options) {
    if (options.fitsSplines && maxError > 0 && hasCurves(clip))
        return fitCurves(scene, clip, probes, maxError, diagnostics);
    return reduceSampled(scene, clip, probes, maxError, diagnostics, options);
}

}  // namespace rigkiln
