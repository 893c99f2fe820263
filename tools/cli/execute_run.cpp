#include "tools/cli/execute_run.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "pipeline/base/stopwatch.hpp"
#include "pipeline/cache/unit_cache.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_text.hpp"
#include "pipeline/run/host.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/run/vanished_files.hpp"
#include "tools/cli/build_step.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/plan_mistakes.hpp"
#include "tools/cli/processor_share.hpp"
#include "tools/cli/program_heap.hpp"
#include "tools/cli/progress.hpp"
#include "tools/cli/remembered_run.hpp"
#include "tools/cli/run_summary.hpp"

namespace rigkiln::cli {
namespace {

/// Only a whole plan tells what is gone.
VanishedFiles treatmentOfVanished(const ExecutionOptions& options, const History& history) {
    if (history.onlyFailed) return VanishedFiles::Ignore;
    return options.prune ? VanishedFiles::Remove : VanishedFiles::Report;
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
    if (const Status spared = reportPlaces(options).spare(plan); !spared) return failCommand(spared.error());
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
                      // A run of --only-failed tries again what failed.
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

Status checkRun(const Settings& settings, const ExecutionOptions& options) {
    if (Status checked = checkOptions(options); !checked) return checked;
    return spareConfiguration(reportPlaces(options), settings);
}

}  // namespace

int execute(const Settings& settings, const ExecutionOptions& options) {
    if (const Status checked = checkRun(settings, options); !checked) return failCommand(checked.error());
    beNice(options.nice);
    const StopSignals signals;
    return signals.exitCode(planAndRun(settings, options, signals, nullptr));
}

int execute(const Settings& settings, const ExecutionOptions& options, WatchedRun& run) {
    if (const Status checked = checkRun(settings, options); !checked) return failCommand(checked.error());
    return run.signals.exitCode(planAndRun(settings, options, run.signals, &run));
}

}  // namespace rigkiln::cli
