#pragma once

#include <memory>
#include <string>

#include "pipeline/base/stopwatch.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/run_surroundings.hpp"

namespace rigkiln::cli {

/// Returns the absolute path of the configuration, by which the state knows it.
[[nodiscard]] std::string configurationPath(const Settings& settings);
/// Returns a text that is another one for every build of this program: its version and the status of its
/// file.
[[nodiscard]] std::string thisProgram();
/// Opens what earlier runs did. Precondition: the settings have a state.
[[nodiscard]] Result<std::unique_ptr<RunState>> openState(const Settings& settings);
/// Opens what earlier runs did, without a right to change it; null without a state.
[[nodiscard]] std::unique_ptr<RunState> openStateToRead(const Settings& settings);

/// Returns a digest of everything that decides a run, and what it prints, besides files.
[[nodiscard]] ContentDigest runKey(const Settings& settings, const ExecutionOptions& options);

/// Returns whether a run that would do nothing need not do more than print its summary.
[[nodiscard]] bool mayRepeat(const Settings& settings, const ExecutionOptions& options, RunState& state);

/// Prints what the last run would print once more, which everything is as it was for. Returns the exit code.
[[nodiscard]] int repeatRun(RunState& state, const WholeRun& last, const Stopwatch& stopwatch);

/// Remembers what the plan and the run saw, and what the run would tell if it were repeated.
void rememberRun(const Plan& plan, RunReport report, const ExecutionOptions& options,
                 const RunSurroundings& surroundings);

}  // namespace rigkiln::cli
