#pragma once

#include <string>

#include "pipeline/report/report_text.hpp"

/// Lines of a summary about an earlier run.
namespace rigkiln::summary {

/// Tells what changed since an earlier run; empty if the report is compared with none.
[[nodiscard]] std::string changeLines(const RunReport& report, const SummaryOptions& options);

/// Tells which outputs were chosen by an earlier run; empty if all were made.
[[nodiscard]] std::string selectionLines(const RunReport& report, const SummaryOptions& options);

}  // namespace rigkiln::summary
