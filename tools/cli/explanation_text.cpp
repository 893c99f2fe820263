#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "tools/cli/explanation.hpp"

namespace rigkiln::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Makes each line printable.
std::string printable(std::string_view text) {
    std::string lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines += toUtf8(text.substr(0, end)) + "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string optionLine(const OptionOrigin& option) {
    return fmt::format("    {} = {}  ({}{})\n", option.name,
                       option.value.empty() ? std::string("nothing") : option.value,
                       option.job.empty() ? "" : option.job + ", ", option.from);
}

/// The options that were written, a line each, and the others of each job in one line.
std::string optionsText(const std::vector<OptionOrigin>& options) {
    std::string text;
    std::vector<std::pair<std::string, std::string>> defaults;
    for (const OptionOrigin& option : options) {
        if (option.kind != OriginKind::Default) {
            text += optionLine(option);
            continue;
        }
        if (option.value.empty()) continue;
        if (defaults.empty() || defaults.back().first != option.job) defaults.emplace_back(option.job, "");
        std::string& line = defaults.back().second;
        line += fmt::format("{}{} = {}", line.empty() ? "" : ", ", option.name, option.value);
    }
    for (const auto& [job, line] : defaults)
        text += fmt::format("    {}, by default: {}\n", job, line);
    return text;
}

/// Prints equal values in one column and different ones in two.
std::string rememberedText(const ComparedRecord& record) {
    std::string text = fmt::format("  earlier runs: {}\n", record.verdict);
    if (record.facts.empty()) return text;
    text += "    then | now\n";
    for (const ComparedFact& fact : record.facts) {
        text += fact.isSame() ? fmt::format("    same     {}: {}\n", fact.subject, fact.then)
                              : fmt::format("    differs  {}: {} | {}\n", fact.subject, fact.then, fact.now);
    }
    return text;
}

Json rememberedJson(const ComparedRecord& record) {
    Json json = {{"verdict", toUtf8(record.verdict)}, {"fresh", record.isFresh}};
    json["facts"] = Json::array();
    for (const ComparedFact& fact : record.facts) {
        json["facts"].push_back({{"subject", toUtf8(fact.subject)},
                                 {"then", toUtf8(fact.then)},
                                 {"now", toUtf8(fact.now)},
                                 {"same", fact.isSame()}});
    }
    return json;
}

std::string unitText(const ExplainedUnit& unit) {
    std::string text = fmt::format("  goes to {} (job {})\n", unit.output, quote(unit.job));
    for (const std::string& problem : unit.problems)
        text += fmt::format("  FAILS: {}\n", problem);
    for (const auto& [role, path] : unit.files)
        text += fmt::format("    {} {}\n", role, path);
    for (const BoundClip& clip : unit.clips) {
        if (clip.model.empty()) {
            text += fmt::format("  clip {} stands alone\n", clip.clip);
            continue;
        }
        text += fmt::format("  clip {}\n    is bound to {}\n", clip.clip, clip.model);
        for (const std::string& reason : clip.reasons)
            text += fmt::format("      {}\n", reason);
    }
    if (!unit.options.empty()) text += "  options\n" + optionsText(unit.options);
    if (!unit.sought.empty()) text += "  looked for\n";
    for (const SoughtFile& file : unit.sought) {
        text += file.path.empty()
                    ? fmt::format("    {}: not found in {}\n", file.name, fmt::join(file.folders, ", "))
                    : fmt::format("    {}: {}\n", file.name, file.path);
    }
    if (!unit.issues.empty()) text += "  issues\n";
    for (const std::string& issue : unit.issues)
        text += fmt::format("    {}\n", issue);
    if (unit.remembered) text += rememberedText(*unit.remembered);
    return text;
}

std::string textureUsesText(const std::vector<std::string>& outputs) {
    constexpr std::size_t kMostNamed = 20;
    if (outputs.empty()) return "  is a texture of no output\n";
    std::string text =
        fmt::format("  is a texture of {} output{}\n", outputs.size(), outputs.size() == 1 ? "" : "s");
    for (std::size_t i = 0; i < std::min(outputs.size(), kMostNamed); ++i)
        text += fmt::format("    {}\n", outputs[i]);
    if (outputs.size() > kMostNamed) text += fmt::format("    and {} more\n", outputs.size() - kMostNamed);
    return text;
}

