#include "pipeline/batch/reduce_scene.hpp"

#include <algorithm>
#include <cstddef>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/reduction/reduce_clip.hpp"

namespace rigkiln {
namespace {

/// Settings in the scene's own measure, and the points that they are measured at.
struct Measure {
    ReductionSettings settings;
    double maxError = 0;
    std::vector<JointProbes> probes;
};

Measure measureOf(const Scene& scene, const ReductionSettings& settings) {
    double scale = 1;
    if (settings.characterHeight) {
        const double extent = skeletonExtent(scene);
        // A single joint has no height to compare with.
        if (extent > 0) scale = extent / *settings.characterHeight;
    }
    return {settings, settings.maxError * scale, probePoints(scene, {.shell = settings.shell * scale})};
}

/// One for each that differs: as a rule one for all clips.
std::vector<Measure> measuresOf(const Scene& scene,
                                std::span<const std::optional<ReductionSettings>> settings) {
    std::vector<Measure> measures;
    for (const auto& one : settings) {
        if (one && std::ranges::find(measures, *one, &Measure::settings) == measures.end())
            measures.push_back(measureOf(scene, *one));
    }
    return measures;
}

ClipReductionReport reportOf(const Scene& scene, const Clip& clip, const ClipReduction& reduction) {
    return {.clip = clip.name,
            .keysBefore = reduction.keysBefore,
            .keysAfter = reduction.keysAfter,
            .bytesBefore = reduction.bytesBefore,
            .bytesAfter = reduction.bytesAfter,
            .maxError = reduction.maxError,
            .p99Error = reduction.p99Error,
            .worstJoint = reduction.maxError > 0 ? scene.joints[reduction.worstJoint.value].name : "",
            .worstTime = static_cast<double>(reduction.worstTime)};
}

}  // namespace

std::optional<ReductionSettings> reductionOf(const OptionValues& resample) {
    const auto given = [&](std::string_view name) -> std::optional<double> {
        const auto found = resample.all().find(name);
        if (found == resample.all().end()) return std::nullopt;
        return std::get<double>(found->second);
    };
    const std::optional<double> maxError = given("max_error");
    if (!maxError) return std::nullopt;
    return ReductionSettings{.maxError = *maxError,
                             .shell = resample.number("shell"),
                             .characterHeight = given("character_height"),
                             .samplesCurves = resample.number("rate") == kAdaptiveRate};
}

std::vector<ClipReductionReport> reduceScene(Scene& scene,
                                             std::span<const std::optional<ReductionSettings>> settings,
                                             Diagnostics& diagnostics) {
    const std::vector<Measure> measures = measuresOf(scene, settings);
    if (measures.empty()) return {};
    std::vector<Diagnostics> found(scene.clips.size());
    std::vector<ClipReduction> reductions(scene.clips.size());
    const auto reduceRange = [&](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t clip = range.begin(); clip < range.end(); ++clip) {
            if (!settings[clip]) continue;
            const Measure& measure = *std::ranges::find(measures, *settings[clip], &Measure::settings);
            reductions[clip] = reduceClip(scene, scene.clips[clip], measure.probes, measure.maxError,
                                          found[clip], {.samplesCurves = measure.settings.samplesCurves});
        }
    };
    // Isolated: while this waits, its thread must not take up a job of another unit.
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, scene.clips.size()), reduceRange); });
    std::vector<ClipReductionReport> reports;
    for (std::size_t clip = 0; clip < scene.clips.size(); ++clip) {
        diagnostics.append(found[clip]);
        if (settings[clip]) reports.push_back(reportOf(scene, scene.clips[clip], reductions[clip]));
    }
    return reports;
}

}  // namespace rigkiln
