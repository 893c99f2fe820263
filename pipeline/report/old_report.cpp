#include "pipeline/report/old_report.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/report/report_errors.hpp"
#include "pipeline/report/report_json.hpp"

namespace rigkiln {
namespace {

using Document = nlohmann::json;

/// Keeps the members that are needed: a report of many units is mostly counts and issues.
bool isNeeded(int depth, Document::parse_event_t event, const Document& value) {
    constexpr std::array<std::string_view, 7> kUnneeded = {
        "issues", "issue_counts", "counts", "reduced_clips", "times", "missing_textures", "formats"};
    if (event != Document::parse_event_t::key || depth > 3) return true;
    return std::ranges::find(kUnneeded, value.get_ref<const std::string&>()) == kUnneeded.end();
}

/// File at the beginning of "FILE: PLACE" of an error. Names with ": " are cut, in each report alike.
std::string fileOf(const std::string& where) {
    return where.substr(0, where.find(": "));
}

UnitHealth healthOf(const Document& unit) {
    const std::string& status = unit.at("status").get_ref<const std::string&>();
    if (status == toString(UnitStatus::Cancelled)) return UnitHealth::NotBegun;
    if (status == toString(UnitStatus::Failed)) return UnitHealth::Broken;
    const Document& inputs = unit.at("inputs");
    const bool isPartial = std::ranges::any_of(inputs, [](const Document& input) {
        return input.at("status").get_ref<const std::string&>() == toString(InputStatus::Failed);
    });
    return isPartial ? UnitHealth::Broken : UnitHealth::Whole;
}

std::string codeOf(const Document& error) {
    return error.at("code").get<std::string>();
}

void addUnit(const Document& unit, OldReport& report) {
    UnitKey key{.output = unit.at("output").get<std::string>(), .source = {}};
    const Document& inputs = unit.at("inputs");
    if (!inputs.empty()) key.source = inputs.front().at("path").get<std::string>();
    const UnitHealth health = healthOf(unit);
    bool isInputAtFault = false;
    for (const Document& input : inputs) {
        if (input.at("status").get_ref<const std::string&>() != toString(InputStatus::Failed)) continue;
        isInputAtFault = true;
        report.faults[{key, input.at("path").get<std::string>()}] = codeOf(input.at("error"));
    }
    if (unit.at("status").get_ref<const std::string&>() == toString(UnitStatus::Failed) && !isInputAtFault)
        report.faults[{key, key.output}] = codeOf(unit.at("error"));
    report.units[std::move(key)] = health;
}

/// Throws what the library throws when a member is missing or of another type.
OldReport contentOf(const Document& document) {
    OldReport report;
    for (const Document& unit : document.at("units"))
        addUnit(unit, report);
    for (const Document& error : document.at("environment"))
        report.faults[{{}, fileOf(error.at("where").get<std::string>())}] = codeOf(error);
    return report;
}

std::optional<Error> problemOf(const Document& document) {
    if (!document.is_object() || document.value("program", Document()) != "rigkiln" ||
        !document.value("report_version", Document()).is_number_integer()) {
        return kDamagedReport.error("is no report of a run: --report of `rigkiln run` writes one");
    }
    const Document& version = document.at("report_version");
    if (version == kReportVersion) return std::nullopt;
    return kOtherReportVersion.error(fmt::format(
        "is a report of version {}, this program reads version {}: write it again with this program",
        version.dump(), kReportVersion));
}

}  // namespace

UnitKey keyOf(const UnitReport& unit) {
    return {toUtf8(unit.output), unit.inputs.empty() ? std::string() : toUtf8(unit.inputs.front().path)};
}

UnitHealth healthOf(const UnitReport& unit) {
    if (unit.status == UnitStatus::Cancelled) return UnitHealth::NotBegun;
    const bool isPartial =
        std::ranges::find(unit.inputs, InputStatus::Failed, &InputReport::status) != unit.inputs.end();
    return unit.status == UnitStatus::Failed || isPartial ? UnitHealth::Broken : UnitHealth::Whole;
}

Faults faultsOf(const RunReport& report) {
    const auto codeOf = [](const std::optional<Error>& error) {
        return std::string(error ? error->code().id : std::string_view());
    };
    Faults faults;
    forEachUnit(report, UnitTrait::Failure, [&](const UnitReport& unit, std::size_t /*number*/) {
        bool isInputAtFault = false;
        for (const InputReport& input : unit.inputs) {
            if (input.status != InputStatus::Failed) continue;
            isInputAtFault = true;
            faults[{keyOf(unit), toUtf8(input.path)}] = codeOf(input.error);
        }
        if (unit.status == UnitStatus::Failed && !isInputAtFault)
            faults[{keyOf(unit), toUtf8(unit.output)}] = codeOf(unit.error);
    });
    for (const EnvironmentReport& problem : report.environment)
        faults[{{}, fileOf(toUtf8(problem.error.where()))}] = codeOf(problem.error);
    return faults;
}

Result<OldReport> readOldReport(std::string_view text) {
    try {
        const Document document = Document::parse(text, isNeeded);
        if (const auto problem = problemOf(document)) return *problem;
        return contentOf(document);
    } catch (const Document::exception& problem) {
        // "[json.exception.parse_error.101] parse error at line 1, column 5: ..."
        const std::string_view said = problem.what();
        const std::size_t begin = said.find("] ");
        return kDamagedReport.error(
            fmt::format("is no complete report of a run: {}",
                        said.substr(begin == std::string_view::npos ? 0 : begin + 2)));
    }
}

}  // namespace rigkiln
