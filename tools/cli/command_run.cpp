#include <memory>
#include <string>
#include <vector>

#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/execute_run.hpp"
#include "tools/cli/load_configuration.hpp"
#include "tools/cli/option_group.hpp"
#include "tools/cli/replay_command.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/run_shard.hpp"
#include "tools/cli/watch_run.hpp"

namespace rigkiln::cli {
namespace {

struct RunArguments : WatchArguments {
    bool isWatching = false;
    ShardArguments shard;
};

/// Fails where a shard is asked for and something else, too, or half of a shard.
Status checkShard(const RunArguments& options) {
    const bool isShard = !options.shard.plan.empty() || !options.shard.shard.empty();
    if (!isShard && options.configuration.empty())
        return usageError("CONFIG", "is missing: name a configuration, or a shard by --plan and --shard");
    if (!isShard) return Done{};
    if (options.shard.plan.empty() || options.shard.shard.empty())
        return usageError("--plan, --shard", "belong together: --plan farm/round-1 --shard 3/16");
    const ExecutionOptions& execution = options.execution;
    const bool remembers = execution.retryFailed || execution.verifyOutputs || execution.prune;
    const bool hasMore = !options.configuration.empty() || !options.definitions.empty() ||
                         options.isWatching || remembers || execution.strict ||
                         !execution.history.since.empty() || !execution.history.onlyFailed.empty();
    if (!hasMore) return Done{};
    return usageError(
        "--plan",
        "has all that a shard does; leave out CONFIG, -D, --strict, --watch and all options about "
        "earlier runs");
}

/// Returns the command that makes the same plan and removes what is not in it.
std::string pruneCommand(const RunArguments& options) {
    std::string command = "rigkiln run " + shellWord(options.configuration);
    for (const std::string& definition : options.definitions)
        command += " -D " + shellWord(definition);
    return command + " --prune";
}

int runCommand(RunArguments& options) {
    if (const Status checked = checkShard(options); !checked) return failCommand(checked.error());
    if (!options.shard.plan.empty()) return runShard(options.shard, options.execution);
    int exitWith = 0;
    options.execution.pruneCommand = pruneCommand(options);
    if (options.isWatching) return watchAndRun(options);
    const auto settings = loadConfiguration(options.configuration, options.definitions, exitWith);
    if (!settings) return exitWith;
    ExecutionOptions execution = options.execution;
    execution.build.inputs = {options.configuration};
    for (const std::string& definition : options.definitions) {
        // A value that is a path of its own is one of the command line.
        const std::string value = definition.substr(definition.find('=') + 1);
        if (value.starts_with('/')) execution.build.inputs.push_back(value);
    }
    return execute(*settings, execution);
}

}  // namespace

Command addRun(CLI::App& program) {
    const auto options = std::make_shared<RunArguments>();
    CLI::App* app = program.add_subcommand("run", "Run a job graph");
    app->add_option("CONFIG", options->configuration, "Configuration in YAML (docs/configuration.md)")
        ->type_name("FILE");
    addDefinitions(*app, options->definitions);
    addExecutionOptions(*app, options->execution);
    addMemoryOptions(*app, options->execution);
    app->add_flag("--watch", options->isWatching,
                  "Run again whenever a file changes that could change an output, until Ctrl-C");
    addHistoryFiles(*app, options->execution.history);
    const OptionGroupScope group(*app, "Many machines");
    app->add_option("--plan", options->shard.plan,
                    "Make a part of this plan of a farm, as in farm/round-1 (docs/farm.md)")
        ->type_name("FOLDER");
    app->add_option("--shard", options->shard.shard, "The part, as in 3/16")->type_name("I/N");
    return {app, [options] { return runCommand(*options); }};
}

}  // namespace rigkiln::cli
