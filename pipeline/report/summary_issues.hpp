#pragma once

#include <cstddef>
#include <string>

#include "pipeline/report/report_text.hpp"

namespace rigkiln::summary {

/// Returns the lines about issues: errors, warnings, then information; in each the kind that most outputs
/// have first.
[[nodiscard]] std::string issueLines(const RunReport& report, const SummaryOptions& options);

/// Returns the line with advice for outputs that failed because an issue is not allowed; empty for other
/// errors.
[[nodiscard]] std::string adviceLine(const Error& error, const RunReport& report,
                                     const SummaryOptions& options);

/// Number of outputs that are there and have an issue that is at least a warning.
[[nodiscard]] std::size_t unitsWithWarnings(const RunReport& report);

}  // namespace rigkiln::summary
