#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/farm/farm_folder.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/duration_option.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/farm_actions.hpp"
#include "tools/cli/farm_round.hpp"
#include "tools/cli/load_configuration.hpp"
#include "tools/cli/option_group.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/replay_command.hpp"
#include "tools/cli/slurm.hpp"
#include "tools/cli/stop_signals.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

struct FarmArguments {
    std::string action;
    std::string path;  ///< a configuration, or the folder of a farm
    std::vector<std::string> definitions{};
    std::string folder{};
    std::size_t shards = 0;
    bool strict = false;
    bool traces = false;
    bool isolates = false;
    unsigned jobs = 0;
    std::string memory{};
    std::string unitTimeout{};
    std::string partition{};
    std::string time{};
    std::string batchMemory{};
    std::vector<std::string> batchOptions{};
    bool dryRun = false;
    bool waits = false;
    bool resubmits = false;
    std::string stall = "10m";
    ReportFiles reports{};
};

/// Options that make sense with some actions only, and whether they are given.
struct ActionOption {
    std::string_view name;
    bool isGiven;
    std::vector<std::string_view> actions;
};

Status checkActionOptions(const FarmArguments& options) {
    const std::vector<std::string_view> making = {"plan", "submit"};
    const std::vector<std::string_view> submitting = {"submit", "resume"};
    std::vector<std::string_view> telling = {"merge", "wait"};
    if (options.waits) telling.insert(telling.end(), submitting.begin(), submitting.end());
    const std::vector<ActionOption> all = {
        {"--workdir", !options.folder.empty(), making},
        {"--shards", options.shards != 0, {"plan", "submit", "resume"}},
        {"-D", !options.definitions.empty(), making},
        {"--strict", options.strict, making},
        {"--traces", options.traces, making},
        {"--isolate", options.isolates, making},
        {"--jobs", options.jobs != 0, making},
        {"--run-memory", !options.memory.empty(), making},
        {"--unit-timeout", !options.unitTimeout.empty(), making},
        {"--partition", !options.partition.empty(), making},
        {"--time", !options.time.empty(), making},
        {"--memory", !options.batchMemory.empty(), making},
        {"--sbatch", !options.batchOptions.empty(), making},
        {"--dry-run", options.dryRun, submitting},
        {"--wait", options.waits, submitting},
        {"--resubmit", options.resubmits, {"merge"}},
        {"--report, --html, --junit and --trace", !givenReports(options.reports).empty(), telling}};
    for (const ActionOption& option : all) {
        if (!option.isGiven || std::ranges::find(option.actions, options.action) != option.actions.end())
            continue;
        return usageError(std::string(option.name), fmt::format("is not for {}, but for {}", options.action,
                                                                fmt::join(option.actions, ", ")));
    }
    // Before a wait of hours.
    if (options.reports.trace == "-")
        return usageError("--trace", "is -; name a file for the joined trace of a farm");
    return Done{};
}

/// Words behind `rigkiln run` for every shard.
std::vector<std::string> runOptionsOf(const FarmArguments& options) {
    std::vector<std::string> words;
    const auto add = [&words](std::string name, std::string value) {
        if (value.empty()) return;
        words.push_back(std::move(name));
        words.push_back(std::move(value));
    };
    add("--jobs", options.jobs == 0 ? std::string() : fmt::to_string(options.jobs));
    add("--memory", options.memory);
    add("--unit-timeout", options.unitTimeout);
    if (options.isolates) words.emplace_back("--isolate");
    return words;
}

std::vector<std::string> batchOptionsOf(const FarmArguments& options) {
    std::vector<std::string> words;
    const auto add = [&words](std::string_view name, const std::string& value) {
        if (!value.empty()) words.push_back(fmt::format("{}={}", name, value));
    };
    add("--partition", options.partition);
    add("--time", options.time);
    add("--mem", options.batchMemory);
    if (options.jobs > 1) add("--cpus-per-task", fmt::to_string(options.jobs));
    words.insert(words.end(), options.batchOptions.begin(), options.batchOptions.end());
    return words;
}

/// Makes the folder of a farm that is not there yet.
Result<Farm> newFarm(const FarmArguments& options) {
    if (options.folder.empty())
        return usageError("--workdir", "is missing: name a folder that all machines see, which is made");
    if (options.shards == 0)
        return usageError("--shards", "is missing: say how many parts there are, as in --shards 16");
    Farm farm{.folder = fs::absolute(options.folder).lexically_normal().string(),
              .facts = {.program = std::string(version()),
                        .configuration = fs::absolute(options.path).lexically_normal().string(),
                        .definitions = options.definitions,
                        .strict = options.strict,
                        .traces = options.traces,
                        .shards = options.shards,
                        .runOptions = runOptionsOf(options),
                        .batchOptions = batchOptionsOf(options)}};
    if (farm.folder.size() > 1 && farm.folder.ends_with('/')) farm.folder.pop_back();
    std::error_code unknown;
    if (fs::exists(farmFile(farm.folder), unknown)) {
        return usageError(
            "--workdir",
            fmt::format("{} has a farm already; go on with `rigkiln farm resume {}`, or name another "
                        "folder",
                        farm.folder, shellWord(farm.folder)));
    }
    return farm;
}

