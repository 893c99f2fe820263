#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/run/host.hpp"
#include "tools/cli/build_step.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/load_configuration.hpp"
#include "tools/cli/ninja_file.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/plan_mistakes.hpp"
#include "tools/cli/program_path.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

struct NinjaArguments {
    std::string configuration;
    std::vector<std::string> definitions;
    std::string output;
    unsigned jobs = 0;
};

/// Folder beside the file for what Ninja and its steps keep.
std::string buildFolderOf(const std::string& output) {
    const fs::path parent = fs::path(output).parent_path();
    return (parent / ".rigkiln-ninja").string();
}

std::vector<std::string> wordsOf(const NinjaArguments& options) {
    std::vector<std::string> words = {"ninja", options.configuration, "-o", options.output};
    for (const std::string& definition : options.definitions) {
        words.emplace_back("-D");
        words.push_back(definition);
    }
    if (options.jobs != 0) {
        words.emplace_back("--jobs");
        words.push_back(fmt::to_string(options.jobs));
    }
    return words;
}

int ninjaCommand(const NinjaArguments& options) {
    int exitWith = 0;
    const auto settings = loadConfiguration(options.configuration, options.definitions, exitWith);
    if (!settings) return exitWith;
    if (!settings->failOn.ids.empty()) {
        return failCommand(
            usageError(options.configuration,
                       "has `fail_on` with single issues, which a step of its own does not know; let "
                       "one step run the whole configuration (`rigkiln run --depfile --stamp`)"));
    }
    const Result<Plan> plan = makePlan({.settings = *settings, .registries = registries()});
    if (!plan) return failCommand(plan.error());
    if (complainOfMistakes(*plan)) return kBadUsage;
    for (const Error& error : plan->environment)
        complain(error.text());
    if (!plan->environment.empty()) return kEnvironmentFailed;
    std::error_code code;
    const Registries modules = registries();
    const Result<std::string> text =
        ninjaFile(*plan, {.registries = modules,
                          .workingFolder = fs::current_path(code).string(),
                          .program = programPath(),
                          .file = options.output,
                          .buildFolder = buildFolderOf(options.output),
                          .generate = wordsOf(options),
                          .depth = options.jobs == 0 ? defaultJobs() : options.jobs,
                          .isStrict = settings->failOn.warnings});
    if (!text) return failCommand(text.error());
    const std::string output = fs::absolute(options.output).lexically_normal().string();
    const BuildOptions build{.depfile = buildFolderOf(options.output) + "/generate.d",
                             .inputs = {options.configuration},
                             .output = {output, options.output}};
    BuildStep step(build);
    step.dependencies().add(*plan);
    step.dependencies().add(settings->file);
    step.leaveOut(plan->state.folder);
    const Result<std::string> before = readTextFile(options.output, text->size() + 1);
    const bool isWritten = !before || *before != *text;
    if (const Status written = writeTextFile(options.output, *text); !written)
        return failCommand(written.error());
    step.addOutput(output, isWritten);
    return step.finish(kDone);
}

}  // namespace

Command addNinja(CLI::App& program) {
    const auto options = std::make_shared<NinjaArguments>();
    CLI::App* app = program.add_subcommand(
        "ninja", "Write a job graph as a build file for Ninja, a step for each output");
    app->add_option("CONFIG", options->configuration, "Configuration in YAML (docs/configuration.md)")
        ->type_name("FILE")
        ->required();
    app->add_option("-o,--output", options->output,
                    "File for Ninja, such as build.ninja (docs/build-systems.md)")
        ->type_name("FILE")
        ->required();
    addDefinitions(*app, options->definitions);
    app->add_option("-j,--jobs", options->jobs,
                    "Steps that run at the same time at most (default: all processors this process may use)")
        ->check(CLI::Range(1, 1024));
    return {app, [options] { return ninjaCommand(*options); }};
}

}  // namespace rigkiln::cli
