#pragma once

#include "pipeline/plan/plan.hpp"
#include "pipeline/report/old_report.hpp"
#include "pipeline/report/report_parts.hpp"

namespace rigkiln {

/// Keeps only the outputs that the earlier run left broken or did not begin, in their order, and drops all
/// others from the plan: those that were whole, and those that the report does not have. Everything else of
/// the plan stays, so that the outputs get the bytes they would get in a whole run. Returns what was chosen.
[[nodiscard]] SelectionReport keepUnfinished(Plan& plan, const OldReport& old);

}  // namespace rigkiln
