#pragma once

#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/for_each.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/reduction/reduction_settings.hpp"
#include "pipeline/report/asset_figures.hpp"
#include "tools/optimize/write_edited.hpp"

namespace rigkiln::optimize {

inline constexpr IssueKind kAnimationKept{
    "optimize.animation-kept", Severity::Information,
    "an animation has an extension that may count its samplers, and keeps its keys"};

inline constexpr IssueKind kNotMeasured{
    "optimize.content-not-measured", Severity::Warning,
    "points, lines, morph targets, instances or meshes of other scenes cannot be measured, so all animations "
    "keep their keys"};

struct OptimizedGltf {
    EditedFiles files{};
    std::vector<ClipReductionReport> reductions{};
    AssetCounts counts{};
};

/// Reduces the keys of a glTF file (docs/keyframe-reduction.md) and leaves everything else unchanged. The
/// output has exactly the bytes of the input when no key changes or the file would not become smaller,
/// provided that the container stays the same.
///
/// `forEach` runs the clips; the bytes do not depend on it. Fails where the reader of the format fails, and
/// as writeEdited does.
[[nodiscard]] Result<OptimizedGltf> optimizeGltf(const ReadRequest& request,
                                                 const ReductionSettings& settings, const WriteTarget& target,
                                                 Diagnostics& diagnostics,
                                                 const ForEach& forEach = forEachInTurn);

}  // namespace rigkiln::optimize
