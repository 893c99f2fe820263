#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "pipeline/plan/plan.hpp"
#include "pipeline/report/report_text.hpp"
#include "pipeline/report/run_report.hpp"
#include "tools/cli/run_options.hpp"

namespace rigkiln::cli {

/// Command that repeats the failure of a unit alone. Empty where it would not fail in the same way.
[[nodiscard]] std::string replayOf(const Plan& plan, const RunReport& report,
                                   const std::string& workingFolder, std::size_t unit,
                                   std::optional<std::size_t> input);

/// Adds the digests of the recipes. Takes a while for many units, and only the report has them.
void addDigests(const Plan& plan, RunReport& report);

/// Number of the stream that takes the summary: standard error if something for machines is written to the
/// other.
[[nodiscard]] int summaryStream(const ExecutionOptions& options);

/// `plan` and `report` must outlive the result.
[[nodiscard]] SummaryOptions summaryOptions(const Plan& plan, const RunReport& report,
                                            const ExecutionOptions& options);

/// Whether an earlier run did all of it.
[[nodiscard]] bool isAllRemembered(const RunReport& report);

}  // namespace rigkiln::cli
