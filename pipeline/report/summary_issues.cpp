#include "pipeline/report/summary_issues.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/report/distinct_paths.hpp"
#include "pipeline/report/issue_advice.hpp"
#include "pipeline/report/issue_totals.hpp"
#include "pipeline/report/report_errors.hpp"
#include "pipeline/report/summary_style.hpp"

namespace rigkiln::summary {
namespace {

/// Kinds shown of each severity; the report of a run has all of them.
constexpr std::size_t kWarningsShown = 6;
constexpr std::size_t kInformationShown = 3;
constexpr std::size_t kNamesShown = 3;
constexpr std::size_t kInstanceBytes = 200;

constexpr std::string_view kTextureNotFound = "texture.not-found";
constexpr std::string_view kTextureUnreadable = "texture.unreadable";
constexpr std::string_view kNothingShown = "select.nothing-shown";
constexpr std::string_view kMeshLeftOut = "select.mesh-left-out";
/// Told as a failure.
constexpr std::string_view kClipFailed = "convert.clip-failed";

/// Everything about one kind of issue.
struct Kind {
    IssueTotal total{};
    std::string output{};                ///< of the first unit with such an issue
    std::optional<IssueReport> issue{};  ///< the first
    std::set<std::string> keep{};        ///< values of the option `keep` that the issues name
    std::vector<std::string> names{};    ///< files that the issues name, for unreadable textures
};

/// Adds the values in "keep: [hidden, shadow]".
void addKeep(std::string_view details, std::set<std::string>& values) {
    constexpr std::string_view kBegin = "keep: [";
    if (!details.starts_with(kBegin) || !details.ends_with(']')) return;
    details = details.substr(kBegin.size(), details.size() - kBegin.size() - 1);
    while (!details.empty()) {
        const std::size_t comma = std::min(details.find(", "), details.size());
        values.emplace(details.substr(0, comma));
        details.remove_prefix(std::min(comma + 2, details.size()));
    }
}

void addIssue(Kind& kind, const UnitReport& unit, const IssueReport& issue) {
    if (!kind.issue) {
        kind.output = unit.output;
        kind.issue = issue;
    }
    if (issue.id == kNothingShown || issue.id == kMeshLeftOut) addKeep(issue.details, kind.keep);
    if (issue.id == kTextureUnreadable && std::ranges::find(kind.names, issue.details) == kind.names.end() &&
        kind.names.size() <= kNamesShown)
        kind.names.push_back(issue.details);
}

/// Kinds of issues that made outputs fail and are told as failures.
std::set<std::string, std::less<>> issuesNotAllowed(const RunReport& report) {
    std::set<std::string, std::less<>> ids;
    forEachUnit(report, UnitTrait::Failure, [&](const UnitReport& unit, std::size_t /*number*/) {
        if (unit.error && unit.error->is(kIssueNotAllowed)) ids.emplace(issueNotAllowed(*unit.error));
    });
    return ids;
}

std::vector<Kind> kindsOf(const RunReport& report) {
    std::map<std::string, Kind, std::less<>> byId;
    forEachUnit(report, UnitTrait::Issues, [&](const UnitReport& unit, std::size_t /*number*/) {
        for (const IssueReport& issue : unit.issues)
            addIssue(byId[issue.id], unit, issue);
    });
    const std::set<std::string, std::less<>> failed = issuesNotAllowed(report);
    std::vector<Kind> kinds;
    for (IssueTotal& total : issueTotals(report)) {
        if (total.id == kClipFailed || failed.contains(total.id)) continue;
        Kind& kind = byId[total.id];
        kind.total = std::move(total);
        kinds.push_back(std::move(kind));
    }
    std::ranges::stable_sort(kinds, [](const Kind& left, const Kind& right) {
        const auto rank = [](const Kind& kind) {
            return std::tuple(kind.total.severity, kind.total.units, kind.total.occurrences);
        };
        return rank(left) > rank(right);
    });
    return kinds;
}

std::string missingNames(const std::vector<MissingTexture>& missing) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(missing.size(), kNamesShown); ++i)
        names.push_back(
            fmt::format("{} in {}", toUtf8(missing[i].name), counted(missing[i].models, "model")));
    std::string text = fmt::format("{}", fmt::join(names, ", "));
    if (missing.size() > kNamesShown) text += fmt::format(" and {} more", missing.size() - kNamesShown);
    return text;
}

