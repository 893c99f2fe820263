#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/batch/plan.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// The report of a unit of which nothing has been done: cancelled until something better is known.
[[nodiscard]] UnitReport openReport(const PlannedUnit& unit);

void addIssues(UnitReport& report, const Diagnostics& diagnostics);

/// The unit has no output: every input is at fault itself or was kept from being converted by what is.
void fail(UnitReport& report, const Error& error);

}  // namespace rigkiln