std::string otherEngines(const Farm& farm) {
    const std::string folder = shellWord(roundFolder(farm.folder, farm.rounds.back().number));
    const std::size_t shards = farm.rounds.back().shards.size();
    return fmt::format(
        "run each shard on any machine, then join them:\n"
        "  seq {0} | xargs -P 4 -I % rigkiln run --plan {1} --shard %/{0}\n"
        "  rigkiln farm merge {2}\n",
        shards, folder, shellWord(farm.folder));
}

int waitFor(const FarmArguments& arguments, const std::string& folder, const StopSignals& signals) {
    const Result<std::chrono::seconds> stall = durationOf("--stall", arguments.stall);
    return stall ? waitForFarm(folder, *stall, arguments.reports, signals) : failCommand(stall.error());
}

/// Where nothing is left to make, tells of all outputs like a run: some may have failed.
int endWithout(const Farm& farm, const FarmArguments& arguments, int exitWith) {
    return exitWith == kDone ? mergeFarm(farm, arguments.reports) : exitWith;
}

/// Planning may take minutes, so it is said before that an array cannot have as many jobs. Where Slurm does
/// not answer, submitting says so.
Status checkShards(std::size_t shards) {
    const std::optional<std::size_t> most = slurm::mostShards();
    if (!most || shards <= *most) return Done{};
    return usageError(
        "--shards",
        fmt::format("is {}, and an array of jobs may have {} on this cluster (MaxArraySize of `scontrol show "
                    "config`, less one)",
                    shards, *most));
}

int makeFarm(const FarmArguments& arguments) {
    const StopSignals signals;
    Result<Farm> farm = newFarm(arguments);
    if (!farm) return failCommand(farm.error());
    if (arguments.action == "submit" && !arguments.dryRun) {
        if (const Status checked = checkShards(farm->facts.shards); !checked)
            return failCommand(checked.error());
    }
    int exitWith = kDone;
    // The farm is there once this file is: a killed command leaves none.
    if (!makeRound(*farm, std::chrono::seconds(0), signals, exitWith))
        return signals.exitCode(endWithout(*farm, arguments, exitWith));
    if (const Status written = writeTextFile(farmFile(farm->folder), toJsonText(farm->facts)); !written)
        return failCommand(written.error());
    if (arguments.action == "plan") {
        print(otherEngines(*farm));
        return kDone;
    }
    exitWith = submitRound(*farm, arguments.dryRun);
    if (exitWith != kDone || !arguments.waits || arguments.dryRun) return exitWith;
    return signals.exitCode(waitFor(arguments, farm->folder, signals));
}

/// Makes the next round of a farm. `submits`: and gives it to Slurm.
int resumeFarm(const FarmArguments& arguments, bool submits) {
    const StopSignals signals;
    Result<Farm> farm = readFarm(arguments.path);
    if (!farm) return failCommand(farm.error());
    if (arguments.shards != 0) farm->facts.shards = arguments.shards;
    if (submits && !arguments.dryRun) {
        if (const Status checked = checkShards(farm->facts.shards); !checked)
            return failCommand(checked.error());
    }
    int exitWith = kDone;
    if (!makeRound(*farm, std::chrono::seconds(0), signals, exitWith))
        return signals.exitCode(endWithout(*farm, arguments, exitWith));
    if (!submits) {
        print(otherEngines(*farm));
        return kDone;
    }
    exitWith = submitRound(*farm, arguments.dryRun);
    if (exitWith != kDone || !arguments.waits || arguments.dryRun) return exitWith;
    return signals.exitCode(waitFor(arguments, farm->folder, signals));
}

int mergeCommand(const FarmArguments& arguments) {
    const Result<Farm> farm = readFarm(arguments.path);
    if (!farm) return failCommand(farm.error());
    const int exitWith = mergeFarm(*farm, arguments.reports);
    if (!arguments.resubmits || exitWith != kEnvironmentFailed || farm->rounds.size() >= kMostRounds)
        return exitWith;
    FarmArguments next = arguments;
    next.shards = 0;
    const int resumed = resumeFarm(next, true);
    return resumed == kDone ? exitWith : resumed;
}

