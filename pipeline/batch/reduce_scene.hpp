#pragma once

#include <optional>
#include <span>
#include <vector>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/reduction/reduction_settings.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

inline constexpr IssueKind kReducedOtherwise{
    "reduce.reduced-before", Severity::Information,
    "a clip's keys were reduced before and measured otherwise; errors of then and now add up"};

inline constexpr IssueKind kSplinesNotPacked{"reduce.splines-not-packed", Severity::Information,
                                             "interpolation: cubic does not go with keys that the file packs "
                                             "(profile: web); keys are those of straight "
                                             "lines"};

/// The settings in a scene's own measure, and the points that are looked at.
struct ReductionMeasure {
    ReductionSettings settings{};
    double scale = 1;  ///< units of the scene in a metre of the settings
    std::vector<JointProbes> probes;
};

/// Precondition: the laws of scenes.
[[nodiscard]] ReductionMeasure measureOf(const Scene& scene, const ReductionSettings& settings);

/// What a resample job says about keys; nothing when it leaves them alone.
[[nodiscard]] std::optional<ReductionSettings> reductionOf(const OptionValues& resample);

/// Reduces the keys of each clip as its settings say (one entry per clip of the scene, empty ones are left
/// alone), in parallel when called inside oneTBB, and tells what became of each. Each clip gets a mark
/// (reduction_mark.hpp): one that was reduced to the same bound or a larger one by the same measure stays as
/// it is, and to one that was reduced to a smaller bound only what is left of the bound applies.
/// Precondition: as for reduceClip; the scene is canonical.
[[nodiscard]] std::vector<ClipReductionReport> reduceScene(
    Scene& scene, std::span<const std::optional<ReductionSettings>> settings, Diagnostics& diagnostics);

}  // namespace rigkiln
