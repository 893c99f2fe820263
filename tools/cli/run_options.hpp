#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "pipeline/base/result.hpp"
#include "pipeline/farm/farm_folder.hpp"
#include "pipeline/report/issue_advice.hpp"
#include "pipeline/state/run_state.hpp"
#include "tools/cli/build_step.hpp"
#include "tools/cli/report_files.hpp"
#include "tools/cli/report_places.hpp"

namespace rigkiln::cli {

/// The options that `run` and `convert` share.
struct ExecutionOptions {
    unsigned jobs = 0;        ///< 0: all processors that this process may use
    std::string memory;       ///< "4GiB"; empty: half of the memory there is
    std::string unitTimeout;  ///< "10m"; empty: units have as long as they take
    std::string progress = "auto";
    ReportFiles reports;
    HistoryFiles history;
    BuildOptions build{};
    int nice = 0;          ///< how far other processes go first
    bool durable = false;  ///< outputs survive a loss of power
    bool failFast = false;
    bool isolates = false;       ///< units are converted in processes of their own
    bool remembers = false;      ///< what did not change since an earlier run is not converted again
    bool retryFailed = false;    ///< but what failed then is tried again
    bool verifyOutputs = false;  ///< and outputs are read to see whether they are as they were
    bool prune = false;          ///< and files that no output has any more are removed
    std::string pruneCommand;    ///< does that
    NamedFiles writtenLater{};   ///< further files that the command writes after the run
    bool strict = false;         ///< every warning makes its output fail
    /// Puts what shards delivered into the state. The run then converts nothing. May be empty.
    std::function<Result<Deliveries>(RunState&)> gather{};
    OptionPlace place = OptionPlace::Configuration;  ///< where the user sets the options of the run
};

/// Adds all options but those of the history, which only commands have that run the same thing again.
void addExecutionOptions(CLI::App& app, ExecutionOptions& options);

/// Adds the options about what earlier runs did. The command then remembers, if the configuration has a
/// state.
void addMemoryOptions(CLI::App& app, ExecutionOptions& options);

/// Number of processors to use.
[[nodiscard]] unsigned jobsOf(const ExecutionOptions& options);
/// Limit in bytes for all work in flight. `memory` is the value of --memory; empty: half of what there is.
[[nodiscard]] Result<std::size_t> memoryOf(const std::string& memory);

/// Time after which a unit is given up; 0: never.
[[nodiscard]] Result<std::chrono::seconds> unitTimeoutOf(const ExecutionOptions& options);

/// Places of all files that the options have a run write beside its outputs.
[[nodiscard]] ReportPlaces reportPlaces(const ExecutionOptions& options);

/// Checks options before the files are scanned, which can take a while.
[[nodiscard]] Status checkOptions(const ExecutionOptions& options);

}  // namespace rigkiln::cli