std::string_view nameOf(OriginKind kind) {
    switch (kind) {
        case OriginKind::Default:
            return "default";
        case OriginKind::Configuration:
            return "configuration";
        case OriginKind::CommandLine:
            break;
    }
    return "command line";
}

Json unitJson(const ExplainedUnit& unit) {
    Json json = {{"output", toUtf8(unit.output)}, {"job", unit.job}};
    json["files"] = Json::array();
    for (const auto& [role, path] : unit.files)
        json["files"].push_back({{"role", role}, {"path", toUtf8(path)}});
    json["clips"] = Json::array();
    for (const BoundClip& clip : unit.clips) {
        Json& one = json["clips"].emplace_back(Json{{"clip", toUtf8(clip.clip)}});
        if (!clip.model.empty()) one["model"] = toUtf8(clip.model);
        one["reasons"] = Json::array();
        for (const std::string& reason : clip.reasons)
            one["reasons"].push_back(toUtf8(reason));
    }
    json["options"] = Json::array();
    for (const OptionOrigin& option : unit.options) {
        Json one;
        if (!option.job.empty()) one["job"] = option.job;
        one["name"] = option.name;
        one["value"] = toUtf8(option.value);
        one["origin"] = nameOf(option.kind);
        one["from"] = toUtf8(option.from);
        json["options"].push_back(std::move(one));
    }
    json["looked_for"] = Json::array();
    for (const SoughtFile& file : unit.sought) {
        Json one = {{"name", toUtf8(file.name)}, {"found", !file.path.empty()}};
        if (!file.path.empty()) one["path"] = toUtf8(file.path);
        for (const std::string& folder : file.folders)
            one["folders"].push_back(toUtf8(folder));
        json["looked_for"].push_back(std::move(one));
    }
    json["issues"] = Json::array();
    for (const std::string& issue : unit.issues)
        json["issues"].push_back(toUtf8(issue));
    json["problems"] = Json::array();
    for (const std::string& problem : unit.problems)
        json["problems"].push_back(toUtf8(problem));
    if (unit.remembered) json["remembered"] = rememberedJson(*unit.remembered);
    return json;
}

}  // namespace

std::string toText(const Explanation& explanation) {
    std::string text =
        fmt::format("{}: {}\n", explanation.path,
                    explanation.what.empty() ? "of no format this program reads" : explanation.what);
    if (!explanation.leftOut.empty()) text += fmt::format("  is NOT converted: {}\n", explanation.leftOut);
    for (const ScanAnswer& scan : explanation.scans) {
        text += fmt::format("  scan {} of {} {} it: {}\n", quote(scan.job), scan.root,
                            scan.takes ? "takes" : "does not take", scan.reason);
    }
    if (explanation.isImage) text += textureUsesText(explanation.textureOf);
    for (const ExplainedUnit& unit : explanation.units)
        text += unitText(unit);
    if (explanation.unitCount > explanation.units.size()) {
        text +=
            fmt::format("  and to {} further outputs\n", explanation.unitCount - explanation.units.size());
    }
    return printable(text);
}

std::string toJson(const Explanation& explanation) {
    Json json = {{"path", toUtf8(explanation.path)},
                 {"what", toUtf8(explanation.what)},
                 {"is_output", explanation.isOutput},
                 {"converted", explanation.leftOut.empty()}};
    if (!explanation.leftOut.empty()) json["left_out"] = toUtf8(explanation.leftOut);
    json["scans"] = Json::array();
    for (const ScanAnswer& scan : explanation.scans) {
        json["scans"].push_back({{"job", scan.job},
                                 {"root", toUtf8(scan.root)},
                                 {"takes", scan.takes},
                                 {"reason", toUtf8(scan.reason)}});
    }
    if (explanation.isImage) {
        json["texture_of"] = Json::array();
        for (const std::string& output : explanation.textureOf)
            json["texture_of"].push_back(toUtf8(output));
    }
    json["unit_count"] = explanation.unitCount;
    json["units"] = Json::array();
    for (const ExplainedUnit& unit : explanation.units)
        json["units"].push_back(unitJson(unit));
    return json.dump(2) + "\n";
}

}  // namespace rigkiln::cli
