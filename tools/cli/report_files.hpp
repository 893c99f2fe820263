#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "pipeline/base/result.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/report/old_report.hpp"
#include "pipeline/report/report_text.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/report/trace_json.hpp"

namespace rigkiln::cli {

/// Files that tell of a run, as the command line names them; empty: none.
struct ReportFiles {
    std::string json{};
    std::string html{};
    std::string junit{};
    std::string trace{};
};

/// Reports of earlier runs, as the command line names them; empty: none.
struct HistoryFiles {
    std::string since{};       ///< to compare with
    std::string onlyFailed{};  ///< to choose the outputs by
};

/// Contents of HistoryFiles.
struct History {
    std::optional<OldReport> since{};
    std::optional<OldReport> onlyFailed{};
};

void addReportFiles(CLI::App& app, ReportFiles& files);
void addHistoryFiles(CLI::App& app, HistoryFiles& files);

/// Names of the options that are set, without dashes.
[[nodiscard]] std::vector<std::string> givenReports(const ReportFiles& files);

/// Whether one of them goes to standard output, where nothing else may be written then.
[[nodiscard]] bool usesStandardOutput(const ReportFiles& files);

/// Options, without dashes, and the files that they name; a file may be empty.
using NamedFiles = std::vector<std::pair<std::string_view, const std::string*>>;

/// Stands for standard output on the command line.
inline constexpr std::string_view kStandardOutput = "-";

/// Options and files of all kinds of reports.
[[nodiscard]] NamedFiles namedReports(const ReportFiles& files);

/// Returns the path by which two names of one file are equal, or standard output; empty for folders, devices
/// and pipes.
[[nodiscard]] std::string placeOf(const std::string& file);

/// Fails when two of them are one file, or when standard output is taken by `progress` (--progress). `others`
/// are further files that the command writes, none of them to standard output.
[[nodiscard]] Status checkReportFiles(const ReportFiles& files, const std::string& progress,
                                      const NamedFiles& others);

/// Reads the files. Fails with kind Configuration when one is missing, damaged or of another version.
[[nodiscard]] Result<History> readHistory(const HistoryFiles& files);

/// Keeps the outputs of the plan that --only-failed asks for, and says which; nothing without that option.
[[nodiscard]] std::optional<SelectionReport> chooseUnits(Plan& plan, const HistoryFiles& files,
                                                         const History& history);
/// Compares the run as --since asks; nothing without that option.
[[nodiscard]] std::optional<SinceReport> compareRuns(const RunReport& report, const HistoryFiles& files,
                                                     const History& history);

/// Everything that reports are made of. All must outlive it.
struct ReportContent {
    const RunReport& report;
    OptionPlace place = OptionPlace::Configuration;  ///< where the reader sets the options of the run
    const ReplayCommand& replay;
    const Trace* trace = nullptr;  ///< not recording any more; null only without a file for it
    const TraceProcess& process;
};

/// Writes one trace of those in files. Complains of those that are damaged or missing, and of a file that
/// cannot be written. False: there was such a one.
[[nodiscard]] bool writeJoinedTrace(const std::string& file, const std::vector<std::string>& parts);

/// Writes all files, each whole or not at all, and complains of those that cannot be written. False: there
/// was one.
[[nodiscard]] bool writeReports(const ReportFiles& files, const ReportContent& content);

}  // namespace rigkiln::cli
