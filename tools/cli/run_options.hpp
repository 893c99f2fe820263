#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "pipeline/farm/farm_folder.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/report/issue_advice.hpp"
#include "pipeline/run/changed_part.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/record_sink.hpp"
#include "pipeline/state/run_state.hpp"
#include "tools/cli/build_step.hpp"
#include "tools/cli/report_files.hpp"
#include "tools/cli/stop_signals.hpp"

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

/// Checks options before the files are scanned, which can take a while.
[[nodiscard]] Status checkOptions(const ExecutionOptions& options);

/// Plans and runs settings, shows progress, prints the summary, writes the reports, and returns the exit
/// code.
[[nodiscard]] int execute(const Settings& settings, const ExecutionOptions& options);
/// Returns the absolute path of the configuration, by which the state knows it.
[[nodiscard]] std::string configurationPath(const Settings& settings);
/// Returns a text that is another one for every build of this program: its version and the status of its
/// file.
[[nodiscard]] std::string thisProgram();
/// Opens what earlier runs did, without a right to change it; null without a state.
[[nodiscard]] std::unique_ptr<RunState> openStateToRead(const Settings& settings);
/// Makes the trace of a run; null if the options ask for none.
[[nodiscard]] std::unique_ptr<Trace> makeTrace(const ExecutionOptions& options);

/// A run among others of one process, as --watch makes them.
struct WatchedRun {
    const StopSignals& signals;
    bool isRepeat = false;                         ///< says nothing unless something was converted
    std::set<std::string, std::less<>> folders{};  ///< result: every folder that decided an output
};

/// Like the other overload, once among others. Precondition: the settings have a state.
[[nodiscard]] int execute(const Settings& settings, const ExecutionOptions& options, WatchedRun& run);

/// Additional inputs of a run of a part.
struct PartSurroundings {
    const Settings& settings;
    const ChangedPart& part;
    const ComparedRun& last;
};

/// Inputs of a run other than its plan and its options.
struct RunSurroundings {
    const std::atomic<int>& stopLevel;
    unsigned jobs = 1;       ///< of ProcessorShare
    Trace* trace = nullptr;  ///< as `makeTrace` made it
    const FailOn& failOn;
    const History& history;                  ///< contents of the files that the options name
    RunState* state = nullptr;               ///< what earlier runs did
    bool isRepeat = false;                   ///< says nothing unless something was converted
    SeenFiles* seen = nullptr;               ///< of the plan; if there is a state
    ContentDigest key{};                     ///< of everything that decides the run besides files; see runKey
    const PartSurroundings* part = nullptr;  ///< if the plan is a part
    RecordSink* results = nullptr;           ///< takes what becomes of units, in the place of a state
    /// Gets what was looked at for each unit that was converted; from many threads. May be empty.
    std::function<void(const std::vector<Look>& looks)> noteLooks{};
    const Deliveries* delivered = nullptr;  ///< by shards: nothing is converted
    TraceProcess process{};                 ///< for the trace
};

/// Runs a plan that was made without settings, like the other overload.
[[nodiscard]] int execute(Plan& plan, const ExecutionOptions& options, const RunSurroundings& surroundings);

}  // namespace rigkiln::cli
