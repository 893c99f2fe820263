#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pipeline/base/trace.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/report/text_sink.hpp"

namespace rigkiln {

/// The process that a trace tells of.
struct TraceProcess {
    std::string name = "rigkiln";
    /// When the trace began, in microseconds since 1970, by a clock that processes of other machines share;
    /// nothing: by the clock of this machine.
    std::optional<std::int64_t> startedMicroseconds{};
};

/// Formats a trace in the Trace Event Format of Chrome, which Perfetto and chrome://tracing open: complete
/// events, a track for each thread, and counters of the engine. Spans of units have the paths of the report.
/// `trace` must not be recording any more.
[[nodiscard]] std::string toTraceJson(const Trace& trace, const RunReport& report,
                                      const TraceProcess& process = {});
/// Writes the same text, a line for each event.
void writeTraceJson(const Trace& trace, const RunReport& report, const TraceProcess& process,
                    const TextSink& sink);

}  // namespace rigkiln
