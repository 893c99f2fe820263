#pragma once

#include <string>
#include <string_view>

#include "pipeline/report/report_text.hpp"

/// Lines of a summary about what failed.
namespace rigkiln::summary {

/// Tells why the run began nothing further. Failures of this code are not told again.
[[nodiscard]] std::string stopLines(const RunReport& report, const ReportTotals& all,
                                    const SummaryOptions& options);

/// Returns the failures with the same cause as one, the smallest example of each, and how to repeat it alone.
[[nodiscard]] std::string failureLines(const RunReport& report, const SummaryOptions& options);

/// Tells of outputs that failed, and whose place has the file of an earlier run.
[[nodiscard]] std::string staleLine(const RunReport& report, const SummaryOptions& options);

/// Returns the code of what most went wrong; empty if nothing failed.
[[nodiscard]] std::string_view mainCause(const RunReport& report);

}  // namespace rigkiln::summary
