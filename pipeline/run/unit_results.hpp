#pragma once

#include <cstddef>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/plan/unit_table.hpp"
#include "pipeline/report/unit_report.hpp"

namespace rigkiln {

/// Returns the initial report of a unit. It and its inputs are Pending until a result is known.
[[nodiscard]] UnitReport openReport(const UnitTable& units, std::size_t unit);

/// Gives a report the results of another one, which need not have what the plan says of the unit. Returns
/// false, and changes nothing, if the two have not as many inputs.
[[nodiscard]] bool takeResults(UnitReport& report, UnitReport results);

void addIssues(UnitReport& report, const Diagnostics& diagnostics);

/// Marks the unit as failed, without output. An input named by the error failed; the other inputs become
/// Skipped.
void fail(UnitReport& report, const Error& error, FailurePhase phase);

/// Marks the unit and its inputs without a result as cancelled. The unit counts nothing, even when it was
/// converted: its outputs were never published.
void cancel(UnitReport& report);

}  // namespace rigkiln
