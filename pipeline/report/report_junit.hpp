#pragma once

#include <string>

#include "pipeline/report/run_report.hpp"
#include "pipeline/report/text_sink.hpp"

namespace rigkiln {

/// Formats the report as JUnit XML, as build services show it: one suite, and a case for each output, then
/// one for each path that could not be examined. A case is named after its output, below the folder of
/// outputs, so that it has the same name on every machine.
///
/// Failures of the disk and of this program are an <error>, all others a <failure>, also of an
/// output that was written without one of its clips; not begun is <skipped>. Well-formed for any names:
/// characters that XML does not allow become U+FFFD.
[[nodiscard]] std::string toJUnitXml(const RunReport& report);
/// Writes the same text.
void writeJUnitXml(const RunReport& report, const TextSink& sink);

}  // namespace rigkiln
