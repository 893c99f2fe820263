#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/batch/plan.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

inline constexpr IssueKind kClipFailed{"convert.clip-failed", Severity::Error,
                                       "a clip could not be converted and is missing from the output"};

/// A file in memory, or why it is not.
using SourceBytes = Result<std::vector<std::byte>>;

struct ConvertRequest {
    const PlannedUnit& unit;
    std::optional<SourceBytes> model{};  ///< as the unit has one
    std::vector<SourceBytes> clips{};    ///< one per clip of the unit
    FileSource& companions;
    const OptionFiles& exportFiles;  ///< those the options of the export name
};

struct ConvertedUnit {
    std::optional<Error> failure{};  ///< set: no outputs
    OutputSet outputs{};
    Diagnostics diagnostics{};
    AssetCounts counts{};
    std::vector<std::optional<Error>> clipFailures{};  ///< one per clip: what is wrong with that clip
};

/// Bytes to bytes, nothing read or written but companions. Reads the model and its clips (these in parallel
/// when called inside oneTBB), binds, makes canonical, resamples, checks and exports. A clip that fails is
/// left out, told as an issue and in clipFailures; without the model, or without the clip that stands alone,
/// the unit fails. The bytes of the request are freed on the way.
[[nodiscard]] ConvertedUnit convertUnit(ConvertRequest request);

[[nodiscard]] AssetCounts countAsset(const Scene& scene);

}  // namespace rigkiln
