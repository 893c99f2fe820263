#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "pipeline/base/trace.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/run_surroundings.hpp"
#include "tools/cli/stop_signals.hpp"

namespace rigkiln::cli {

/// Plans and runs settings, shows progress, prints the summary, writes the reports, and returns the exit
/// code.
[[nodiscard]] int execute(const Settings& settings, const ExecutionOptions& options);

/// A run among others of one process, as --watch makes them.
struct WatchedRun {
    const StopSignals& signals;
    bool isRepeat = false;                         ///< says nothing unless something was converted
    std::set<std::string, std::less<>> folders{};  ///< result: every folder that decided an output
};

/// Like the other overload, once among others. Precondition: the settings have a state.
[[nodiscard]] int execute(const Settings& settings, const ExecutionOptions& options, WatchedRun& run);

/// Runs a plan that was made without settings, like the other overload.
[[nodiscard]] int execute(Plan& plan, const ExecutionOptions& options, const RunSurroundings& surroundings);

/// Makes the trace of a run; null if the options ask for none.
[[nodiscard]] std::unique_ptr<Trace> makeTrace(const ExecutionOptions& options);

}  // namespace rigkiln::cli
