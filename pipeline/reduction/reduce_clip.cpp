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
#include "pipeline/reduction/motion.hpp"
#include "pipeline/reduction/pose_check.hpp"
#include "pipeline/reduction/repeated_keys.hpp"
#include "pipeline/reduction/sample_curves.hpp"
#include "pipeline/reduction/solve.hpp"

namespace rigkiln {
namespace {

using namespace reduction;

/// Clips are reduced in windows of so many frames, which bounds memory; neighbours share a pinned frame.
constexpr std::size_t kWindow = 512;
/// Frames times tracks: more are hours of work and no animation.
constexpr std::size_t kMostSamples = 50'000'000;

/// Counts as core glTF stores it.
class ByteCount {
public:
    void add(const Clip& clip) {
        for (const JointTracks& tracks : clip.joints) {
            addTrack(tracks.translation, sizeof(glm::vec3));
            addTrack(tracks.rotation,
                     fitSixteenBits(tracks.rotation.values) ? 4 * sizeof(std::int16_t) : sizeof(glm::quat));
            addTrack(tracks.scale, sizeof(glm::vec3));
        }
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t keys() const { return keys_; }

private:
    template <class Value>
    void addTrack(const Track<Value>& track, std::size_t bytesPerValue) {
        if (track.empty()) return;
        keys_ += track.times.size();
        bytes_ += track.values.size() * bytesPerValue;
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

/// The keys of one track over all windows.
struct JoinedKeys {
    std::uint32_t joint = 0;
    Part part = Part::Translation;
    bool isKept = false;
    bool isEverywhereRest = true;
    bool isEverywhereConstant = true;
    std::vector<float> times;
    std::vector<glm::dvec4> values;
};

void append(JoinedKeys& joined, const MotionTrack& track, std::span<const float> frames) {
    const bool isFirst = joined.times.empty();
    joined.isEverywhereRest = joined.isEverywhereRest && track.isDropped;
    joined.isEverywhereConstant = joined.isEverywhereConstant && track.keys.size() == 1 &&
                                  (isFirst || joined.values.front() == track.values.front());
    for (std::size_t key = 0; key < track.keys.size(); ++key) {
        // The pinned frame that two windows share is there already.
        if (!isFirst && key == 0) continue;
        joined.times.push_back(frames[track.keys[key]]);
        joined.values.push_back(track.values[key]);
    }
    if (track.keys.size() > 1) return;
    joined.times.push_back(frames.back());
    joined.values.push_back(track.values.front());
}

template <class Value>
Value narrow(const glm::dvec4& value) {
    if constexpr (std::is_same_v<Value, glm::quat>) {
        return {static_cast<float>(value.w), static_cast<float>(value.x), static_cast<float>(value.y),
                static_cast<float>(value.z)};
    } else {
        return glm::vec3(value);
    }
}

template <class Value>
void store(const JoinedKeys& joined, Track<Value>& track) {
    if (joined.isKept) return;
    track = {};
    if (joined.isEverywhereRest) return;
    const std::size_t keys = joined.isEverywhereConstant ? 1 : joined.times.size();
    for (std::size_t key = 0; key < keys; ++key) {
        track.times.push_back(joined.times[key]);
        track.values.push_back(narrow<Value>(joined.values[key]));
    }
}

void storeAll(const std::vector<JoinedKeys>& joined, Clip& clip) {
    auto next = clip.joints.begin();
    for (const JoinedKeys& keys : joined) {
        while (next->joint.value != keys.joint)
            ++next;
        switch (keys.part) {
            case Part::Translation:
                store(keys, next->translation);
                break;
            case Part::Rotation:
                store(keys, next->rotation);
                break;
            case Part::Scale:
                store(keys, next->scale);
                break;
        }
    }
}

/// One clip, window by window.
class ClipReducer {
public:
    ClipReducer(const Scene& scene, const Clip& clip, std::span<const JointProbes> probes, double bound,
                std::size_t mostBytes)
        : scene_(scene), clip_(clip), probes_(probes), bound_(bound), mostBytes_(mostBytes) {}

    /// Nothing when some window cannot be reduced.
    std::optional<Clip> run(std::span<const float> times) {
        for (std::size_t first = 0; first + 1 < times.size(); first += kWindow) {
            const std::size_t count = std::min(kWindow + 1, times.size() - first);
            const PinnedEnds pinned{first > 0, first + count < times.size()};
            if (!runWindow(times.subspan(first, count), pinned)) return std::nullopt;
        }
        Clip reduced = clip_;
        storeAll(joined_, reduced);
        // Each window has proved itself. What they share may have been rounded otherwise by the next one.
        const bool isProved = times.size() <= kWindow + 1 ||
                              measurePoseError(scene_, clip_, reduced, probes_).maximum <= bound_;
        if (!isProved) return std::nullopt;
        return reduced;
    }

    ErrorSummary& errors() { return errors_; }

private:
    bool runWindow(std::span<const float> times, PinnedEnds pinned) {
        const TimeGrid grid(times);
        std::vector<MotionTrack> tracks = sampleMotion(scene_, clip_, grid);
        PoseCheck check(scene_, clip_, probes_, grid, tracks, bound_);
        shareBound(tracks, grid.frames, check, bound_);
        if (!chooseKeys(tracks, grid, check, {.bound = bound_, .mostBytes = mostBytes_, .pinned = pinned}))
            return false;
        errors_.add(check, grid, bound_);
        joined_.resize(tracks.size());
        for (std::size_t number = 0; number < tracks.size(); ++number) {
            joined_[number].joint = tracks[number].joint;
            joined_[number].part = tracks[number].part;
            joined_[number].isKept = tracks[number].isKept;
            if (!tracks[number].isKept) append(joined_[number], tracks[number], grid.frames);
        }
        return true;
    }

    const Scene& scene_;
    const Clip& clip_;
    std::span<const JointProbes> probes_;
    double bound_;
    std::size_t mostBytes_;
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

}  // namespace

ClipReduction reduceClip(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double maxError,
                         Diagnostics& diagnostics, const ReduceOptions& options) {
    ClipReduction reduction;
    ByteCount before;
    before.add(clip);
    reduction.keysBefore = before.keys();
    reduction.bytesBefore = before.bytes();
    CurveSamples samples;
    if (options.samplesCurves) samples = straighten(scene, clip, probes, maxError, diagnostics);
    reduction.maxError = samples.error;
    reduction.p99Error = samples.error;
    reduction.worstJoint = samples.worstJoint;
    reduction.worstTime = samples.worstTime;
    const ByteCount exact = takeOutRepeats(clip);
    reduction.keysAfter = exact.keys();
    reduction.bytesAfter = exact.bytes();
    if (maxError <= 0 || exact.keys() == 0) return reduction;

    const std::vector<float> times = keyTimes(clip);
    if (times.size() < 2) return reduction;
    if (times.size() * clip.joints.size() * 3 > kMostSamples) {
        diagnostics.add(kClipTooLargeToReduce, fmt::format("clip {}", quote(clip.name)),
                        fmt::format("{} key times of {} joints (limit {} tracks times key times)",
                                    times.size(), clip.joints.size(), kMostSamples));
        return reduction;
    }
    ClipReducer reducer(scene, clip, probes, maxError - samples.error, exact.bytes());
    std::optional<Clip> reduced = reducer.run(times);
    if (!reduced) return reduction;
    ByteCount after;
    after.add(*reduced);
    if (after.bytes() >= exact.bytes()) return reduction;
    clip = std::move(*reduced);
    reduction.keysAfter = after.keys();
    reduction.bytesAfter = after.bytes();
    reducer.errors().writeTo(reduction);
    // Both distances may point the same way.
    reduction.maxError += samples.error;
    reduction.p99Error += samples.error;
    return reduction;
}

}  // namespace rigkiln
