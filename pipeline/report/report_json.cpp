#include "pipeline/report/report_json.hpp"

#include <cassert>
#include <cmath>

#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/failure_groups.hpp"
#include "pipeline/report/issue_totals.hpp"
#include "pipeline/report/json_text.hpp"
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

/// Appends an object, member by member.
class ObjectWriter {
public:
    explicit ObjectWriter(std::string& json) : json_(json) { json_ += '{'; }

    /// Appends the name; the caller appends the value.
    std::string& member(std::string_view name) {
        if (!isFirst_) json_ += ',';
        isFirst_ = false;
        json_text::appendQuoted(json_, name);
        json_ += ':';
        return json_;
    }
    void text(std::string_view name, std::string_view value) { json_text::appendText(member(name), value); }
    /// A text that is UTF-8 without control characters: a name in this program.
    void word(std::string_view name, std::string_view value) { json_text::appendQuoted(member(name), value); }
    void number(std::string_view name, std::size_t value) { json_text::appendNumber(member(name), value); }
    void milliseconds(std::string_view name, double value) {
        constexpr double kThousandths = 1000;
        json_text::appendThousandths(member(name), std::llround(value * kThousandths));
    }
    void close() { json_ += '}'; }

private:
    std::string& json_;
    bool isFirst_ = true;
};

/// Appends an array of what `append` appends for each element.
template <class Elements, class Append>
void appendElements(std::string& json, const Elements& elements, Append append) {
    json += '[';
    bool isFirst = true;
    for (const auto& element : elements) {
        if (!isFirst) json += ',';
        isFirst = false;
        append(json, element);
    }
    json += ']';
}

void appendError(std::string& json, const Error& error) {
    ObjectWriter object(json);
    object.word("code", error.code().id);
    object.word("kind", toString(error.kind()));
    object.text("where", error.where());
    object.text("problem", error.problem);
    object.close();
}

void appendInput(std::string& json, const InputReport& input) {
    assert(input.status != InputStatus::Pending);
    ObjectWriter object(json);
    object.text("path", input.path);
    object.word("format", input.format);
    object.word("role", toString(input.role));
    object.word("status", toString(input.status));
    object.number("bytes", input.sizeBytes);
    if (input.error) appendError(object.member("error"), *input.error);
    if (!input.rootCause.empty()) object.text("root_cause", input.rootCause);
    object.close();
}

void appendIssue(std::string& json, const IssueReport& issue) {
    ObjectWriter object(json);
    object.word("id", issue.id);
    object.word("severity", toString(issue.severity));
    object.text("where", issue.where);
    object.text("details", issue.details);
    object.close();
}

void appendCounts(std::string& json, const AssetCounts& counts) {
    ObjectWriter object(json);
    object.number("joints", counts.joints);
    object.number("meshes", counts.meshes);
    object.number("vertices", counts.vertices);
    object.number("triangles", counts.triangles);
    object.number("materials", counts.materials);
    object.number("textures", counts.textures);
    object.number("attachments", counts.attachments);
    object.number("lights", counts.lights);
    object.number("clips", counts.clips);
    object.number("keys", counts.keys);
    object.number("animation_bytes", counts.animationBytes);
    object.close();
}

void appendTimes(std::string& json, const StageTimes& times) {
    ObjectWriter object(json);
    object.milliseconds("read_ms", times.readMilliseconds);
    object.milliseconds("convert_ms", times.convertMilliseconds);
    object.milliseconds("publish_ms", times.publishMilliseconds);
    object.close();
}

