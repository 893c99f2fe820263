#include "tools/cli/run_options.hpp"

#include <span>
#include <string_view>

#include <fmt/format.h>

#include "pipeline/run/host.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/duration_option.hpp"
#include "tools/cli/option_group.hpp"
#include "tools/cli/processor_share.hpp"

namespace rigkiln::cli {
namespace {

constexpr OptionSpec kMemoryOption{
    .name = "--memory", .type = OptionType::ByteCount, .help = "", .minimum = 1048576, .maximum = 1e18};

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

ReportPlaces reportPlaces(const ExecutionOptions& options) {
    NamedFiles others = buildFiles(options.build);
    others.insert(others.end(), options.writtenLater.begin(), options.writtenLater.end());
    return {options.reports, others};
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
    NamedFiles others = writtenFiles(options.build);
    others.insert(others.end(), options.writtenLater.begin(), options.writtenLater.end());
    return checkReportFiles(options.reports, options.progress, others);
}

}  // namespace rigkiln::cli
