#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "library/conversion/named_inputs.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/explanation.hpp"
#include "tools/cli/load_configuration.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/remembered_run.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

struct ExplainArguments {
    std::string path;
    std::string configuration;
    std::vector<std::string> definitions;
    bool json = false;
};

OptionOrigins::Definitions definitionsOf(const std::vector<std::string>& texts) {
    OptionOrigins::Definitions definitions;
    definitions.reserve(texts.size());
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        definitions.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return definitions;
}

int explainCommand(const ExplainArguments& options) {
    int exitWith = 0;
    const auto settings = loadConfiguration(options.configuration, options.definitions, exitWith);
    if (!settings) return exitWith;
    const Result<std::string> text = readTextFile(options.configuration, kMostConfigurationBytes);
    if (!text) return failCommand(text.error());
    const Result<Plan> plan = makePlan({.settings = *settings, .registries = registries()});
    if (!plan) return failCommand(plan.error());
    const OptionOrigins origins(*text, definitionsOf(options.definitions));
    const std::unique_ptr<RunState> state = openStateToRead(*settings);
    const Result<Explanation> explanation = explain({.settings = *settings,
                                                     .origins = origins,
                                                     .plan = *plan,
                                                     .path = absolutePath(options.path).string(),
                                                     .state = state.get()});
    if (!explanation) return failCommand(explanation.error());
    print(options.json ? toJson(*explanation) : toText(*explanation));
    return kDone;
}

}  // namespace

Command addExplain(CLI::App& program) {
    const auto options = std::make_shared<ExplainArguments>();
    CLI::App* app = program.add_subcommand(
        "explain",
        "Say what a configuration does with a file, and why: scans, models of clips, options, textures");
    app->footer(
        "\nPATH is a source, an output or any other file, also one that nothing converts. Nothing is "
        "written.");
    app->add_option("PATH", options->path, "File to explain; it may lie in an archive")
        ->type_name("PATH")
        ->required();
    app->add_option("--config", options->configuration, "Configuration in YAML")
        ->type_name("FILE")
        ->required();
    addDefinitions(*app, options->definitions);
    app->add_flag("--json", options->json, "As JSON");
    return {app, [options] { return explainCommand(*options); }};
}

}  // namespace rigkiln::cli
