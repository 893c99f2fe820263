#include "pipeline/reduction/reduce_clip.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/animation/pose_error.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/reduction/bound_steps.hpp"
#include "pipeline/reduction/clip_reducer.hpp"
#include "pipeline/reduction/motion.hpp"
#include "pipeline/reduction/repeated_keys.hpp"
#include "pipeline/reduction/sample_curves.hpp"
#include "pipeline/reduction/spline_tracks.hpp"

namespace rigkiln {
namespace {

using namespace reduction;

/// Limit of frames times tracks. More would take hours and are no plausible animation.
constexpr std::size_t kMostSamples = 50'000'000;

std::size_t valueBytes(const Track<glm::vec3>& track) {
    return track.values.size() * sizeof(glm::vec3);
}

std::size_t valueBytes(const Track<glm::quat>& track) {
    return track.values.size() *
           (fitSixteenBits(track.values) ? 4 * sizeof(std::int16_t) : sizeof(glm::quat));
}

/// Counts keys and bytes as core glTF stores them.
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

/// Share of the bound that samples of splines aim at, and the largest share when floats are not fine enough.
constexpr double kCurveShare = 0.05;
constexpr double kMostCurveShare = 0.5;

/// Samples the splines of a clip. Returns the distance of the samples from the source.
CurveSamples straighten(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double maxError,
                        Diagnostics& diagnostics) {
    if (maxError <= 0 || !hasCurves(clip)) return {};
    const std::optional<CurveSamples> samples = sampleCurves(
        scene, clip, probes, {.aim = maxError * kCurveShare, .most = maxError * kMostCurveShare});
    if (samples) return *samples;
    diagnostics.add(kCurvesNotSampled, fmt::format("clip {}", quote(clip.name)),
                    fmt::format("a bound of {:.3g} is too near", maxError));
    return {};
}

/// Removes repeated keys where that saves bytes. It may not, because tracks may lose shared times.
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

/// Returns the figures of a clip that differs from its source only by its samples.
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

/// Returns the number of bounds to search for a clip of this size. Small clips get more of them, because
/// single keys matter more. When hardly any bytes are saved, up to kMostBounds are searched.
constexpr std::size_t kMostBounds = 8;
std::size_t boundsFor(std::size_t sourceBytes) {
    constexpr std::size_t kFewest = 2'000;
    if (sourceBytes < kFewest) return kMostBounds;
    constexpr std::size_t kVeryFew = 8'000;
    constexpr std::size_t kFew = 16'000;
    return sourceBytes < kVeryFew ? 4 : sourceBytes < kFew ? 3 : 2;
}

void tell(const ErrorSummary& errors, double samplesError, ClipReduction& reduction) {
    // The errors add up when both point in the same direction.
    reduction.maxError = errors.worst() + samplesError;
    reduction.p99Error = errors.p99() + samplesError;
    if (errors.worst() <= 0) return;
    reduction.worstJoint = IndexOf<Joint>(errors.worstJoint());
    reduction.worstTime = static_cast<float>(errors.worstTime());
}

/// Reduces a clip whose splines were sampled or are kept, and takes the smallest result of all bounds.
/// `times`: keyTimes of the clip. `reduction`: figures so far, updated.
void reduceKeys(const Scene& scene, Clip& clip, std::span<const JointProbes> probes,
                std::span<const double> bounds, std::span<const float> times, bool fitsSplines,
                ClipReduction& reduction, bool searchesAll = false) {
    const std::size_t leastBounds = searchesAll ? bounds.size() : boundsFor(reduction.bytesBefore);
    const Clip source = clip;
    const double samplesError = reduction.maxError;
    SplineChoice choice;
    bool isMore = true;
    while (isMore) {
        ClipReducer reducer(scene, source, probes,
                            {.bounds = bounds, .leastBounds = leastBounds, .mostBytes = reduction.bytesAfter},
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
        tell(reducer.errors(), samplesError, reduction);
    }
}

/// `bounds`: largest first; when empty, the clip is only rid of repeated keys. `searchesAll`: all of them are
/// searched, even when the first ones save much.
ClipReduction reduceSampled(const Scene& scene, Clip& clip, std::span<const JointProbes> probes,
                            std::span<const double> bounds, Diagnostics& diagnostics,
                            const ReduceOptions& options, bool searchesAll = false) {
    const Clip before = clip;
    CurveSamples samples;
    if (options.samplesCurves && !bounds.empty())
        samples = straighten(scene, clip, probes, bounds.front(), diagnostics);
    ClipReduction reduction = reductionOf(before, samples);
    const ByteCount exact = takeOutRepeats(clip);
    reduction.keysAfter = exact.keys();
    reduction.bytesAfter = exact.bytes();
    if (bounds.empty() || exact.keys() == 0) return reduction;
    const std::vector<float> times = keyTimes(clip);
    if (times.size() < 2 || isTooLarge(clip, times, diagnostics)) return reduction;
    std::vector<double> left;
    for (const double bound : bounds) {
        if (bound > samples.error) left.push_back(bound - samples.error);
    }
    reduceKeys(scene, clip, probes, left, times, options.fitsSplines, reduction, searchesAll);
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

/// Replaces tracks in a clip of samples by splines of the source that are smaller than their fitted version.
/// Returns their number.
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

/// Reduces a clip with splines: keeps them, fits them anew, or keeps only some, whichever takes the fewest
/// bytes.
ClipReduction fitCurves(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double maxError,
                        Diagnostics& diagnostics) {
    constexpr ReduceOptions kSplines{.samplesCurves = false, .fitsSplines = true};
    const Clip source = clip;
    ClipReduction best = reduceSampled(scene, clip, probes, std::span(&maxError, 1), diagnostics, kSplines);
    Diagnostics ignored;  // without samples, splines stay
    Clip sampled = source;
    const CurveSamples samples = straighten(scene, sampled, probes, maxError, ignored);
    if (hasCurves(sampled)) return best;

    const double left = maxError - samples.error;
    const auto attempt = [&](Clip fitted) {
        ClipReduction reduction = reductionOf(source, samples);
        ByteCount exact;
        exact.add(fitted);
        reduction.keysAfter = exact.keys();
        reduction.bytesAfter = exact.bytes();
        const std::vector<float> times = keyTimes(fitted);
        if (!isTooLarge(fitted, times, ignored))
            reduceKeys(scene, fitted, probes, std::span(&left, 1), times, true, reduction);
        // The error may exceed the measured sum, because there are fewer samples than were measured.
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

/// Searches each bound separately and takes the smallest result, of equal ones that of the largest bound. The
/// samples and the choice of splines depend on the bound. Results of different bounds are independent, so
/// more bounds never give more bytes.
ClipReduction reduceApart(const Scene& scene, Clip& clip, std::span<const JointProbes> probes,
                          std::span<const double> bounds, Diagnostics& diagnostics,
                          const ReduceOptions& options) {
    const auto reduceTo = [&](Clip& copy, const double& bound, Diagnostics& ofBound) {
        if (options.fitsSplines && hasCurves(clip)) return fitCurves(scene, copy, probes, bound, ofBound);
        return reduceSampled(scene, copy, probes, std::span(&bound, 1), ofBound, options);
    };
    const Clip source = clip;
    Clip smallest = clip;
    ClipReduction best = reduceTo(smallest, bounds.front(), diagnostics);
    for (const double& bound : bounds.subspan(1)) {
        Diagnostics ofBound;
        Clip other = source;
        const ClipReduction reduction = reduceTo(other, bound, ofBound);
        // A bound that is too fine for samples leaves splines, which were not asked for.
        if (reduction.bytesAfter >= best.bytesAfter || ofBound.has(kCurvesNotSampled)) continue;
        best = reduction;
        smallest = std::move(other);
    }
    clip = std::move(smallest);
    return best;
}

/// Number of bounds when each has to sample anew.
constexpr std::size_t kBoundsOfSamples = 2;

std::size_t bytesOf(const Clip& clip) {
    ByteCount count;
    count.add(clip);
    return count.bytes();
}

}  // namespace

ClipReduction reduceClip(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double maxError,
                         Diagnostics& diagnostics, const ReduceOptions& options) {
    const std::vector<double> bounds = searchedBounds(maxError, options.unit);
    if (bounds.empty()) return reduceSampled(scene, clip, probes, bounds, diagnostics, options);
    const auto largest = [&](std::size_t count) {
        return std::span(bounds).first(std::min(bounds.size(), count));
    };
    const bool samples = (options.samplesCurves || options.fitsSplines) && hasCurves(clip);
    // Finer bounds need more samples, so searching all would take many times as long.
    if (samples) return reduceApart(scene, clip, probes, largest(kBoundsOfSamples), diagnostics, options);
    const bool searchesAll = isFine(bounds.front(), options.unit);
    const std::size_t most = searchesAll ? bounds.size() : kMostBounds;
    // The result of a single window is the smallest of all its bounds. Of several windows it might be put
    // together from several bounds, and be larger than that of a single one.
    const bool isOneWindow = keyTimes(clip).size() <= ClipReducer::kWindow + 1;
    if (!options.fitsSplines && (!searchesAll || isOneWindow))
        return reduceSampled(scene, clip, probes, largest(most), diagnostics, options, searchesAll);
    return reduceApart(scene, clip, probes, largest(searchesAll ? most : boundsFor(bytesOf(clip))),
                       diagnostics, options);
}

}  // namespace rigkiln
