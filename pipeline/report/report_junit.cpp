#include "pipeline/report/report_junit.hpp"

#include <algorithm>
#include <cstddef>
#include <pugixml.hpp>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/json_text.hpp"

namespace rigkiln {
namespace {

/// Replaces the characters of UTF-8 that XML 1.0 does not allow even escaped. toUtf8 leaves no control
/// characters, so these are U+FFFE and U+FFFF.
std::string xmlText(std::string_view text) {
    if (json_text::isPlain(text)) return std::string(text);
    std::string allowed = toUtf8(text);
    for (const std::string_view forbidden : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
        for (std::size_t at = allowed.find(forbidden); at != std::string::npos;
             at = allowed.find(forbidden, at))
            allowed.replace(at, forbidden.size(), "\xEF\xBF\xBD");
    }
    return allowed;
}

void setAttribute(pugi::xml_node node, const char* name, std::string_view text) {
    node.append_attribute(name).set_value(xmlText(text).c_str());
}

void setNumber(pugi::xml_node node, const char* name, std::size_t number) {
    node.append_attribute(name).set_value(static_cast<unsigned long long>(number));
}

void setSeconds(pugi::xml_node node, double milliseconds) {
    constexpr double kMillisecondsPerSecond = 1000;
    node.append_attribute("time").set_value(
        fmt::format("{:.3f}", milliseconds / kMillisecondsPerSecond).c_str());
}

class StringWriter final : public pugi::xml_writer {
public:
    explicit StringWriter(std::string& text) : text_(text) {}
    void write(const void* data, std::size_t size) override {
        text_.append(static_cast<const char*>(data), size);
    }

private:
    std::string& text_;
};

/// Numbers of a suite.
struct CaseCounts {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::size_t skipped = 0;
};

bool isErrorOf(const Error& error) {
    return error.kind() == ErrorKind::Environment || error.kind() == ErrorKind::Internal;
}

void countProblem(const Error& error, CaseCounts& counts) {
    ++(isErrorOf(error) ? counts.errors : counts.failures);
}

void addProblem(pugi::xml_node testCase, const Error& error, std::string_view message) {
    pugi::xml_node problem = testCase.append_child(isErrorOf(error) ? "error" : "failure");
    setAttribute(problem, "type", error.code().id);
    setAttribute(problem, "message", message);
    const std::string text = xmlText(error.code().sentence) + "\n" + xmlText(error.text());
    problem.append_child(pugi::node_pcdata).set_value(text.c_str());
}

/// Returns what the case of an output tells; null: nothing failed. One for all: a case has one result.
const Error* problemOf(const UnitReport& unit) {
    if (unit.status == UnitStatus::Cancelled) return nullptr;
    if (unit.status == UnitStatus::Failed && unit.error) return &*unit.error;
    const auto failed = std::ranges::find(unit.inputs, InputStatus::Failed, &InputReport::status);
    return failed == unit.inputs.end() || !failed->error ? nullptr : &*failed->error;
}

/// Returns the first issue that tells a loss, as of a damaged animation; null: there is none, or the case
/// tells a failure.
const IssueReport* lossOf(const UnitReport& unit) {
    if (unit.status == UnitStatus::Cancelled || problemOf(unit) != nullptr) return nullptr;
    const auto loss = std::ranges::find(unit.issues, Severity::Error, &IssueReport::severity);
    return loss == unit.issues.end() ? nullptr : &*loss;
}

CaseCounts countsOf(const RunReport& report) {
    CaseCounts counts{.tests = unitCount(report) + report.environment.size()};
    forEachUnit(report, UnitTrait::Failure, [&](const UnitReport& unit, std::size_t /*number*/) {
        if (unit.status == UnitStatus::Cancelled) ++counts.skipped;
        if (const Error* problem = problemOf(unit)) countProblem(*problem, counts);
    });
    forEachUnit(report, UnitTrait::Issues, [&](const UnitReport& unit, std::size_t /*number*/) {
        if (lossOf(unit) != nullptr) ++counts.failures;
    });
    for (const EnvironmentReport& problem : report.environment)
        countProblem(problem.error, counts);
    return counts;
}

/// Returns the path below the folder of outputs that it lies in.
std::string_view nameOf(std::string_view output, const std::vector<std::string>& roots) {
    std::size_t longest = 0;
    for (const std::string& root : roots) {
        const bool isInside = output.size() > root.size() + 1 && output.starts_with(root) &&
                              (root.ends_with('/') || output[root.size()] == '/');
        if (isInside) longest = std::max(longest, root.size() + (root.ends_with('/') ? 0 : 1));
    }
    return output.substr(longest);
}

/// Facts and issues of an output, for its log.
std::string logOf(const UnitReport& unit) {
    std::string text = fmt::format("status: {}\n", toString(unit.status));
    for (const InputReport& input : unit.inputs)
        text +=
            fmt::format("{}: {} ({})\n", toString(input.role), xmlText(input.path), toString(input.status));
    for (const IssueReport& issue : unit.issues) {
        text += fmt::format("{} [{}]: {}: {}{}\n", toString(issue.severity), issue.id, xmlText(issue.where),
                            issue.sentence,
                            issue.details.empty() ? "" : fmt::format(" ({})", xmlText(issue.details)));
    }
    if (unit.hasStaleOutput) text += "the file of an earlier run is still there\n";
    return text;
}

void addResult(pugi::xml_node testCase, const UnitReport& unit) {
    if (unit.status == UnitStatus::Cancelled) {
        setAttribute(testCase.append_child("skipped"), "message", "not begun: the run was stopped before");
        return;
    }
    if (const IssueReport* loss = lossOf(unit)) {
        pugi::xml_node failure = testCase.append_child("failure");
        setAttribute(failure, "type", loss->id);
        setAttribute(failure, "message", fmt::format("written with a loss: {}", loss->where));
        failure.append_child(pugi::node_pcdata).set_value(xmlText(loss->sentence).c_str());
    }
    const Error* problem = problemOf(unit);
    if (problem == nullptr) return;
    if (unit.status == UnitStatus::Failed && unit.error) {
        addProblem(testCase, *problem, fmt::format("while {}: {}", toString(unit.phase), problem->text()));
        return;
    }
    const auto count = std::ranges::count(unit.inputs, InputStatus::Failed, &InputReport::status);
    addProblem(
        testCase, *problem,
        fmt::format("written without {}: {}",
                    count == 1 ? std::string("a clip") : fmt::format("{} clips", count), problem->text()));
}

/// Makes cases one at a time, so that the document of a large run is never in memory.
class CaseWriter {
public:
    explicit CaseWriter(const TextSink& sink) : sink_(sink) {}