/// "187 of 446 models lack", of those that sources of outputs are.
std::string modelsThat(const RunReport& report, const Kind& kind, std::string_view one,
                       std::string_view several) {
    DistinctPaths all;
    DistinctPaths affected;
    const auto isOfModel = [](const UnitReport& unit) {
        // A clip that stands alone has nothing that wears textures.
        return !unit.inputs.empty() && unit.inputs.front().role == InputRole::Model;
    };
    for (const UnitReport& unit : report.units) {
        if (isOfModel(unit)) all.add(unit.inputs.front().path);
    }
    forEachUnit(report, UnitTrait::Issues, [&](const UnitReport& unit, std::size_t /*number*/) {
        if (isOfModel(unit) && unit.issueCounts.contains(kind.total.id))
            affected.add(unit.inputs.front().path);
    });
    const std::size_t models = all.count() + (report.stored == nullptr ? 0 : report.stored->facts().models) +
                               (report.others ? report.others->models : 0);
    const std::size_t count = affected.count();
    return fmt::format("{} of {} models {}", count, models, count == 1 ? one : several);
}

/// Returns what was found, as a full statement.
std::string statement(const RunReport& report, const Kind& kind, const SummaryOptions& options) {
    const IssueTotal& total = kind.total;
    if (total.id == kTextureNotFound) {
        const std::vector<MissingTexture> missing = missingTextures(report);
        const std::string names =
            missing.empty() ? std::string() : fmt::format(" ({})", missingNames(missing));
        return fmt::format("{} textures{}", modelsThat(report, kind, "lacks", "lack"), names);
    }
    if (total.id == kTextureUnreadable) {
        const bool areMore = kind.names.size() > kNamesShown;
        std::vector<std::string> names = kind.names;
        names.resize(std::min(names.size(), kNamesShown));
        return fmt::format("{} textures that cannot be read ({}{})", modelsThat(report, kind, "has", "have"),
                           shortText(fmt::format("{}", fmt::join(names, "; ")), options),
                           areMore ? "; and others" : "");
    }
    if (total.id == kNothingShown) {
        return fmt::format("{} of {} outputs {} nothing (hidden helpers only)", total.units,
                           unitCount(report), total.units == 1 ? "shows" : "show");
    }
    if (total.id == kMeshLeftOut) {
        return fmt::format(
            "{} of {} {} not part of the default picture and left out",
            fmt::format("{} {}", total.occurrences, total.occurrences == 1 ? "mesh" : "meshes"),
            counted(total.units, "output"), total.occurrences == 1 ? "is" : "are");
    }
    const std::string often =
        total.occurrences == total.units ? "" : fmt::format(", {} times", total.occurrences);
    return fmt::format("{} of {} outputs{}: {}", total.units, unitCount(report), often, total.sentence);
}

std::string adviceWith(std::string_view issue, const std::set<std::string>& keep,
                       const SummaryOptions& options) {
    std::string advice(adviceFor(issue));
    constexpr std::string_view kKeep = "{keep}";
    if (const std::size_t begin = advice.find(kKeep); begin != std::string::npos)
        advice.replace(begin, kKeep.size(), fmt::format("`keep: [{}]`", fmt::join(keep, ", ")));
    return adviceText(advice, options.place);
}

/// Whether the statement is a short one of this file, and not the sentence of the kind.
bool isPlainStatement(std::string_view id) {
    return id == kTextureNotFound || id == kTextureUnreadable || id == kMeshLeftOut || id == kNothingShown;
}

/// Whether the statement already names what it is about.
bool namesItself(std::string_view id) {
    return isPlainStatement(id) && id != kNothingShown;
}

