#include "pipeline/report/report_json.hpp"

#include <cassert>

#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/report/failure_groups.hpp"
#include "pipeline/report/report_errors.hpp"

namespace rigkiln {
namespace {

using Json = nlohmann::ordered_json;

Json toJson(const Error& error) {
    return {{"code", error.code().id},
            {"kind", toString(error.kind())},
            {"where", toUtf8(error.where())},
            {"problem", toUtf8(error.problem)}};
}

Json toJson(const AssetCounts& counts) {
    return {{"joints", counts.joints},
            {"meshes", counts.meshes},
            {"vertices", counts.vertices},
            {"triangles", counts.triangles},
            {"materials", counts.materials},
            {"textures", counts.textures},
            {"attachments", counts.attachments},
            {"lights", counts.lights},
            {"clips", counts.clips},
            {"keys", counts.keys},
            {"animation_bytes", counts.animationBytes}};
}

Json toJson(const ReportTotals& sums) {
    return {
        {"units", sums.units},
        {"written", sums.written},
        {"unchanged", sums.unchanged},
        {"failed", sums.failed},
        {"cancelled", sums.cancelled},
        {"inputs",
         {{"total", sums.inputs},
          {"converted", sums.converted},
          {"failed", sums.inputsFailed},
          {"skipped", sums.inputsSkipped},
          {"cancelled", sums.inputsCancelled},
          {"clips_failed", sums.clipsFailed}}},
        {"issues", {{"information", sums.informations}, {"warning", sums.warnings}, {"error", sums.errors}}},
        {"bytes_in", sums.bytesIn},
        {"bytes_out", sums.bytesOut},
        {"counts", toJson(sums.counts)}};
}

Json toJson(const InputReport& input) {
    assert(input.status != InputStatus::Pending);
    Json json = {{"path", toUtf8(input.path)},
                 {"format", input.format},
                 {"role", toString(input.role)},
                 {"status", toString(input.status)},
                 {"bytes", input.sizeBytes}};
    if (input.error) json["error"] = toJson(*input.error);
    if (!input.rootCause.empty()) json["root_cause"] = toUtf8(input.rootCause);
    return json;
}

Json toJson(const ClipReductionReport& clip) {
    return {{"name", toUtf8(clip.clip)},
            {"keys_before", clip.keysBefore},
            {"keys_after", clip.keysAfter},
            {"bytes_before", clip.bytesBefore},
            {"bytes_after", clip.bytesAfter},
            {"bound", clip.bound},
            {"max_error", clip.maxError},
            {"p99_error", clip.p99Error},
            {"worst_joint", toUtf8(clip.worstJoint)},
            {"worst_time", clip.worstTime}};
}

Json toJson(const UnitReport& unit, bool withTimes) {
    assert(unit.status != UnitStatus::Pending);
    Json json = {{"output", toUtf8(unit.output)},
                 {"format", unit.format},
                 {"exporter", unit.exporter},
                 {"status", toString(unit.status)}};
    if (unit.error) {
        json["error"] = toJson(*unit.error);
        json["phase"] = toString(unit.phase);
    }
    if (!unit.recipe.empty()) json["recipe"] = unit.recipe;
    if (unit.hasStaleOutput) json["stale_output"] = true;
    json["inputs"] = Json::array();
    for (const InputReport& input : unit.inputs)
        json["inputs"].push_back(toJson(input));
    json["issues"] = Json::array();
    for (const IssueReport& issue : unit.issues) {
        json["issues"].push_back({{"id", issue.id},
                                  {"severity", toString(issue.severity)},
                                  {"where", toUtf8(issue.where)},
                                  {"details", toUtf8(issue.details)}});
    }
    json["issue_counts"] = Json::object();
    for (const auto& [id, count] : unit.issueCounts)
        json["issue_counts"][id] = count;
    json["counts"] = toJson(unit.counts);
    if (!unit.reductions.empty()) {
        json["reduced_clips"] = Json::array();
        for (const ClipReductionReport& clip : unit.reductions)
            json["reduced_clips"].push_back(toJson(clip));
    }
    if (unit.positionError) json["position_error"] = *unit.positionError;
    json["bytes_in"] = unit.bytesIn;
    json["bytes_out"] = unit.bytesOut;
    if (withTimes) {
        json["times"] = {{"read_ms", unit.times.readMilliseconds},
                         {"convert_ms", unit.times.convertMilliseconds},
                         {"publish_ms", unit.times.publishMilliseconds}};
    }
    return json;
}

Json toJson(const IssueTotal& total) {
    return {{"id", total.id},
            {"severity", toString(total.severity)},
            {"sentence", total.sentence},
            {"occurrences", total.occurrences},
            {"units", total.units}};
}

Json toJson(const MissingTexture& missing) {
    Json folders = Json::array();
    for (const std::string& folder : missing.folders)
        folders.push_back(toUtf8(folder));
    return {{"name", toUtf8(missing.name)},
            {"models", missing.models},
            {"folders", std::move(folders)},
            {"folder_count", missing.folderCount}};
}

Json toJson(const FailureGroup& group, const RunReport& report, const ReplayCommand& replay) {
    const Failure& failure = group.example;
    Json json = Json::object();
    if (failure.error) {
        json = {{"code", failure.error->code().id},
                {"kind", toString(failure.error->kind())},
                {"sentence", failure.error->code().sentence}};
        if (const std::string_view issue = issueNotAllowed(*failure.error); !issue.empty())
            json["issue"] = toUtf8(issue);
    }
    json["phase"] = toString(failure.phase);
    if (!failure.format.empty()) json["format"] = failure.format;
    json["count"] = group.count;
    Json example = {{"root_cause", toUtf8(failure.path)}};
    if (failure.unit) example["output"] = toUtf8(report.units[*failure.unit].output);
    if (failure.error) {
        example["where"] = toUtf8(failure.error->where());
        example["problem"] = toUtf8(failure.error->problem);
    }
    const std::string command = replay && failure.unit ? replay(*failure.unit, failure.input) : std::string();
    if (!command.empty()) example["replay"] = toUtf8(command);
    json["example"] = std::move(example);
    return json;
}

Json toJson(const StateReport& state) {
    Json json = {{"folder", toUtf8(state.folder)},
                 {"images_found", state.imagesFound},
                 {"images_made", state.imagesMade},
                 {"images_removed", state.imagesRemoved}};
    if (state.problem) json["problem"] = toJson(*state.problem);
    return json;
}

Json toJson(const std::vector<FaultReport>& faults) {
    Json json = Json::array();
    for (const FaultReport& fault : faults) {
        Json& row = json.emplace_back(Json::object());
        if (!fault.output.empty()) row["output"] = fault.output;
        row["root_cause"] = fault.rootCause;
        row["code"] = fault.code;
        if (!fault.codeBefore.empty()) row["code_before"] = fault.codeBefore;
    }
    return json;
}

Json toJson(const SinceReport& since) {
    return {{"report", toUtf8(since.report)},
            {"new", toJson(since.changes.added)},
            {"fixed", toJson(since.changes.fixed)},
            {"still_there", toJson(since.changes.stillThere)},
            {"not_judged", toJson(since.changes.notJudged)}};
}

Json toJson(const SelectionReport& selection) {
    return {{"report", toUtf8(selection.report)},
            {"chosen", selection.chosen},
            {"planned", selection.planned},
            {"not_in_report", selection.notInReport},
            {"not_planned", selection.notPlanned}};
}

/// Appends an array and makes its elements one at a time, so that a report of a million units is not in
/// memory twice.
template <class Elements, class MakeJson>
void appendArray(std::string& text, std::string_view name, const Elements& elements, MakeJson makeJson) {
    text += ",\n  \"";
    text += name;
    text += "\": [";
    std::string_view separator = "\n    ";
    for (const auto& element : elements) {
        text += separator;
        text += Json(makeJson(element)).dump();
        separator = ",\n    ";
    }
    text += elements.empty() ? "]" : "\n  ]";
}

/// Returns the members of an object without its braces, indented for the enclosing object.
std::string membersText(const Json& object) {
    const std::string text = object.dump(2);
    return text.substr(1, text.size() - 3);
}

}  // namespace

std::string toReportJson(const RunReport& report, bool withTimes, const ReplayCommand& replay) {
    Json head = {{"report_version", kReportVersion},  {"program", "rigkiln"},
                 {"version", toUtf8(report.version)}, {"configuration", toUtf8(report.configuration)},
                 {"exit_code", exitCode(report)},     {"interrupted", report.interrupted},
                 {"totals", toJson(totals(report))}};
    if (!report.optionsDigest.empty()) head["options_digest"] = report.optionsDigest;
    head["formats"] = Json::object();
    for (const auto& [format, sums] : totalsByFormat(report))
        head["formats"][format] = toJson(sums);
    if (report.stopped) {
        head["stopped"] = toJson(report.stopped->error);
        if (report.stopped->freeBytes) head["stopped"]["free_bytes"] = *report.stopped->freeBytes;
    }
    if (report.state) head["state"] = toJson(*report.state);
    if (report.since) head["since"] = toJson(*report.since);
    if (report.onlyFailed) head["only_failed"] = toJson(*report.onlyFailed);
    if (withTimes) {
        head["run"] = {{"wall_ms", report.wallMilliseconds},
                       {"peak_reserved_bytes", report.peakReservedBytes}};
        if (report.started) head["run"]["started"] = *report.started;
    }

    std::string text = "{" + membersText(head);
    appendArray(text, "failures", failureGroups(report),
                [&](const FailureGroup& group) { return toJson(group, report, replay); });
    appendArray(text, "issues", issueTotals(report), [](const IssueTotal& total) { return toJson(total); });
    appendArray(text, "missing_textures", missingTextures(report),
                [](const MissingTexture& missing) { return toJson(missing); });
    appendArray(text, "environment", report.environment,
                [](const EnvironmentReport& problem) { return toJson(problem.error); });
    appendArray(text, "ignored", report.ignored, [](const IgnoredReport& file) {
        return Json{
            {"path", toUtf8(file.path)}, {"description", toUtf8(file.description)}, {"known", file.known}};
    });
    appendArray(text, "units", report.units, [&](const UnitReport& unit) { return toJson(unit, withTimes); });
    text += "\n}\n";
    return text;
}

}  // namespace rigkiln
