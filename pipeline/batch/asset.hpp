#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/batch/plan.hpp"

namespace rigkiln {

/// What will become outputs, as it goes from job to job while the plan is made. Laws as for PlannedUnit.
struct Asset {
    std::optional<SourceFile> model{};
    std::vector<SourceFile> clips{};
    std::vector<double> resampleRates{};           ///< of the resample jobs since its parts were bound
    std::optional<ReductionSettings> reduction{};  ///< of the last of those that says so
    Diagnostics diagnostics{};
    std::optional<Error> problem{};

    /// The model, or the clip that stands alone.
    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
    /// Memory while it is converted.
    [[nodiscard]] std::size_t estimatedBytes() const;
    /// Before further clips join it: what was done to the whole was done to each part.
    void moveResamplingToParts();
};

}  // namespace rigkiln
