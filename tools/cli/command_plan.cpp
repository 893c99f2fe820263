#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/recipe/recipe_json.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_parts.hpp"
#include "pipeline/report/summary_style.hpp"
#include "pipeline/report/unit_report.hpp"
#include "pipeline/run/fresh_units.hpp"
#include "pipeline/run/vanished_files.hpp"
#include "pipeline/state/run_state.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/load_configuration.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/plan_mistakes.hpp"
#include "tools/cli/remembered_run.hpp"

namespace rigkiln::cli {
namespace {

struct PlanArguments {
    std::string configuration;
    std::vector<std::string> definitions;
    bool json = false;
    bool prune = false;
};

std::string_view roleText(AssetKind kind) {
    if (kind == AssetKind::Clip) return "clip ";
    return kind == AssetKind::Unclear ? "file " : "model";
}

/// Records of earlier runs, compared with a plan.
struct Memory {
    bool isThere = false;  ///< the configuration has a state
    Verdicts verdicts{};
    std::set<std::size_t> failed{};  ///< fresh units that failed
    std::optional<Error> problem{};  ///< why nothing was compared
    VanishedReport vanished{};       ///< files that a run would report, or remove if it is asked to
};

/// `state` may be null.
Memory compareWithEarlierRuns(const Settings& settings, const Plan& plan, RunState* state) {
    Memory memory;
    if (state == nullptr) return memory;
    memory.isThere = true;
    ArtFiles files({.registries = registries(), .archives = plan.archives});
    memory.verdicts = findFreshUnits(plan, *state, files, settings.failOn, {},
                                     [&](std::size_t unit, const UnitRecord& record) {
                                         if (record.report.status == UnitStatus::Failed)
                                             memory.failed.insert(unit);
                                         return true;
                                     });
    memory.vanished.withheld = reasonToDoubt(plan);
    if (memory.vanished.withheld.empty()) {
        std::vector<Error> problems;
        const auto isFresh = [&](std::size_t unit) {
            return memory.verdicts.freshness(unit) == Freshness::Fresh;
        };
        memory.vanished = findVanishedFiles(
            {.plan = plan, .state = *state, .disk = realDisk(), .isRecorded = isFresh}, problems);
    }
    memory.problem = state->problem();
    return memory;
}

/// Returns why a run would or would not make the unit; empty without a state.
std::string reasonOf(const Memory& memory, std::size_t unit, bool isPlanned) {
    if (!memory.isThere || !isPlanned) return {};
    if (memory.failed.contains(unit)) return "failed before, and nothing changed since";
    return toUtf8(memory.verdicts[unit].text());
}

std::string unitText(const PlannedUnit& unit, const std::string& reason) {
    std::string text;
    text += fmt::format("{}\n", toUtf8(unit.recipe.output));
    if (!reason.empty()) text += fmt::format("  {}\n", reason);
    for (const FileFacts& file : unit.facts) {
        text += fmt::format("  {} {} ({})\n", roleText(file.kind), toUtf8(file.relative), file.description);
        if (file.problem && !unit.problem)
            text += fmt::format("    cannot be read: {}\n", toUtf8(file.problem->textInFile()));
    }
    for (const Issue& issue : unit.diagnostics.issues()) {
        text += fmt::format("  {}: {}: {}{}{} [{}]\n", toString(issue.kind->severity), toUtf8(issue.where),
                            issue.kind->sentence, issue.details.empty() ? "" : "; ", toUtf8(issue.details),
                            issue.kind->id);
    }
    if (unit.problem) text += fmt::format("  cannot be made: {}\n", toUtf8(unit.problem->text()));
    return text;
}

/// Tells what a run with --prune would remove.
std::string vanishedText(const VanishedReport& vanished, bool isAsked) {
    std::string text;
    if (isAsked) {
        for (const std::string& path : vanished.files)
            text += fmt::format("vanished {}\n", toUtf8(path));
        for (const std::string& path : vanished.changed)
            text += fmt::format("stays {} (changed since it was made)\n", toUtf8(path));
        if (!vanished.withheld.empty())
            text += fmt::format("a run with --prune would remove nothing: {}\n", toUtf8(vanished.withheld));
    }
    if (vanished.files.empty()) return text;
    return text + fmt::format("{} of earlier runs ({}) {} to no source any more: {}\n",
                              summary::counted(vanished.files.size(), "file"), byteCountText(vanished.bytes),
                              vanished.files.size() == 1 ? "belongs" : "belong",
                              isAsked ? "a run with --prune would remove what is listed above"
                                      : "`plan --prune` lists what `run --prune` would remove");
}

/// Prints unit by unit, because the text of a large plan would need more memory than the plan.
void printText(const Plan& plan, const Memory& memory, bool isPruned) {
    std::size_t fresh = 0;
    std::size_t impossible = 0;
    for (std::size_t i = 0; i < plan.units.size(); ++i) {
        const PlannedUnit unit = plan.units[i];
        print(unitText(unit, reasonOf(memory, i, !unit.problem)));
        if (unit.problem)
            ++impossible;
        else if (memory.isThere && memory.verdicts.freshness(i) == Freshness::Fresh)
            ++fresh;
    }
    std::string text;
    if (memory.problem) text += fmt::format("earlier runs: {}\n", toUtf8(memory.problem->text()));
    for (const IgnoredFile& file : plan.ignored)
        text += fmt::format("ignored {} ({})\n", toUtf8(file.path), toUtf8(file.description));
    for (const Error& error : plan.environment)
        text += fmt::format("not examined: {}\n", toUtf8(error.text()));
    const std::size_t made = plan.units.size() - fresh - impossible;
    const std::string counted = made == plan.units.size() && !memory.isThere
                                    ? fmt::to_string(made)
                                    : fmt::format("{} of {}", made, plan.units.size());
    text += vanishedText(memory.vanished, isPruned);
    text += fmt::format("a run would make {} outputs and ignore {} files\n", counted, plan.ignored.size());
    print(text);
}

using Json = nlohmann::ordered_json;

Json unitJson(const PlannedUnit& unit, const std::string& reason) {
    Json json = {{"output", toUtf8(unit.recipe.output)}, {"digest", recipeDigest(unit.recipe)}};
    if (unit.problem) json["problem"] = toUtf8(unit.problem->text());
    if (!reason.empty()) json["reason"] = reason;
    const std::vector<const FileRecipe*> files = unit.recipe.files();
    for (std::size_t i = 0; i < files.size(); ++i) {
        json["sources"].push_back({{"path", toUtf8(files[i]->path)},
                                   {"description", toUtf8(unit.facts[i].description)},
                                   {"bytes", unit.facts[i].sizeBytes}});
        if (unit.facts[i].problem)
            json["sources"].back()["problem"] = toUtf8(unit.facts[i].problem->textInFile());
    }
    json["recipe"] = Json::parse(recipeToJson(unit.recipe));
    return json;
}

/// Writes unit by unit, because the document of a large plan would need many times the memory of the plan.
void printJson(const Plan& plan, const Memory& memory) {
    print("{\"units\": [");
    for (std::size_t i = 0; i < plan.units.size(); ++i) {
        const PlannedUnit unit = plan.units[i];
        print((i == 0 ? "\n" : ",\n") + unitJson(unit, reasonOf(memory, i, !unit.problem)).dump(2));
    }
    Json ignored = Json::array();
    for (const IgnoredFile& file : plan.ignored)
        ignored.push_back({{"path", toUtf8(file.path)}, {"description", toUtf8(file.description)}});
    print("],\n\"ignored\": " + ignored.dump(2));
    if (!memory.vanished.files.empty()) {
        Json vanished = Json::array();
        for (const std::string& path : memory.vanished.files)
            vanished.push_back(toUtf8(path));
        print(",\n\"vanished\": " + vanished.dump(2));
    }
    print("}\n");
}

int planCommand(const PlanArguments& options) {
    int exitWith = 0;
    const auto settings = loadConfiguration(options.configuration, options.definitions, exitWith);
    if (!settings) return exitWith;
    if (options.prune && settings->state.folder.empty()) {
        return failCommand(usageError(
            "--prune",
            "needs `state: FOLDER` in the configuration, which knows the outputs of earlier runs"));
    }
    const std::unique_ptr<RunState> state = openStateToRead(*settings);
    const std::unique_ptr<SeenFiles> seen = state == nullptr ? nullptr : state->seenFiles();
    const Result<Plan> plan =
        makePlan({.settings = *settings, .registries = registries(), .seen = seen.get()});
    if (!plan) {
        complain(plan.error().text());
        return exitCode(plan.error());
    }
    const bool isWrong = complainOfMistakes(*plan);
    const Memory memory = compareWithEarlierRuns(*settings, *plan, state.get());
    if (options.json) {
        printJson(*plan, memory);
    } else {
        printText(*plan, memory, options.prune);
    }
    if (isWrong) return kBadUsage;
    return plan->environment.empty() ? kDone : kEnvironmentFailed;
}

}  // namespace

Command addPlan(CLI::App& program) {
    const auto options = std::make_shared<PlanArguments>();
    CLI::App* app = program.add_subcommand("plan", "Show what a job graph would convert, without converting");
    app->add_option("CONFIG", options->configuration, "Configuration in YAML")->type_name("FILE")->required();
    addDefinitions(*app, options->definitions);
    app->add_flag("--json", options->json, "As JSON");
    app->add_flag("--prune", options->prune, "List the files that `run --prune` would remove");
    return {app, [options] { return planCommand(*options); }};
}

}  // namespace rigkiln::cli
