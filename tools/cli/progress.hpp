#pragma once

#include <memory>
#include <string>

#include "pipeline/run/progress_listener.hpp"

namespace rigkiln::cli {

/// Makes the display of a run's progress: one live line on a terminal, plain lines for a log, a JSON object
/// per line for machines, or nothing. People read about failures once, in the summary at the end, where those
/// with the same cause are one line; until then they see how many there are.
[[nodiscard]] std::unique_ptr<ProgressListener> makeProgress(const std::string& mode);

}  // namespace rigkiln::cli
