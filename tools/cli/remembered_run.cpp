#include "tools/cli/remembered_run.hpp"

#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_errors.hpp"
#include "pipeline/report/report_text.hpp"
#include "pipeline/run/repeated_report.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/program_path.hpp"
#include "tools/cli/run_summary.hpp"
#include "tools/cli/terminal.hpp"

namespace rigkiln::cli {
namespace {

/// Stands for the time in the summary of a remembered run.
constexpr std::string_view kTimeMark = "\x01time\x01";

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

Result<std::unique_ptr<RunState>> openState(const Settings& settings) {
    return RunState::open({.folder = settings.state.folder,
                           .configuration = configurationPath(settings),
                           .codes = allErrorCodes(),
                           .program = thisProgram()});
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

ContentDigest runKey(const Settings& settings, const ExecutionOptions& options) {
    std::error_code ignored;
    const std::string text =
        fmt::format("{}\n{}\n{} {} {} {}\n{}", thisProgram(), std::filesystem::current_path(ignored).string(),
                    options.strict, options.failFast, hasColor(STDOUT_FILENO),
                    static_cast<int>(options.place), settings.source);
    return digestOf(std::as_bytes(std::span(text)));
}

bool mayRepeat(const Settings& settings, const ExecutionOptions& options, RunState& state) {
    const BuildOptions& build = options.build;
    const bool tellsMore = !givenReports(options.reports).empty() || options.progress == "json" ||
                           !options.history.since.empty() || !givenBuildOptions(build).empty();
    const bool doesMore = options.retryFailed || options.verifyOutputs || options.prune || options.durable ||
                          build.touchUnchanged || !state.killedRuns().empty();
    return !settings.source.empty() && options.history.onlyFailed.empty() && !tellsMore && !doesMore;
}

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

}  // namespace rigkiln::cli