std::string instanceLine(const Kind& kind, const SummaryOptions& options) {
    if (!kind.issue || namesItself(kind.total.id)) return {};
    std::string text = shortPath(kind.output, options);
    for (const std::string& part : {kind.issue->where, kind.issue->details}) {
        if (!part.empty()) text += ": " + shortText(part, options);
    }
    if (text.size() > kInstanceBytes) {
        // Cuts between characters: a byte 10xxxxxx continues the one before it.
        std::size_t end = kInstanceBytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
            --end;
        text = text.substr(0, end) + "...";
    }
    return fmt::format("  for instance {}\n", text);
}

std::string kindLines(const RunReport& report, const Kind& kind, const SummaryOptions& options) {
    const Severity severity = kind.total.severity;
    std::string label = fmt::format("{}:", toString(severity));
    if (severity != Severity::Information)
        label = colored(label, severity == Severity::Error ? Color::Red : Color::Yellow, options);
    std::string text = fmt::format("{} {}", label, statement(report, kind, options));
    if (const std::string advice = adviceWith(kind.total.id, kind.keep, options); !advice.empty())
        text += fmt::format("{}{}", isPlainStatement(kind.total.id) ? ": " : "; to do: ", advice);
    text += fmt::format(" [{}]\n", kind.total.id);
    if (severity != Severity::Information) text += instanceLine(kind, options);
    return text;
}

std::string moreLine(std::size_t count, std::string_view noun, const SummaryOptions& options) {
    const std::string where = options.reportFile.empty()
                                  ? "`--report FILE` lists all"
                                  : fmt::format("{} lists all", shortPath(options.reportFile, options));
    return fmt::format("{} of {} not shown here: {}\n", counted(count, "more kind"),
                       fmt::format("{} {}", noun, count == 1 ? "is" : "are"), where);
}

bool isInformation(const Kind& kind) {
    return kind.total.severity == Severity::Information;
}

}  // namespace

std::string issueLines(const RunReport& report, const SummaryOptions& options) {
    const std::vector<Kind> kinds = kindsOf(report);
    std::string text;
    std::size_t warnings = 0;
    std::size_t informations = 0;
    for (const Kind& kind : kinds) {
        std::size_t& count = isInformation(kind) ? informations : warnings;
        const std::size_t shown = isInformation(kind) ? kInformationShown : kWarningsShown;
        // The count of warnings that are not shown comes before any information.
        if (isInformation(kind) && informations == 0 && warnings > kWarningsShown)
            text += moreLine(warnings - kWarningsShown, "warnings", options);
        if (++count <= shown) text += kindLines(report, kind, options);
    }
    if (informations == 0 && warnings > kWarningsShown)
        text += moreLine(warnings - kWarningsShown, "warnings", options);
    if (informations > kInformationShown)
        text += moreLine(informations - kInformationShown, "information", options);
    return text;
}

std::string adviceLine(const Error& error, const RunReport& report, const SummaryOptions& options) {
    const std::string_view id = issueNotAllowed(error);
    if (id.empty()) return {};
    Kind kind;
    forEachUnit(report, UnitTrait::Issues, [&](const UnitReport& unit, std::size_t /*number*/) {
        for (const IssueReport& issue : unit.issues) {
            if (issue.id == id) addIssue(kind, unit, issue);
        }
    });
    const std::string advice = adviceWith(id, kind.keep, options);
    return advice.empty() ? std::string() : fmt::format("  to do: {}\n", advice);
}

std::size_t unitsWithWarnings(const RunReport& report) {
    std::size_t units = 0;
    forEachUnit(report, UnitTrait::Issues, [&](const UnitReport& unit, std::size_t /*number*/) {
        const bool isThere = unit.status == UnitStatus::Written || unit.status == UnitStatus::Unchanged;
        const bool isWarned = std::ranges::any_of(
            unit.issues, [](const IssueReport& issue) { return issue.severity != Severity::Information; });
        if (isThere && isWarned) ++units;
    });
    return units;
}

}  // namespace rigkiln::summary