int farmCommand(const FarmArguments& arguments) {
    if (const Status checked = checkActionOptions(arguments); !checked) return failCommand(checked.error());
    const std::string& action = arguments.action;
    std::error_code unknown;
    const bool isFarm = fs::is_directory(arguments.path, unknown);
    if (action == "plan" && isFarm) return resumeFarm(arguments, false);
    if (action == "plan" || action == "submit") return makeFarm(arguments);
    if (action == "resume") return resumeFarm(arguments, true);
    if (action == "merge") return mergeCommand(arguments);
    if (action == "status") return tellFarm(arguments.path);
    if (action == "wait") {
        const StopSignals signals;
        return signals.exitCode(waitFor(arguments, arguments.path, signals));
    }
    const Result<Farm> farm = readFarm(arguments.path);
    if (!farm) return failCommand(farm.error());
    if (const Status ended = slurm::cancel(*farm); !ended) return failCommand(ended.error());
    print("all jobs of the farm are cancelled; what was delivered stays\n");
    return kDone;
}

}  // namespace

Command addFarm(CLI::App& program) {
    const auto options = std::make_shared<FarmArguments>();
    CLI::App* app =
        program.add_subcommand("farm", "Run a job graph on many machines, with Slurm or another engine");
    app->footer(
        "\nplan    deal what a run would convert to shards; for any engine\n"
        "submit  likewise, and give the shards to Slurm, with a job that joins what they delivered\n"
        "status  how much is delivered, and what is in the queue\n"
        "wait    wait for the jobs, submit again what is missing, and merge\n"
        "merge   join what was delivered into the state, and tell of it like a run\n"
        "resume  deal what is missing to new shards, and submit them\n"
        "cancel  end all jobs; what was delivered stays\n\n"
        "docs/farm.md has more.");
    app->add_option("ACTION", options->action, "plan, submit, status, wait, merge, resume or cancel")
        ->type_name("ACTION")
        ->check(CLI::IsMember({"plan", "submit", "status", "wait", "merge", "resume", "cancel"}))
        ->required();
    app->add_option("PATH", options->path, "A configuration (plan, submit), or the folder of a farm")
        ->type_name("PATH")
        ->required();
    {
        const OptionGroupScope group(*app, "The farm");
        app->add_option("--workdir", options->folder,
                        "Folder for the farm, which all machines see; it is made")
            ->type_name("FOLDER");
        app->add_option("--shards", options->shards, "Number of parts")
            ->check(CLI::Range(1, 1'000'000))
            ->type_name("N");
        addDefinitions(*app, options->definitions);
        app->add_flag("--strict", options->strict, "Make every warning a failure of its output");
    }
    {
        const OptionGroupScope group(*app, "Each shard");
        app->add_option("-j,--jobs", options->jobs, "Processors to use (default: all it may use)")
            ->check(CLI::Range(1, 1024));
        app->add_option("--run-memory", options->memory,
                        "Memory its work in flight may take (`run --memory`)")
            ->type_name("SIZE");
        app->add_option("--unit-timeout", options->unitTimeout,
                        "Give up an output that takes longer, as in 10m")
            ->type_name("TIME");
        app->add_flag("--isolate", options->isolates, "Convert in processes of their own");
        app->add_flag("--traces", options->traces,
                      "Leave a trace, which `merge --trace FILE` joins with the others");
    }
    {
        const OptionGroupScope group(*app, "Slurm");
        app->add_option("--partition", options->partition, "Partition of the jobs")->type_name("NAME");
        app->add_option("--time", options->time, "Time limit of each job, as Slurm takes it")
            ->type_name("TIME");
        app->add_option("--memory", options->batchMemory, "Memory of each job, as Slurm takes it")
            ->type_name("SIZE");
        app->add_option("--sbatch", options->batchOptions,
                        "Another option of sbatch, with its dashes (docs/farm.md)")
            ->type_name("OPTION")
            ->expected(1)
            ->take_all()
            ->allow_extra_args(false);
        app->add_flag("--dry-run", options->dryRun, "Write the scripts, and submit nothing");
        app->add_flag("--wait", options->waits, "Wait for the jobs like `farm wait`");
        app->add_option(
               "--stall", options->stall,
               "wait: end all jobs and submit again when nothing is delivered for so long (default: 10m)")
            ->type_name("TIME");
        app->add_flag("--resubmit", options->resubmits,
                      "merge: submit what is missing, at most four rounds in all");
    }
    addReportFiles(*app, options->reports);
    return {app, [options] { return farmCommand(*options); }};
}

}  // namespace rigkiln::cli
