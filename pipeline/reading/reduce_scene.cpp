#include "pipeline/reading/reduce_scene.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/reading/reduction_mark.hpp"
#include "pipeline/reduction/pack_keys.hpp"
#include "pipeline/reduction/reduce_clip.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Returns one measure per distinct setting, usually one for all clips.
std::vector<ReductionMeasure> measuresOf(const Scene& scene,
                                         std::span<const std::optional<ReductionSettings>> settings,
                                         std::span<const JointBox> moreObjects) {
    std::vector<ReductionMeasure> measures;
    for (const auto& one : settings) {
        if (one && std::ranges::find(measures, *one, &ReductionMeasure::settings) == measures.end())
            measures.push_back(measureOf(scene, *one, moreObjects));
    }
    return measures;
}

bool isSameMeasure(ReductionSettings left, const ReductionSettings& right) {
    left.maxError = right.maxError;
    // These select the method and do not change how errors are measured.
    left.samplesCurves = right.samplesCurves;
    left.fitsSplines = right.fitsSplines;
    left.packsKeys = right.packsKeys;
    return left == right;
}

bool hasSplines(const Clip& clip) {
    const auto isSpline = [](const auto& track) { return track.interpolation == Interpolation::CubicSpline; };
    return std::ranges::any_of(clip.joints, [&](const JointTracks& tracks) {
        return isSpline(tracks.translation) || isSpline(tracks.rotation) || isSpline(tracks.scale);
    });
}

/// Returns the figures of a clip that stays as it is.
ClipReduction untouched(const Scene& scene, Clip clip, const ReductionMeasure& measure) {
    Diagnostics ignored;  // the reduced copy is not used
    ClipReduction reduction = reduceClip(scene, clip, measure.probes, 0, ignored);
    reduction.keysAfter = reduction.keysBefore;
    reduction.bytesAfter = reduction.bytesBefore;
    return reduction;
}

/// Reduces the keys of a clip, and rounds the remaining keys if the file packs them. `bound` is in scene
/// units.
ClipReduction reduceOne(const Scene& scene, Clip& clip, const ReductionMeasure& measure, double bound,
                        Diagnostics& diagnostics) {
    const bool packs = measure.settings.packsKeys && bound > 0;
    const ReduceOptions options{.samplesCurves = measure.settings.samplesCurves,
                                .fitsSplines = measure.settings.fitsSplines && !packs,
                                .unit = packs ? kShareOfKeys * measure.scale : measure.scale};
    if (packs && measure.settings.fitsSplines)
        diagnostics.add(kSplinesNotPacked, fmt::format("clip {}", quote(clip.name)), "");
    if (!packs) return reduceClip(scene, clip, measure.probes, bound, diagnostics, options);
    const Clip source = clip;
    ClipReduction reduction =
        reduceClip(scene, clip, measure.probes, kShareOfKeys * bound, diagnostics, options);
    if (diagnostics.has(kClipTooLargeToReduce)) return reduction;
    if (const auto error = packKeys(scene, source, clip, measure.probes, bound)) {
        reduction.maxError = error->maximum;
        reduction.p99Error = error->p99;
        reduction.worstJoint = error->joint;
        reduction.worstTime = error->time;
    }
    return reduction;
}

ClipReduction reduceMarked(const Scene& scene, Clip& clip, const ReductionMeasure& measure,
                           Diagnostics& diagnostics) {
    const double bound = measure.settings.maxError;
    std::optional<ReductionMark> mark = markOf(scene, clip);
    if (mark && !isSameMeasure(mark->settings, measure.settings)) {
        diagnostics.add(kReducedOtherwise, fmt::format("clip {}", quote(clip.name)),
                        fmt::format("to {} m then", mark->settings.maxError));
        mark.reset();
    }
    const double spent = mark ? mark->error : 0;
    const bool wantsLines =
        measure.settings.samplesCurves && !measure.settings.fitsSplines && hasSplines(clip);
    if (mark && (bound <= spent || (bound <= mark->settings.maxError && !wantsLines)))
        return untouched(scene, clip, measure);
    const Clip before = clip;
    const ClipReduction reduction =
        reduceOne(scene, clip, measure, (bound - spent) * measure.scale, diagnostics);
    if (mark && clip == before) return reduction;
    setMark(
        scene,
        {.settings = measure.settings, .error = std::min(bound, spent + reduction.maxError / measure.scale)},
        clip);
    return reduction;
}

ClipReductionReport reportOf(const Scene& scene, const Clip& clip, const ReductionMeasure& measure,
                             const ClipReduction& reduction) {
    return {.clip = clip.name,
            .keysBefore = reduction.keysBefore,
            .keysAfter = reduction.keysAfter,
            .bytesBefore = reduction.bytesBefore,
            .bytesAfter = reduction.bytesAfter,
            .bound = measure.settings.maxError * measure.scale,
            .maxError = reduction.maxError,
            .p99Error = reduction.p99Error,
            .worstJoint = reduction.maxError > 0 ? scene.joints[reduction.worstJoint.value].name : "",
            .worstTime = static_cast<double>(reduction.worstTime)};
}

}  // namespace

ClipReductionReport withAllKeys(ClipReductionReport clip) {
    return {.clip = std::move(clip.clip),
            .keysBefore = clip.keysBefore,
            .keysAfter = clip.keysBefore,
            .bytesBefore = clip.bytesBefore,
            .bytesAfter = clip.bytesBefore,
            .bound = clip.bound,
            .worstJoint = {}};
}

ReductionMeasure measureOf(const Scene& scene, const ReductionSettings& settings,
                           std::span<const JointBox> moreObjects) {
    double scale = 1;
    if (settings.characterHeight) {
        const double extent = skeletonExtent(scene);
        // A single joint has no height.
        if (extent > 0) scale = extent / *settings.characterHeight;
    }
    return {.settings = settings,
            .scale = scale,
            .probes = probePoints(scene, {.shell = settings.shell * scale,
                                          .shellOnly = settings.shellOnly,
                                          .moreObjects = moreObjects})};
}

std::vector<ClipReductionReport> reduceScene(Scene& scene,
                                             std::span<const std::optional<ReductionSettings>> settings,
                                             Diagnostics& diagnostics, const ForEach& forEach,
                                             std::span<const JointBox> moreObjects) {
    const std::vector<ReductionMeasure> measures = measuresOf(scene, settings, moreObjects);
    if (measures.empty()) return {};
    std::vector<Diagnostics> found(scene.clips.size());
    std::vector<std::optional<ClipReductionReport>> made(scene.clips.size());
    forEach(scene.clips.size(), [&](std::size_t clip) {
        if (!settings[clip]) return;
        const ReductionMeasure& measure =
            *std::ranges::find(measures, *settings[clip], &ReductionMeasure::settings);
        const ClipInHand inHand(scene.clips[clip]);
        const ClipReduction reduction = reduceMarked(scene, scene.clips[clip], measure, found[clip]);
        made[clip] = reportOf(scene, scene.clips[clip], measure, reduction);
    });
    std::vector<ClipReductionReport> reports;
    for (std::size_t clip = 0; clip < scene.clips.size(); ++clip) {
        diagnostics.append(found[clip]);
        if (made[clip]) reports.push_back(std::move(*made[clip]));
    }
    return reports;
}

}  // namespace rigkiln