void appendUnit(std::string& json, const UnitReport& unit, bool withTimes) {
    assert(unit.status != UnitStatus::Pending);
    ObjectWriter object(json);
    object.text("output", unit.output);
    object.word("format", unit.format);
    object.word("exporter", unit.exporter);
    object.word("status", toString(unit.status));
    if (unit.error) {
        appendError(object.member("error"), *unit.error);
        object.word("phase", toString(unit.phase));
    }
    if (!unit.recipe.empty()) object.word("recipe", unit.recipe);
    if (unit.isRemembered) object.member("remembered") += "true";
    if (unit.isCached) object.member("cached") += "true";
    if (unit.hasStaleOutput) object.member("stale_output") += "true";
    appendElements(object.member("inputs"), unit.inputs, appendInput);
    appendElements(object.member("issues"), unit.issues, appendIssue);
    ObjectWriter issueCounts(object.member("issue_counts"));
    for (const auto& [id, count] : unit.issueCounts)
        issueCounts.number(id, count);
    issueCounts.close();
    appendCounts(object.member("counts"), unit.counts);
    if (!unit.reductions.empty()) {
        appendElements(
            object.member("reduced_clips"), unit.reductions,
            [](std::string& text, const ClipReductionReport& clip) { text += toJson(clip).dump(); });
    }
    if (unit.positionError) object.member("position_error") += Json(*unit.positionError).dump();
    object.number("bytes_in", unit.bytesIn);
    object.number("bytes_out", unit.bytesOut);
    if (withTimes) appendTimes(object.member("times"), unit.times);
    object.close();
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

Json toJson(const EnvironmentReport& problem) {
    return toJson(problem.error);
}

Json toJson(const IgnoredReport& file) {
    return {{"path", toUtf8(file.path)}, {"description", toUtf8(file.description)}, {"known", file.known}};
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
    if (failure.unit) example["output"] = toUtf8(unitAt(report, *failure.unit).output);
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
    if (state.unitsRemembered > 0) json["units_remembered"] = state.unitsRemembered;
    if (state.failuresRemembered > 0) json["failures_remembered"] = state.failuresRemembered;
    if (state.leftoversRemoved > 0) json["leftovers_removed"] = state.leftoversRemoved;
    if (state.recordProblem) json["record_problem"] = toJson(*state.recordProblem);
    return json;
}

Json toJson(const CacheReport& cache) {
    Json json = {{"folder", toUtf8(cache.folder)},
                 {"units_found", cache.unitsFound},
                 {"units_kept", cache.unitsKept},
                 {"units_left_out", cache.unitsLeftOut}};
    if (cache.damage) {
        json["files_damaged"] = cache.filesDamaged;
        json["damage"] = toJson(*cache.damage);
    }
    if (cache.problem) json["problem"] = toJson(*cache.problem);
    return json;
}

Json toJson(const VanishedReport& vanished) {
    const auto paths = [](const std::vector<std::string>& list) {
        Json json = Json::array();
        for (const std::string& path : list)
            json.push_back(toUtf8(path));
        return json;
    };
    Json json = {{"files", paths(vanished.files)},
                 {"bytes", vanished.bytes},
                 {"removed", vanished.isPruned},
                 {"changed", paths(vanished.changed)}};
    if (vanished.foldersRemoved > 0) json["folders_removed"] = vanished.foldersRemoved;
    if (!vanished.withheld.empty()) json["withheld"] = toUtf8(vanished.withheld);
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

/// Writes an array and makes its elements one at a time. `forEach` calls its argument with each element.
template <class ForEach, class AppendJson>
void writeElements(const TextSink& sink, std::string_view name, const ForEach& forEach,
                   const AppendJson& appendJson) {
    std::string text = ",\n  \"";
    text += name;
    text += "\": [";
    bool isEmpty = true;
    forEach([&](const auto& element) {
        text += isEmpty ? "\n    " : ",\n    ";
        isEmpty = false;
        appendJson(text, element);
        sink(text);
        text.clear();
    });
    text += isEmpty ? "]" : "\n  ]";
    sink(text);
}

template <class Elements, class AppendJson>
void writeArray(const TextSink& sink, std::string_view name, const Elements& elements,
                const AppendJson& appendJson) {
    const auto forEach = [&](const auto& visit) {
        for (const auto& element : elements)
            visit(element);
    };
    writeElements(sink, name, forEach, appendJson);
}

/// Returns the members of an object without its braces, indented for the enclosing object.
std::string membersText(const Json& object) {
    const std::string text = object.dump(2);
    return text.substr(1, text.size() - 3);
}

}  // namespace

std::string toReportJson(const RunReport& report, bool withTimes, const ReplayCommand& replay) {
    std::string text;
    writeReportJson(report, withTimes, replay, [&text](std::string_view piece) { text += piece; });
    return text;
}

void writeReportJson(const RunReport& report, bool withTimes, const ReplayCommand& replay,
                     const TextSink& sink) {
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
    if (report.cache) head["cache"] = toJson(*report.cache);
    if (report.vanished) head["vanished"] = toJson(*report.vanished);
    if (report.since) head["since"] = toJson(*report.since);
    if (report.onlyFailed) head["only_failed"] = toJson(*report.onlyFailed);
    if (withTimes) {
        head["run"] = {{"wall_ms", report.wallMilliseconds},
                       {"peak_reserved_bytes", report.peakReservedBytes}};
        if (report.started) head["run"]["started"] = *report.started;
    }

    sink("{" + membersText(head));
    const auto dumped = [](const auto& makeJson) {
        return
            [&makeJson](std::string& json, const auto& element) { json += Json(makeJson(element)).dump(); };
    };
    const auto failure = [&](const FailureGroup& group) { return toJson(group, report, replay); };
    const auto plain = [](const auto& element) { return toJson(element); };
    writeArray(sink, "failures", failureGroups(report), dumped(failure));
    writeArray(sink, "issues", issueTotals(report), dumped(plain));
    writeArray(sink, "missing_textures", missingTextures(report), dumped(plain));
    writeArray(sink, "environment", report.environment, dumped(plain));
    writeArray(sink, "ignored", report.ignored, dumped(plain));
    const auto units = [&](const auto& visit) {
        forEachReportedUnit(report, [&](const UnitReport& unit, std::size_t /*number*/) { visit(unit); });
    };
    writeElements(sink, "units", units,
                  [&](std::string& json, const UnitReport& unit) { appendUnit(json, unit, withTimes); });
    sink("\n}\n");
}

}  // namespace rigkiln