    pugi::xml_node begin(std::string_view name, std::string_view className, double milliseconds) {
        pugi::xml_node testCase = document_.append_child("testcase");
        setAttribute(testCase, "name", name);
        setAttribute(testCase, "classname", className);
        setSeconds(testCase, milliseconds);
        return testCase;
    }

    void end(pugi::xml_node testCase) {
        text_.clear();
        StringWriter writer(text_);
        constexpr unsigned kDepth = 2;
        testCase.print(writer, "  ", pugi::format_indent, pugi::encoding_utf8, kDepth);
        document_.remove_child(testCase);
        sink_(text_);
    }

private:
    const TextSink& sink_;
    std::string text_;
    pugi::xml_document document_;  ///< keeps its memory from case to case
};

void addUnitCase(CaseWriter& writer, const UnitReport& unit, const RunReport& report) {
    const StageTimes& times = unit.times;
    pugi::xml_node testCase =
        writer.begin(nameOf(unit.output, report.outputRoots), unit.format,
                     times.readMilliseconds + times.convertMilliseconds + times.publishMilliseconds);
    addResult(testCase, unit);
    testCase.append_child("system-out").append_child(pugi::node_pcdata).set_value(logOf(unit).c_str());
    writer.end(testCase);
}

void addEnvironmentCase(CaseWriter& writer, const Error& error) {
    pugi::xml_node testCase = writer.begin(error.file.empty() ? error.where() : error.file, "environment", 0);
    addProblem(testCase, error, error.text());
    writer.end(testCase);
}

void setCounts(pugi::xml_node node, const CaseCounts& counts, bool hasSkipped) {
    setNumber(node, "tests", counts.tests);
    setNumber(node, "failures", counts.failures);
    setNumber(node, "errors", counts.errors);
    if (hasSkipped) setNumber(node, "skipped", counts.skipped);
}

void addProperties(pugi::xml_node suite, const RunReport& report) {
    pugi::xml_node properties = suite.append_child("properties");
    const auto add = [&](std::string_view name, std::string_view value) {
        pugi::xml_node property = properties.append_child("property");
        setAttribute(property, "name", name);
        setAttribute(property, "value", value);
    };
    const ReportTotals all = totals(report);
    add("rigkiln.version", report.version);
    add("rigkiln.configuration", report.configuration);
    if (!report.optionsDigest.empty()) add("rigkiln.options_digest", report.optionsDigest);
    add("rigkiln.exit_code", fmt::to_string(exitCode(report)));
    add("rigkiln.interrupted", report.interrupted ? "true" : "false");
    add("rigkiln.written", fmt::to_string(all.written));
    add("rigkiln.unchanged", fmt::to_string(all.unchanged));
    add("rigkiln.bytes_in", fmt::to_string(all.bytesIn));
    add("rigkiln.bytes_out", fmt::to_string(all.bytesOut));
    if (report.stopped) add("rigkiln.stopped", report.stopped->error.text());
}

}  // namespace

std::string toJUnitXml(const RunReport& report) {
    std::string text;
    writeJUnitXml(report, [&text](std::string_view piece) { text += piece; });
    return text;
}

void writeJUnitXml(const RunReport& report, const TextSink& sink) {
    const CaseCounts counts = countsOf(report);
    pugi::xml_document document;
    pugi::xml_node suites = document.append_child("testsuites");
    setAttribute(suites, "name", "rigkiln");
    setCounts(suites, counts, false);
    setSeconds(suites, report.wallMilliseconds);
    pugi::xml_node suite = suites.append_child("testsuite");
    const std::size_t slash = report.configuration.rfind('/');
    setAttribute(
        suite, "name",
        report.configuration.empty() ? "convert" : std::string_view(report.configuration).substr(slash + 1));
    setCounts(suite, counts, true);
    setSeconds(suite, report.wallMilliseconds);
    addProperties(suite, report);

    std::string text;
    StringWriter writer(text);
    document.save(writer, "  ", pugi::format_indent, pugi::encoding_utf8);
    const std::size_t end = text.rfind("  </testsuite>");
    sink(std::string_view(text).substr(0, end));
    CaseWriter cases(sink);
    forEachReportedUnit(
        report, [&](const UnitReport& unit, std::size_t /*number*/) { addUnitCase(cases, unit, report); });
    for (const EnvironmentReport& problem : report.environment)
        addEnvironmentCase(cases, problem.error);
    sink(std::string_view(text).substr(end));
}

}  // namespace rigkiln
