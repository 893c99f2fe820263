#pragma once

#include <string>
#include <vector>

#include "pipeline/report/text_sink.hpp"

namespace rigkiln {

/// Writes one trace of those in files, as `writeTraceJson` wrote them in other processes: each file is a
/// process of its own, and times count from the start of the first one. Reads a line at a time. Returns the
/// files that are damaged, of which the events before the damage count, or cannot be read.
[[nodiscard]] std::vector<std::string> joinTraces(const std::vector<std::string>& files,
                                                  const TextSink& sink);

}  // namespace rigkiln
