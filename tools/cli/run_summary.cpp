#include "tools/cli/run_summary.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "pipeline/recipe/recipe_json.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/replay_command.hpp"
#include "tools/cli/terminal.hpp"

namespace rigkiln::cli {

std::string replayOf(const Plan& plan, const RunReport& report, const std::string& workingFolder,
                     std::size_t unit, std::optional<std::size_t> input) {
    const UnitReport failed = unitAt(report, unit);
    if (failed.phase == FailurePhase::Planning && failed.status == UnitStatus::Failed) return {};
    const bool needsAll = failed.phase == FailurePhase::Exporting || failed.phase == FailurePhase::Writing;
    const Registries modules = registries();
    std::string command =
        replayCommand(plan.units.recipe(unit), {.registries = modules,
                                                .workingFolder = workingFolder,
                                                .file = needsAll ? std::optional<std::size_t>() : input});
    const std::optional<Error>& error = failed.error;
    if (!command.empty() && error && error->is(kIssueNotAllowed)) command += " --strict";
    return command;
}

void addDigests(const Plan& plan, RunReport& report) {
    const auto digestOf = [&plan](std::size_t unit) { return recipeDigest(plan.units.recipe(unit)); };
    report.optionsDigest = combinedDigest(plan.units.size(), [&](std::size_t unit) {
        std::string digest = digestOf(unit);
        if (report.stored == nullptr) report.units[unit].recipe = digest;
        return digest;
    });
    report.recipeOf = digestOf;
}

int summaryStream(const ExecutionOptions& options) {
    const bool isTaken = options.progress == "json" || usesStandardOutput(options.reports);
    return isTaken ? STDERR_FILENO : STDOUT_FILENO;
}

SummaryOptions summaryOptions(const Plan& plan, const RunReport& report, const ExecutionOptions& options) {
    std::error_code ignored;
    const std::string folder = std::filesystem::current_path(ignored).string();
    return {.workingFolder = folder,
            .reportFile = options.reports.json == "-" ? std::string() : options.reports.json,
            .hasColor = hasColor(summaryStream(options)),
            .place = options.place,
            .replay =
                [&plan, &report, folder](std::size_t unit, std::optional<std::size_t> input) {
                    return replayOf(plan, report, folder, unit, input);
                },
            .pruneCommand = options.pruneCommand};
}

bool isAllRemembered(const RunReport& report) {
    return !report.vanished && (report.stored == nullptr || report.stored->facts().areAllRemembered) &&
           std::ranges::all_of(report.units, [](const UnitReport& unit) { return unit.isRemembered; });
}

}  // namespace rigkiln::cli
