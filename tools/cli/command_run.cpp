#include <memory>
#include <string>
#include <vector>

#include "tools/cli/commands.hpp"
#include "tools/cli/load_configuration.hpp"
#include "tools/cli/replay_command.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/watch_run.hpp"

namespace rigkiln::cli {
namespace {

struct RunArguments : WatchArguments {
    bool isWatching = false;
};

/// Returns the command that makes the same plan and removes what is not in it.
std::string pruneCommand(const RunArguments& options) {
    std::string command = "rigkiln run " + shellWord(options.configuration);
    for (const std::string& definition : options.definitions)
        command += " -D " + shellWord(definition);
    return command + " --prune";
}

int runCommand(RunArguments& options) {
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
        ->type_name("FILE")
        ->required();
    addDefinitions(*app, options->definitions);
    addExecutionOptions(*app, options->execution);
    addMemoryOptions(*app, options->execution);
    app->add_flag("--watch", options->isWatching,
                  "Run again whenever a file changes that could change an output, until Ctrl-C");
    addHistoryFiles(*app, options->execution.history);
    return {app, [options] { return runCommand(*options); }};
}

}  // namespace rigkiln::cli
