#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/batch/output_path.hpp"
#include "pipeline/batch/plan.hpp"

namespace rigkiln {

/// What a merge job has made of assets, for the output path.
struct MergeGroup {
    std::string name;
    std::string folder;  ///< below the root of the scan; may be empty
};

/// What will become outputs, as it goes from job to job while the plan is made. Laws as for PlannedUnit; with
/// further parts there is a group.
struct Asset {
    std::optional<SourceFile> model{};
    std::vector<SourceFile> clips{};
    std::vector<UnitPart> furtherParts{};
    std::optional<MergeGroup> group{};
    std::vector<double> resampleRates{};  ///< of the resample jobs since its parts were bound or merged
    std::optional<ReductionSettings> reduction{};  ///< of the last of those that says so
    Diagnostics diagnostics{};
    std::optional<Error> problem{};

    /// The model, or the clip that stands alone; of several parts, that of the first.
    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
    /// Memory while it is converted.
    [[nodiscard]] std::size_t estimatedBytes() const;
    /// Before others join it: what was done to the whole was done to each of its files.
    void moveResamplingToFiles();
    /// What the placeholders of an output path stand for.
    [[nodiscard]] PathValues pathValues() const;
    /// The same for the same files merged in the same way, and for no others.
    [[nodiscard]] std::string identity() const;
};

/// Of a file below the root of its scan; empty for those in the root.
[[nodiscard]] std::string folderBelowRoot(const SourceFile& source);

}  // namespace rigkiln
