#pragma once

#include <memory>
#include <string>

#include "pipeline/run/progress_listener.hpp"

namespace rigkiln::cli {

/// Makes the display of a run's progress: one live line on a terminal, plain lines for a log, a JSON object
/// per line for machines, or nothing. All modes but none show failures as they happen.
[[nodiscard]] std::unique_ptr<ProgressListener> makeProgress(const std::string& mode);

}  // namespace rigkiln::cli
