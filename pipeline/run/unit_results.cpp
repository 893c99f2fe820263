#include "pipeline/run/unit_results.hpp"

#include <algorithm>
#include <string>

namespace rigkiln {
namespace {

InputRole roleOf(AssetKind kind) {
    if (kind == AssetKind::Clip) return InputRole::Clip;
    return kind == AssetKind::Unclear ? InputRole::Unknown : InputRole::Model;
}

}  // namespace

UnitReport openReport(const UnitTable& units, std::size_t unit) {
    const Recipe recipe = units.recipe(unit);
    const std::vector<FileFacts> facts = units.facts(unit);
    UnitReport report{.output = recipe.output,
                      .format = recipe.mainFile().settings->format.id,
                      .exporter = recipe.exporting->exporter.id,
                      .status = UnitStatus::Pending};
    const std::vector<const FileRecipe*> files = recipe.files();
    for (std::size_t i = 0; i < files.size(); ++i) {
        report.inputs.push_back({.path = files[i]->path,
                                 .format = files[i]->settings->format.id,
                                 .role = roleOf(facts[i].kind),
                                 .status = InputStatus::Pending,
                                 .sizeBytes = facts[i].sizeBytes});
    }
    return report;
}

bool takeResults(UnitReport& report, UnitReport results) {
    if (results.inputs.size() != report.inputs.size()) return false;
    for (std::size_t i = 0; i < report.inputs.size(); ++i) {
        report.inputs[i].status = results.inputs[i].status;
        report.inputs[i].error = std::move(results.inputs[i].error);
        report.inputs[i].rootCause = std::move(results.inputs[i].rootCause);
    }
    report.status = results.status;
    report.error = std::move(results.error);
    report.phase = results.phase;
    report.issues = std::move(results.issues);
    report.issueCounts = std::move(results.issueCounts);
    report.textureSearch = std::move(results.textureSearch);
    report.counts = results.counts;
    report.reductions = std::move(results.reductions);
    report.positionError = results.positionError;
    report.times = results.times;
    report.bytesIn = results.bytesIn;
    report.bytesOut = results.bytesOut;
    return true;
}

void addIssues(UnitReport& report, const Diagnostics& diagnostics) {
    for (const Issue& issue : diagnostics.issues()) {
        report.issues.push_back({std::string(issue.kind->id), issue.kind->severity,
                                 std::string(issue.kind->sentence), issue.where, issue.details});
    }
    for (const auto& [id, count] : diagnostics.counts())
        report.issueCounts[std::string(id)] += count;
}

void fail(UnitReport& report, const Error& error, FailurePhase phase) {
    report.status = UnitStatus::Failed;
    report.isCached = false;
    report.error = error;
    report.phase = phase;
    report.counts = {};
    report.bytesOut = 0;
    const auto guilty = std::ranges::find(report.inputs, error.file, &InputReport::path);
    const std::string cause = guilty == report.inputs.end() ? report.output : guilty->path;
    for (InputReport& input : report.inputs) {
        if (input.status == InputStatus::Failed) continue;
        const bool isGuilty = input.path == cause;
        input.status = isGuilty ? InputStatus::Failed : InputStatus::Skipped;
        if (isGuilty) {
            input.error = error;
        } else {
            input.rootCause = cause;
        }
    }
}

void cancel(UnitReport& report) {
    report.status = UnitStatus::Cancelled;
    report.counts = {};
    for (InputReport& input : report.inputs) {
        if (input.status == InputStatus::Pending) input.status = InputStatus::Cancelled;
    }
}

}  // namespace rigkiln
