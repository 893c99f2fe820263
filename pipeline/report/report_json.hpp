#pragma once

#include <string>

#include "pipeline/report/report_text.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/report/text_sink.hpp"

namespace rigkiln {

/// Raise when a member changes its meaning or is removed, not when one is added. The schema of reports
/// (docs/schemas) has it too.
inline constexpr int kReportVersion = 2;

/// Returns the report as JSON text (docs/report.md), indented by two spaces, with a newline at the end.
/// Always valid UTF-8: bytes of names that are not UTF-8 are read as Windows-1252. All data that differs
/// between runs is in members named "run" and "times". With `withTimes` false these are left out, and equal
/// runs give equal text. `replay` as in SummaryOptions; may be empty.
[[nodiscard]] std::string toReportJson(const RunReport& report, bool withTimes = true,
                                       const ReplayCommand& replay = {});
/// Writes the same text.
void writeReportJson(const RunReport& report, bool withTimes, const ReplayCommand& replay,
                     const TextSink& sink);

}  // namespace rigkiln
