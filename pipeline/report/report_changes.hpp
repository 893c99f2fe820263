#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/report/old_report.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// Compares a run with the report of an earlier one, output by output and code by code. Every fault of this
/// run is new or still there; a fault of the earlier run that is neither is fixed if this run made its output
/// without it, and otherwise not judged: its output was not begun, failed for another source, or is not made
/// any more.
[[nodiscard]] ReportChanges changesSince(const OldReport& old, const RunReport& report);

}  // namespace rigkiln
