#pragma once

#include <optional>
#include <span>
#include <vector>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/for_each.hpp"
#include "pipeline/reduction/reduction_settings.hpp"
#include "pipeline/report/asset_figures.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

inline constexpr IssueKind kReducedOtherwise{
    "reduce.reduced-before", Severity::Information,
    "a clip's keys were reduced before and measured otherwise; errors of then and now add up"};

inline constexpr IssueKind kSplinesNotPacked{"reduce.splines-not-packed", Severity::Information,
                                             "interpolation: cubic does not go with keys that the file packs "
                                             "(profile: web); keys are those of straight "
                                             "lines"};

inline constexpr IssueKind kReductionKept{
    "reduce.all-keys-kept", Severity::Information,
    "fewer keys would make the file larger, by the JSON that describes them; all keys were kept"};

/// Returns the report of a clip that keeps all of its keys.
[[nodiscard]] ClipReductionReport withAllKeys(ClipReductionReport clip);

/// Settings converted to the units of a scene, and the points to measure.
struct ReductionMeasure {
    ReductionSettings settings{};
    double scale = 1;  ///< scene units per metre of the settings
    std::vector<JointProbes> probes;
};

/// `moreObjects` follow joints besides those of the scene. Precondition: the scene satisfies its laws.
[[nodiscard]] ReductionMeasure measureOf(const Scene& scene, const ReductionSettings& settings,
                                         std::span<const JointBox> moreObjects = {});

/// Reduces the keys of each clip with its settings (one entry per clip of the scene; clips with an empty
/// entry are skipped) and reports each result. `forEach` runs the clips. Each clip gets a mark
/// (reduction_mark.hpp). A clip that was reduced to the same or a larger bound with the same measure stays as
/// it is, unless its splines are to become lines. A clip that was reduced to a smaller bound may only use the
/// rest of the new bound. `moreObjects` are measured besides those of the scene. Precondition: as for
/// reduceClip; the scene is canonical.
[[nodiscard]] std::vector<ClipReductionReport> reduceScene(
    Scene& scene, std::span<const std::optional<ReductionSettings>> settings, Diagnostics& diagnostics,
    const ForEach& forEach = forEachInTurn, std::span<const JointBox> moreObjects = {});

}  // namespace rigkiln
