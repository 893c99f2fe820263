#pragma once

#include <memory>
#include <string>

#include "pipeline/report/run_report.hpp"
#include "pipeline/run/progress_listener.hpp"

namespace rigkiln::cli {

/// Shows the progress of a run to people or machines.
class ProgressDisplay : public ProgressListener {
public:
    /// Called once after the run.
    virtual void onEnd(const RunReport& report) = 0;
};

/// Makes the display of a run's progress by the value of --progress: "live", one line on a terminal; "plain",
/// lines for a log; "json", an object per line for machines (docs/report.md); "none"; "auto", live on a
/// terminal and plain elsewhere. People read about failures once, in the summary at the end, where those with
/// the same cause are one line; until then they see how many there are.
[[nodiscard]] std::unique_ptr<ProgressDisplay> makeProgress(const std::string& mode);

}  // namespace rigkiln::cli
