#pragma once

#include <memory>
#include <string>

#include "pipeline/batch/progress_listener.hpp"

namespace rigkiln::cli {

/// How a run is shown: one live line on a terminal, plain lines in a log, a JSON object per line for
/// machines, or nothing. Failures are shown as they happen in every mode but none.
[[nodiscard]] std::unique_ptr<ProgressListener> makeProgress(const std::string& mode);

}  // namespace rigkiln::cli
