#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/report/run_report.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/load_configuration.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {
namespace {

struct PlanArguments {
    std::string configuration;
    std::vector<std::string> definitions;
    bool json = false;
};

std::string planText(const Plan& plan) {
    std::string text;
    for (const PlannedUnit& unit : plan.units) {
        text += fmt::format("{}\n", toUtf8(unit.output));
        for (const SourceFile* file : unit.sources()) {
            text += fmt::format("  {} {} ({})\n", file->kind == AssetKind::Clip ? "clip " : "model",
                                toUtf8(file->relative), file->description);
        }
        for (const Issue& issue : unit.diagnostics.issues()) {
            text += fmt::format("  {}: {}: {}\n", toString(issue.kind->severity), toUtf8(issue.where),
                                toUtf8(issue.details));
        }
        if (unit.problem) text += fmt::format("  cannot be made: {}\n", toUtf8(unit.problem->text()));
    }
    for (const IgnoredFile& file : plan.ignored)
        text += fmt::format("ignored {} ({})\n", toUtf8(file.path), toUtf8(file.description));
    for (const Error& error : plan.environment)
        text += fmt::format("could not look: {}\n", toUtf8(error.text()));
    text += fmt::format("{} outputs, {} files ignored\n", plan.units.size(), plan.ignored.size());
    return text;
}

nlohmann::ordered_json sourceJson(const SourceFile& source) {
    return {{"path", toUtf8(source.path)}, {"format", source.format->id}, {"bytes", source.sizeBytes}};
}

nlohmann::ordered_json partJson(const PartSources& part) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    if (part.model) json["model"] = sourceJson(*part.model);
    json["clips"] = nlohmann::ordered_json::array();
    for (const SourceFile& clip : part.clips)
        json["clips"].push_back(sourceJson(clip));
    return json;
}

std::string planJson(const Plan& plan) {
    nlohmann::ordered_json json = {{"units", nlohmann::ordered_json::array()},
                                   {"ignored", nlohmann::ordered_json::array()}};
    for (const PlannedUnit& unit : plan.units) {
        nlohmann::ordered_json row = {{"output", toUtf8(unit.output)}};
        row.update(partJson({.model = unit.model, .clips = unit.clips}));
        for (const UnitPart& part : unit.furtherParts)
            row["further_parts"].push_back(partJson({.model = part.model, .clips = part.clips}));
        if (unit.problem) row["problem"] = toUtf8(unit.problem->text());
        json["units"].push_back(std::move(row));
    }
    for (const IgnoredFile& file : plan.ignored) {
        json["ignored"].push_back({{"path", toUtf8(file.path)}, {"description", toUtf8(file.description)}});
    }
    return json.dump(2) + "\n";
}

int planCommand(const PlanArguments& options) {
    int exitWith = 0;
    const auto settings = loadConfiguration(options.configuration, options.definitions, exitWith);
    if (!settings) return exitWith;
    const Result<Plan> plan = makePlan({.settings = *settings, .registries = registries()});
    if (!plan) {
        complain(plan.error().text());
        return exitCode(plan.error());
    }
    print(options.json ? planJson(*plan) : planText(*plan));
    return plan->environment.empty() ? kDone : kEnvironmentFailed;
}

}  // namespace

Command addPlan(CLI::App& program) {
    const auto options = std::make_shared<PlanArguments>();
    CLI::App* app = program.add_subcommand("plan", "Show what a job graph would convert, without converting");
    app->add_option("CONFIG", options->configuration, "Configuration in YAML")->required();
    app->add_option("-D", options->definitions, "Set a variable of the configuration")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    app->add_flag("--json", options->json, "As JSON");
    return {app, [options] { return planCommand(*options); }};
}

}  // namespace rigkiln::cli
