#pragma once

#include <optional>
#include <span>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/reduction/reduction_settings.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// What a resample job says about keys; nothing when it leaves them alone.
[[nodiscard]] std::optional<ReductionSettings> reductionOf(const OptionValues& resample);

/// Reduces the keys of each clip as its settings say (one entry per clip of the scene, empty ones are left
/// alone), in parallel when called inside oneTBB, and tells what became of each. Precondition: as for
/// reduceClip; the scene is canonical.
[[nodiscard]] std::vector<ClipReductionReport> reduceScene(
    Scene& scene, std::span<const std::optional<ReductionSettings>> settings, Diagnostics& diagnostics);

}  // namespace rigkiln
