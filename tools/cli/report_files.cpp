#include "tools/cli/report_files.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/farm/farm_errors.hpp"
#include "pipeline/report/join_traces.hpp"
#include "pipeline/report/report_changes.hpp"
#include "pipeline/report/report_html.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/report/report_junit.hpp"
#include "pipeline/report/trace_json.hpp"
#include "pipeline/run/keep_unfinished.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/option_group.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

Result<std::optional<OldReport>> readOld(std::string_view option, const std::string& file) {
    if (file.empty()) return std::optional<OldReport>();
    std::error_code code;
    if (!fs::exists(file, code)) {
        return usageError(fmt::format("--{} {}", option, file),
                          fmt::format("is not there; leave --{} out for the first run", option));
    }
    constexpr std::size_t kLimit = std::size_t{4} << 30U;
    const Result<std::string> text = readTextFile(file, kLimit);
    if (!text) return text.error();
    Result<OldReport> report = readOldReport(*text);
    if (!report) return inFile(file, atPlace(fmt::format("--{}", option), report.error()));
    return std::optional(std::move(*report));
}

/// One of the files, which is written as a whole or not at all; standard output piece by piece.
class ReportFile {
public:
    /// `file` is empty for a report that nobody asked for.
    explicit ReportFile(const std::string& file) {
        isOutput_ = file == kStandardOutput;
        if (!file.empty() && !isOutput_) text_.emplace(file);
    }

    [[nodiscard]] bool isWanted() const { return isOutput_ || text_; }
    [[nodiscard]] TextSink sink() {
        return [this](std::string_view piece) {
            if (isOutput_) print(piece);
            if (text_) text_->append(piece);
        };
    }
    /// Complains and returns false if it cannot be written.
    [[nodiscard]] bool write() {
        const Status written = text_ ? text_->write() : Status(Done());
        if (!written) complain(written.error().text());
        return static_cast<bool>(written);
    }

private:
    bool isOutput_ = false;
    std::optional<LongTextFile> text_;
};

bool writeBoth(ReportFile& one, ReportFile& other) {
    const bool isOneWritten = one.write();
    return other.write() && isOneWritten;
}

}  // namespace

NamedFiles namedReports(const ReportFiles& files) {
    return {{"report", &files.json}, {"html", &files.html}, {"junit", &files.junit}, {"trace", &files.trace}};
}

std::string placeOf(const std::string& file) {
    if (file.empty() || file == kStandardOutput) return file;
    std::error_code code;
    const fs::path absolute = fs::absolute(file, code);
    const fs::path path = code ? fs::path() : fs::weakly_canonical(absolute, code);
    if (code) return {};
    const bool isSpecial = fs::exists(path, code) && !fs::is_regular_file(path, code);
    return isSpecial ? std::string() : path.string();
}

void addReportFiles(CLI::App& app, ReportFiles& files) {
    const OptionGroupScope group(app, "Reports");
    app.add_option("--report", files.json,
                   "Write a JSON report (docs/report.md) to this file; - is standard output")
        ->type_name("FILE");
    app.add_option("--html", files.html, "Write a page of the run for a browser, in one file")
        ->type_name("FILE");
    app.add_option("--junit", files.junit, "Write JUnit XML for build services: a case for each output")
        ->type_name("FILE");
    app.add_option("--trace", files.trace,
                   "Write what each thread did and waited for, for ui.perfetto.dev or chrome://tracing")
        ->type_name("FILE");
}

void addHistoryFiles(CLI::App& app, HistoryFiles& files) {
    const OptionGroupScope group(app, "Earlier runs");
    app.add_option("--since", files.since,
                   "Also tell what failed newly, was fixed and still fails since this JSON report")
        ->type_name("FILE");
    app.add_option("--only-failed", files.onlyFailed,
                   "Make only the outputs that failed or were not begun by this JSON report")
        ->type_name("FILE");
}

std::vector<std::string> givenReports(const ReportFiles& files) {
    std::vector<std::string> given;
    for (const auto& [option, file] : namedReports(files)) {
        if (!file->empty()) given.emplace_back(option);
    }
    return given;
}

bool usesStandardOutput(const ReportFiles& files) {
    return std::ranges::any_of(namedReports(files),
                               [](const auto& report) { return *report.second == kStandardOutput; });
}

Status checkReportFiles(const ReportFiles& files, const std::string& progress, const NamedFiles& others) {
    std::map<std::string, std::string_view> owners;
    if (progress == "json") owners.emplace(kStandardOutput, "progress");
    NamedFiles all = others;
    for (const auto& [option, file] : others) {
        if (*file == kStandardOutput)
            return usageError(fmt::format("--{} -", option), "is standard output, expected a file");
    }
    std::ranges::copy(namedReports(files), std::back_inserter(all));
    for (const auto& [option, file] : all) {
        const std::string place = placeOf(*file);
        if (place.empty()) continue;
        const auto [owner, isFirst] = owners.emplace(place, option);
        if (isFirst) continue;
        return usageError(fmt::format("--{} {}", option, *file),
                          fmt::format("--{} is written there already; name another file", owner->second));
    }
    return Done();
}

Result<History> readHistory(const HistoryFiles& files) {
    History history;
    for (const auto& [option, file, report] :
         {std::tuple("since", &files.since, &history.since),
          std::tuple("only-failed", &files.onlyFailed, &history.onlyFailed)}) {
        Result<std::optional<OldReport>> read = readOld(option, *file);
        if (!read) return read.error();
        *report = std::move(*read);
    }
    return history;
}

std::optional<SelectionReport> chooseUnits(Plan& plan, const HistoryFiles& files, const History& history) {
    if (!history.onlyFailed) return std::nullopt;
    SelectionReport selection = keepUnfinished(plan, *history.onlyFailed);
    selection.report = files.onlyFailed;
    return selection;
}

std::optional<SinceReport> compareRuns(const RunReport& report, const HistoryFiles& files,
                                       const History& history) {
    if (!history.since) return std::nullopt;
    return SinceReport{.report = files.since, .changes = changesSince(*history.since, report)};
}

bool writeJoinedTrace(const std::string& file, const std::vector<std::string>& parts) {
    ReportFile trace(file);
    const std::vector<std::string> damaged = joinTraces(parts, trace.sink());
    for (const std::string& path : damaged)
        complain(
            kFarmFileDamaged
                .in(path,
                    "is no whole trace of this program; what it tells up to the damage is in the joined one")
                .text());
    return trace.write() && damaged.empty();
}

bool writeReports(const ReportFiles& files, const ReportContent& content) {
    const RunReport& report = content.report;
    ReportFile json(files.json);
    ReportFile html(files.html);
    if (json.isWanted() || html.isWanted()) {
        const TextSink toJson = json.sink();
        std::optional<HtmlPage> page;
        if (html.isWanted()) page.emplace(report, content.place, html.sink());
        writeReportJson(report, true, content.replay, [&](std::string_view piece) {
            toJson(piece);
            if (page) page->addReport(piece);
        });
        if (page) page->finish();
    }
    const bool isPageWritten = writeBoth(json, html);
    ReportFile junit(files.junit);
    if (junit.isWanted()) writeJUnitXml(report, junit.sink());
    const bool areCasesWritten = junit.write();
    ReportFile trace(files.trace);
    if (trace.isWanted()) writeTraceJson(*content.trace, report, content.process, trace.sink());
    return trace.write() && isPageWritten && areCasesWritten;
}

}  // namespace rigkiln::cli
