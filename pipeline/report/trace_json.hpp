#pragma once

#include <string>

#include "pipeline/base/trace.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/report/text_sink.hpp"

namespace rigkiln {

/// Formats a trace in the Trace Event Format of Chrome, which Perfetto and chrome://tracing open: complete
/// events, a track for each thread, and counters of the engine. Spans of units have the paths of the report.
/// `trace` must not be recording any more.
[[nodiscard]] std::string toTraceJson(const Trace& trace, const RunReport& report);
/// Writes the same text.
void writeTraceJson(const Trace& trace, const RunReport& report, const TextSink& sink);

}  // namespace rigkiln
