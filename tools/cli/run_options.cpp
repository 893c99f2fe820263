#include "tools/cli/run_options.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/stopwatch.hpp"
#include "pipeline/cache/unit_cache.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/recipe/recipe_json.hpp"
#include "pipeline/report/report_errors.hpp"
#include "pipeline/report/report_text.hpp"
#include "pipeline/run/changed_part.hpp"
#include "pipeline/run/host.hpp"
#include "pipeline/run/repeated_report.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/run/vanished_files.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/duration_option.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/option_group.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/plan_mistakes.hpp"
#include "tools/cli/processor_share.hpp"
#include "tools/cli/program_heap.hpp"
#include "tools/cli/program_path.hpp"
#include "tools/cli/progress.hpp"
#include "tools/cli/replay_command.hpp"
#include "tools/cli/stop_signals.hpp"
#include "tools/cli/terminal.hpp"

namespace rigkiln::cli {
namespace {

/// Only a whole plan tells what is gone.
VanishedFiles treatmentOfVanished(const ExecutionOptions& options, const History& history) {
    if (history.onlyFailed) return VanishedFiles::Ignore;
    return options.prune ? VanishedFiles::Remove : VanishedFiles::Report;
}

constexpr OptionSpec kMemoryOption{
    .name = "--memory", .type = OptionType::ByteCount, .help = "", .minimum = 1048576, .maximum = 1e18};

/// Command that repeats the failure of a unit alone. Empty where it would not fail in the same way.
std::string replayOf(const Plan& plan, const RunReport& report, const std::string& workingFolder,
                     std::size_t unit, std::optional<std::size_t> input) {
    const UnitReport failed = unitAt(report, unit);
    if (failed.phase == FailurePhase::Planning && failed.status == UnitStatus::Failed) return {};
    const bool needsAll = failed.phase == FailurePhase::Exporting || failed.phase == FailurePhase::Writing;
    const Registries modules = registries();
    std::string command =
        replayCommand(plan.units.recipe(unit), {.registries = modules,
                                                .workingFolder = workingFolder,
                                                .file = needsAll ? std::optional<std::size_t>() : input});
    const std::optional<Error>& error = failed.error;
    if (!command.empty() && error && error->is(kIssueNotAllowed)) command += " --strict";
    return command;
}

/// Adds the digests of the recipes. Takes a while for many units, and only the report has them.
void addDigests(const Plan& plan, RunReport& report) {
    const auto digestOf = [&plan](std::size_t unit) { return recipeDigest(plan.units.recipe(unit)); };
    report.optionsDigest = combinedDigest(plan.units.size(), [&](std::size_t unit) {
        std::string digest = digestOf(unit);
        if (report.stored == nullptr) report.units[unit].recipe = digest;
        return digest;
    });
    report.recipeOf = digestOf;
}

/// Number of the stream that takes the summary: standard error if something for machines is written to the
/// other.
int summaryStream(const ExecutionOptions& options) {
    const bool isTaken = options.progress == "json" || usesStandardOutput(options.reports);
    return isTaken ? STDERR_FILENO : STDOUT_FILENO;
}

/// `plan` and `report` must outlive the result.
SummaryOptions summaryOptions(const Plan& plan, const RunReport& report, const ExecutionOptions& options) {
    std::error_code ignored;
    const std::string folder = std::filesystem::current_path(ignored).string();
    return {.workingFolder = folder,
            .reportFile = options.reports.json == "-" ? std::string() : options.reports.json,
            .hasColor = hasColor(summaryStream(options)),
            .place = options.place,
            .replay =
                [&plan, &report, folder](std::size_t unit, std::optional<std::size_t> input) {
                    return replayOf(plan, report, folder, unit, input);
                },
            .pruneCommand = options.pruneCommand};
}

/// Whether an earlier run did all of it.
bool isAllRemembered(const RunReport& report) {
    return !report.vanished && (report.stored == nullptr || report.stored->facts().areAllRemembered) &&
           std::ranges::all_of(report.units, [](const UnitReport& unit) { return unit.isRemembered; });
}

/// Adds the folders on the disk that an output depends on.
void addFolders(std::span<const Look> looks, std::set<std::string, std::less<>>& folders) {
    for (const Look& look : looks) {
        const bool isFolder = look.kind == LookKind::Search || look.kind == LookKind::Listing;
        const std::filesystem::path path = look.path;
        std::filesystem::path folder = isFolder ? path : path.parent_path();
        std::error_code unknown;
        // The folder may be in an archive, or may not be there: then the one that has it, or could have it.
        while (!folder.empty() && folder != folder.root_path() &&
               !std::filesystem::is_directory(folder, unknown))
            folder = folder.parent_path();
        folders.insert(folder.string());
    }
}

/// Returns everything that decided the units that the state remembers.
std::set<std::string, std::less<>> foldersOf(RunState& state) {
    std::set<std::string, std::less<>> folders;
    (void)state.forEach([&](std::string_view, std::string_view bytes) {
        if (const std::optional<UnitRecord> record = state.decode(bytes)) addFolders(record->looks, folders);
    });
    return folders;
}

Result<std::unique_ptr<RunState>> openState(const Settings& settings) {
    return RunState::open({.folder = settings.state.folder,
                           .configuration = configurationPath(settings),
                           .codes = allErrorCodes(),
                           .program = thisProgram()});
}

/// Returns a digest of everything that decides a run, and what it prints, besides files.
ContentDigest runKey(const Settings& settings, const ExecutionOptions& options) {
    std::error_code ignored;
    const std::string text =
        fmt::format("{}\n{}\n{} {} {} {}\n{}", thisProgram(), std::filesystem::current_path(ignored).string(),
                    options.strict, options.failFast, hasColor(STDOUT_FILENO),
                    static_cast<int>(options.place), settings.source);
    return digestOf(std::as_bytes(std::span(text)));
}

/// Returns whether a run that would do nothing need not do more than print its summary.
bool mayRepeat(const Settings& settings, const ExecutionOptions& options, RunState& state) {
    const BuildOptions& build = options.build;
    const bool tellsMore = !givenReports(options.reports).empty() || options.progress == "json" ||
                           !options.history.since.empty() || !givenBuildOptions(build).empty();
    const bool doesMore = options.retryFailed || options.verifyOutputs || options.prune || options.durable ||
                          build.touchUnchanged || !state.killedRuns().empty();
    return !settings.source.empty() && options.history.onlyFailed.empty() && !tellsMore && !doesMore;
}

/// Stands for the time in the summary of a remembered run.
constexpr std::string_view kTimeMark = "\x01time\x01";

/// Prints what the last run would print once more, which everything is as it was for. Returns the exit code.
int repeatRun(RunState& state, const WholeRun& last, const Stopwatch& stopwatch) {
    const WholeRun* run = &last;
    state.end({.startedSeconds = state.started().seconds,
               .milliseconds = stopwatch.milliseconds(),
               .converted = run->converted,
               .unchanged = run->unchanged,
               .failed = run->failed,
               .version = std::string(version())});
    std::string summary = run->summary;
    const std::size_t time = summary.find(kTimeMark);
    if (time != std::string::npos)
        summary.replace(time, kTimeMark.size(), inSeconds(stopwatch.milliseconds()));
    print(summary);
    return run->exitCode;
}

/// Remembers what the plan and the run saw, and what the run would tell if it were repeated.
void rememberRun(const Plan& plan, RunReport report, const ExecutionOptions& options,
                 const RunSurroundings& surroundings) {
    WholeRun run{.key = surroundings.key, .exitCode = exitCode(report)};
    const RepeatedOutcomes outcomes = tellAsRepeated(report);
    run.unchanged = outcomes.unchanged;
    run.converted = outcomes.converted;
    run.failed = outcomes.failed;
    const bool isWhole = !report.interrupted && !report.stopped && report.environment.empty() &&
                         !report.onlyFailed && !report.vanished && run.unchanged > 0 && report.state &&
                         !report.state->problem && !report.state->recordProblem;
    if (isWhole) {
        StateReport& state = *report.state;
        state = {.folder = state.folder,
                 .unitsRemembered = run.unchanged,
                 .failuresRemembered = outcomes.failuresRemembered};
        report.cache.reset();
        report.since.reset();
        SummaryOptions told = summaryOptions(plan, report, options);
        told.reportFile.clear();
        told.hasColor = hasColor(STDOUT_FILENO);
        told.time = kTimeMark;
        run.summary = toSummaryText(report, told);
        run.parts = partsOf(report);
    }
    RunState& state = *surroundings.state;
    if (surroundings.part == nullptr) return state.rememberSeen(*surroundings.seen, isWhole ? &run : nullptr);
    if (run.parts && !addRows(*run.parts, surroundings.part->part, state)) run.parts.reset();
    state.rememberPart(*surroundings.seen, surroundings.part->last, isWhole ? &run : nullptr);
}

/// Tells of files that units of the part left behind. What has vanished is known only beside a plan of all
/// units.
void lookForVanished(const Plan& part, RunReport& report, const RunSurroundings& surroundings) {
    RunState& state = *surroundings.state;
    if (!hasLeftFiles(part, state)) return;
    const Result<Plan> plan = makePlan({.settings = surroundings.part->settings,
                                        .registries = registries(),
                                        .stopLevel = &surroundings.stopLevel});
    if (!plan || !reasonToDoubt(*plan, report).empty()) return;
    std::set<std::string, std::less<>> unrecorded;
    for (const UnitReport& unit : report.units) {
        if (!unit.isRemembered && !unit.isRecorded) unrecorded.insert(unit.output);
    }
    const auto isRecorded = [&](std::size_t unit) { return !unrecorded.contains(plan->units.output(unit)); };
    std::vector<Error> problems;
    VanishedReport vanished = findVanishedFiles(
        {.plan = *plan, .state = state, .disk = realDisk(), .isRecorded = isRecorded, .removes = false},
        problems);
    for (Error& problem : problems)
        report.environment.push_back({std::move(problem)});
    if (!vanished.empty()) report.vanished = std::move(vanished);
}

}  // namespace

void addExecutionOptions(CLI::App& app, ExecutionOptions& options) {
    const OptionGroupScope group(app, "Execution");
    app.add_option("-j,--jobs", options.jobs, "Processors to use (default: all this process may use)")
        ->check(CLI::Range(1, 1024));
    app.add_option("--memory", options.memory,
                   "Memory all work in flight may take, as in 4GiB (default: half of what there is)")
        ->type_name("SIZE");
    app.add_option("--unit-timeout", options.unitTimeout,
                   "Give up an output whose sources take longer than this to be read, or to be converted, as "
                   "in 90s or 10m (default: never)")
        ->type_name("TIME");
    app.add_option("--nice", options.nice,
                   "Let other programs go first: 1 (a little) to 19 (work only when the machine is idle)")
        ->check(CLI::Range(0, 19))
        ->type_name("N");
    app.add_flag("--durable", options.durable,
                 "Wait for the disk, so that outputs also survive a loss of power");
    app.add_option("--progress", options.progress,
                   "How to show progress: auto, live, plain, json (docs/report.md) or none")
        ->check(CLI::IsMember({"auto", "live", "plain", "json", "none"}));
    app.add_flag("--strict", options.strict,
                 "Make every warning a failure of its output, which is then not written");
    app.add_flag("--isolate", options.isolates,
                 "Convert in processes of their own, which may change nothing: a crash costs one output");
    app.add_flag("--fail-fast", options.failFast, "Start nothing new after the first failure");
    addReportFiles(app, options.reports);
    addBuildOptions(app, options.build);
}

void addMemoryOptions(CLI::App& app, ExecutionOptions& options) {
    options.remembers = true;
    const OptionGroupScope group(app, "Earlier runs");
    app.add_flag("--retry-failed", options.retryFailed,
                 "Try what failed before again, although nothing changed since");
    app.add_flag("--verify", options.verifyOutputs,
                 "Read the outputs of earlier runs, and make those again whose bytes are not as they were");
    app.add_flag("--prune", options.prune,
                 "Remove outputs of earlier runs whose sources are gone, unless somebody changed them");
}

unsigned jobsOf(const ExecutionOptions& options) {
    return options.jobs == 0 ? defaultJobs() : options.jobs;
}

Result<std::size_t> memoryOf(const std::string& memory) {
    if (memory.empty()) return defaultMemoryBytes();
    const Result<OptionValue> bytes = parseOption(kMemoryOption, std::span(&memory, 1));
    if (!bytes) {
        return atPlace("--memory", bytes.error());
    }
    return static_cast<std::size_t>(std::get<std::int64_t>(*bytes));
}

Result<std::chrono::seconds> unitTimeoutOf(const ExecutionOptions& options) {
    constexpr std::string_view kOption = "--unit-timeout";
    if (options.unitTimeout.empty()) return std::chrono::seconds(0);
    Result<std::chrono::seconds> timeout = durationOf(kOption, options.unitTimeout);
    if (timeout && timeout->count() == 0)
        return usageError(std::string(kOption), "is no time at all; leave it out to give units all the time");
    return timeout;
}

Status checkOptions(const ExecutionOptions& options) {
    if (const Result<std::size_t> memory = memoryOf(options.memory); !memory) return memory.error();
    if (const auto timeout = unitTimeoutOf(options); !timeout) return timeout.error();
    if (!options.history.onlyFailed.empty() && !givenBuildOptions(options.build).empty()) {
        return usageError(
            "--only-failed",
            fmt::format("makes a part of the outputs, and --{} tells of all of them; leave one out",
                        givenBuildOptions(options.build).front()));
    }
    return checkReportFiles(options.reports, options.progress, writtenFiles(options.build));
}

namespace {

using Journal = std::function<void(std::size_t, const std::vector<Look>&)>;

/// Empty where nobody wants to know what was looked at.
Journal journalOf(BuildStep& step, const std::function<void(const std::vector<Look>&)>& noteLooks) {
    if (!step.hasDepfile() && !noteLooks) return {};
    return [&step, &noteLooks](std::size_t /*unit*/, const std::vector<Look>& looks) {
        if (step.hasDepfile()) step.dependencies().add(looks);
        if (noteLooks) noteLooks(looks);
    };
}

/// Makes it a run that converts nothing, and tells what shards delivered as its own.
void tellAsDelivered(const Deliveries& delivered, RunOptions& run) {
    run.wasDelivered = [&delivered](std::string_view output) { return delivered.has(output); };
    run.deliveriesBegan = delivered.began();
    run.imageUses = delivered.images();
    run.onlyGathers = true;
}

/// Tells the step what planning looked at.
void beginStep(const Plan& plan, BuildStep& step) {
    if (!step.hasDepfile()) return;
    step.dependencies().add(plan);
    if (plan.configuration.starts_with('/')) step.dependencies().add(plan.configuration);
    step.leaveOut(plan.state.folder);
}

int finishStep(const RunReport& report, const ReportFiles& files, int exitWith, BuildStep& step) {
    if (step.hasDepfile()) {
        forEachReportedUnit(report, [&step](const UnitReport& unit, std::size_t /*number*/) {
            step.addOutput(unit.output, unit.status == UnitStatus::Written);
        });
    }
    for (const std::string& file : {files.json, files.html, files.junit, files.trace})
        step.addFile(file);
    return step.finish(exitWith);
}

}  // namespace

std::string configurationPath(const Settings& settings) {
    return std::filesystem::absolute(settings.file).lexically_normal().string();
}

std::string thisProgram() {
    const DiskResult<FileStatus> file = realDisk().lookAt(Disk::kNoFolder, programPath(), Links::Follow);
    const FileStatus& status = file.value;
    // Without /proc, no two runs are of the same program.
    const Moment moment = file ? Moment() : momentNow();
    return fmt::format("{} {} {}.{} {}.{} {} {}.{}", version(), status.sizeBytes, status.modifiedSeconds,
                       status.modifiedNanoseconds, status.changedSeconds, status.changedNanoseconds,
                       status.inode, moment.seconds, moment.nanoseconds);
}

std::unique_ptr<RunState> openStateToRead(const Settings& settings) {
    if (settings.state.folder.empty()) return nullptr;
    Result<std::unique_ptr<RunState>> state = RunState::open({.folder = settings.state.folder,
                                                              .configuration = configurationPath(settings),
                                                              .access = StoreAccess::Read,
                                                              .codes = allErrorCodes(),
                                                              .program = thisProgram()});
    // Cannot fail: only those that write exclude each other.
    return state ? std::move(*state) : nullptr;
}

std::unique_ptr<Trace> makeTrace(const ExecutionOptions& options) {
    return options.reports.trace.empty() ? nullptr : std::make_unique<Trace>();
}

int execute(Plan& plan, const ExecutionOptions& options, const RunSurroundings& surroundings) {
    const auto& [stopLevel, jobs, trace, failOn, history, state, isRepeat, seen, key, part, results,
                 noteLooks, delivered, process] = surroundings;
    const Result<std::size_t> memory = memoryOf(options.memory);
    if (!memory) return failCommand(memory.error());
    const Result<std::chrono::seconds> unitTimeout = unitTimeoutOf(options);
    if (!unitTimeout) return failCommand(unitTimeout.error());
    std::optional<SelectionReport> selection = chooseUnits(plan, options.history, history);
    const auto progress = makeProgress(isRepeat && options.progress != "json" ? "none" : options.progress);
    BuildStep step(options.build);
    beginStep(plan, step);
    const Journal journal = journalOf(step, noteLooks);
    std::unique_ptr<UnitCache> cache;
    if (!plan.cache.empty()) {
        cache = std::make_unique<UnitCache>(
            CacheOptions{.folder = plan.cache, .version = std::string(version())});
    }
    // A part has few units, and more is asked of them.
    constexpr std::size_t kUnitsInReport = 4096;
    const bool tellsAllUnits = !options.reports.json.empty() || !options.reports.html.empty() ||
                               !options.reports.junit.empty() || !options.history.since.empty() ||
                               step.hasDepfile();
    std::optional<TraceSpan> span(std::in_place, "stage", "run");
    RunOptions run = {
        .jobs = jobs,
        .memoryBytes = *memory,
        .heap = chargedHeap(),
        .unitTimeout = *unitTimeout,
        .isIsolated = options.isolates,
        .errorCodes = allErrorCodes(),
        .failFast = options.failFast,
        .stopLevel = &stopLevel,
        .progress = progress.get(),
        .shape = {.unitsInReport = part != nullptr ? std::numeric_limits<std::size_t>::max() : kUnitsInReport,
                  .keepsAllUnits = tellsAllUnits},
        .failOn = {.warnings = failOn.warnings || options.strict, .ids = failOn.ids},
        .version = std::string(version()),
        .trace = trace,
        .state = state,
        .results = results,
        .cache = cache.get(),
        .freshness = {.verifyOutputs = options.verifyOutputs,
                      // Who chooses what failed wants it tried.
                      .retryFailed = options.retryFailed || history.onlyFailed},
        .vanished = part != nullptr ? VanishedFiles::Ignore : treatmentOfVanished(options, history),
        .others = part != nullptr ? &part->part.others : nullptr,
        .durability = options.durable ? Durability::Power : Durability::Process,
        .seen = seen,
        .touchUnchanged = options.build.touchUnchanged,
        .journal = journal,
        .rememberedJournal = journal};
    if (delivered != nullptr) tellAsDelivered(*delivered, run);
    RunReport report = runPlan(plan, registries(), run);
    span.reset();
    if (part != nullptr) lookForVanished(plan, report, surroundings);
    progress->onEnd(report);
    report.onlyFailed = std::move(selection);
    report.since = compareRuns(report, options.history, history);
    const std::string summary = isRepeat && isAllRemembered(report)
                                    ? std::string()
                                    : toSummaryText(report, summaryOptions(plan, report, options));
    if (summaryStream(options) == STDERR_FILENO) {
        std::fwrite(summary.data(), 1, summary.size(), stderr);
    } else {
        print(summary);
    }
    if (!givenReports(options.reports).empty()) addDigests(plan, report);
    // With absolute paths: the report may be read elsewhere.
    const ReplayCommand replay = [&](std::size_t unit, std::optional<std::size_t> input) {
        return replayOf(plan, report, {}, unit, input);
    };
    const ReportContent content{
        .report = report, .place = options.place, .replay = replay, .trace = trace, .process = process};
    const int exitWith =
        finishStep(report, options.reports,
                   writeReports(options.reports, content) ? exitCode(report) : kEnvironmentFailed, step);
    if (seen != nullptr) rememberRun(plan, std::move(report), options, surroundings);
    return exitWith;
}

namespace {

/// Repeats the last run, or runs the part of it that changed files decide. Returns the exit code; nothing
/// where everything must be planned.
std::optional<int> repeatOrRunPart(const Settings& settings, const ExecutionOptions& options, unsigned jobs,
                                   const std::atomic<int>& stopLevel, const History& history, RunState& state,
                                   const ContentDigest& key) {
    const Stopwatch stopwatch;
    const std::optional<ComparedRun> last = state.compareRun(key, realDisk(), &stopLevel);
    if (!last || stopLevel.load() > 0) return std::nullopt;
    if (last->changed.empty()) return repeatRun(state, last->run, stopwatch);
    std::optional<ChangedPart> part = planChangedPart({.settings = settings,
                                                       .registries = registries(),
                                                       .state = state,
                                                       .last = *last,
                                                       .stopLevel = &stopLevel});
    if (!part || stopLevel.load() > 0) return std::nullopt;
    const std::unique_ptr<SeenFiles> seen = state.seenFiles();
    const PartSurroundings surroundings{.settings = settings, .part = *part, .last = *last};
    return execute(part->plan, options,
                   {.stopLevel = stopLevel,
                    .jobs = jobs,
                    .failOn = settings.failOn,
                    .history = history,
                    .state = &state,
                    .seen = seen.get(),
                    .key = key,
                    .part = &surroundings});
}

/// Returns the name of this process in a trace.
TraceProcess processOf(const ExecutionOptions& options) {
    return {.name = options.gather ? "merge" : "rigkiln", .startedMicroseconds = {}};
}

/// Opens the state, plans and runs. `watched` is null for a run alone.
int planAndRun(const Settings& settings, const ExecutionOptions& options, const StopSignals& signals,
               WatchedRun* watched) {
    const ProcessorShare processors(jobsOf(options));
    const Result<History> history = readHistory(options.history);
    if (!history) return failCommand(history.error());
    if (options.prune && settings.state.folder.empty()) {
        return failCommand(usageError(
            "--prune",
            "needs `state: FOLDER` in the configuration, which knows the outputs of earlier runs"));
    }
    if (options.prune && history->onlyFailed) {
        return failCommand(usageError(
            "--prune", "is not possible with --only-failed, which leaves sources out that are not gone"));
    }
    const std::unique_ptr<Trace> trace = makeTrace(options);
    const Trace::Scope scope(trace.get(), "main");
    std::unique_ptr<RunState> state;
    if (options.remembers && !settings.state.folder.empty()) {
        Result<std::unique_ptr<RunState>> opened = openState(settings);
        if (!opened) return failCommand(opened.error());
        state = std::move(*opened);
    }
    std::optional<Deliveries> delivered;
    if (options.gather) {
        Result<Deliveries> gathered = options.gather(*state);
        if (!gathered) return failCommand(gathered.error());
        delivered = std::move(*gathered);
    }
    const ContentDigest key = runKey(settings, options);
    const bool isOrdinary = watched == nullptr && !delivered;
    if (state != nullptr && isOrdinary && mayRepeat(settings, options, *state)) {
        const auto exitWith =
            repeatOrRunPart(settings, options, processors.jobs(), signals.level(), *history, *state, key);
        if (exitWith) return *exitWith;
    }
    const std::unique_ptr<SeenFiles> seen = state == nullptr ? nullptr : state->seenFiles();
    Result<Plan> plan = [&] {
        const TraceSpan span("stage", "plan");
        return makePlan({.settings = settings,
                         .registries = registries(),
                         .stopLevel = &signals.level(),
                         .seen = seen.get()});
    }();
    if (!plan) return failCommand(plan.error());
    if (plan->interrupted) return kInterrupted;
    if (complainOfMistakes(*plan)) return kBadUsage;
    const int exitCode = execute(*plan, options,
                                 {.stopLevel = signals.level(),
                                  .jobs = processors.jobs(),
                                  .trace = trace.get(),
                                  .failOn = settings.failOn,
                                  .history = *history,
                                  .state = state.get(),
                                  .isRepeat = watched != nullptr && watched->isRepeat,
                                  .seen = seen.get(),
                                  .key = key,
                                  .delivered = delivered ? &*delivered : nullptr,
                                  .process = processOf(options)});
    if (watched != nullptr && state != nullptr) watched->folders = foldersOf(*state);
    return exitCode;
}

}  // namespace

int execute(const Settings& settings, const ExecutionOptions& options) {
    if (const Status checked = checkOptions(options); !checked) return failCommand(checked.error());
    beNice(options.nice);
    const StopSignals signals;
    return signals.exitCode(planAndRun(settings, options, signals, nullptr));
}

int execute(const Settings& settings, const ExecutionOptions& options, WatchedRun& run) {
    if (const Status checked = checkOptions(options); !checked) return failCommand(checked.error());
    return run.signals.exitCode(planAndRun(settings, options, run.signals, &run));
}

}  // namespace rigkiln::cli
