#include "pipeline/report/run_report.hpp"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/thread_group.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/issue_totals.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

UnitReport unit(UnitStatus status, const ErrorCode* code = nullptr) {
    UnitReport report{.output = "/o/x.glb", .format = "alo", .exporter = "gltf", .status = status};
    if (code != nullptr) report.error = code->in("x", "is bad");
    return report;
}

RunReport reportOf(std::vector<UnitReport> units) {
    RunReport report;
    report.units = std::move(units);
    return report;
}

TEST(ExitCode, IsZeroWhenEverythingIsThere) {
    EXPECT_EQ(exitCode(reportOf({unit(UnitStatus::Written), unit(UnitStatus::Unchanged)})), 0);
    EXPECT_EQ(exitCode(RunReport{}), 0);
}

TEST(ExitCode, IsTheWorstOfAllFailures) {
    const UnitReport bad = unit(UnitStatus::Failed, &test::kInputError);
    const UnitReport full = unit(UnitStatus::Failed, &test::kEnvironmentError);
    const UnitReport bug = unit(UnitStatus::Failed, &test::kInternalError);
    EXPECT_EQ(exitCode(reportOf({bad})), 1);
    EXPECT_EQ(exitCode(reportOf({unit(UnitStatus::Failed, &test::kConfigurationError)})), 1);
    EXPECT_EQ(exitCode(reportOf({full, bad})), 3);
    EXPECT_EQ(exitCode(reportOf({bad, bug, full})), 4);
}

TEST(ExitCode, CountsAFailedClipOfAWrittenUnit) {
    UnitReport written = unit(UnitStatus::Written);
    written.inputs.push_back(
        {.path = "c", .format = "ala", .role = InputRole::Clip, .status = InputStatus::Failed});
    EXPECT_EQ(exitCode(reportOf({written})), 1);
}

TEST(ExitCode, CountsIssuesThatAreErrors) {
    UnitReport written = unit(UnitStatus::Written);
    written.issues.push_back({"issue", Severity::Warning, "sentence", "where", "details"});
    EXPECT_EQ(exitCode(reportOf({written})), 0);
    written.issues.push_back({"loss", Severity::Error, "sentence", "where", "details"});
    EXPECT_EQ(exitCode(reportOf({written})), 1);
}

TEST(ExitCode, CountsFoldersThatCouldNotBeRead) {
    RunReport report;
    report.environment.push_back({test::kEnvironmentError.in("/locked", "cannot open the folder")});
    EXPECT_EQ(exitCode(report), 3);
}

TEST(ExitCode, IsThatOfWhatStoppedTheRun) {
    RunReport report = reportOf({unit(UnitStatus::Cancelled)});
    report.stopped = StopReport{.error = kNoThread.error("cannot start a thread"), .freeBytes = {}};
    EXPECT_EQ(exitCode(report), 3);
}

TEST(ExitCode, Is130WhenInterrupted) {
    RunReport report = reportOf({unit(UnitStatus::Failed, &test::kInternalError)});
    report.interrupted = true;
    EXPECT_EQ(exitCode(report), 130);
}

TEST(ExitCode, OfAnErrorFollowsItsKind) {
    EXPECT_EQ(exitCode(test::kInputError.error("is bad")), 1);
    EXPECT_EQ(exitCode(test::kConfigurationError.error("is bad")), 2);
    EXPECT_EQ(exitCode(test::kEnvironmentError.error("is bad")), 3);
    EXPECT_EQ(exitCode(test::kInternalError.error("is bad")), 4);
}

RunReport randomReport(unsigned seed) {
    std::mt19937 random(seed);
    const auto upTo = [&](std::size_t limit) { return std::size_t{random() % limit}; };
    RunReport report;
    for (std::size_t i = 0; i < 50; ++i) {
        UnitReport one = unit(static_cast<UnitStatus>(upTo(4)));
        one.format = upTo(2) == 0 ? "alo" : "gsm";
        for (std::size_t input = 0; input < 1 + upTo(5); ++input) {
            one.inputs.push_back({.path = "p",
                                  .format = "ala",
                                  .role = static_cast<InputRole>(upTo(2)),
                                  .status = static_cast<InputStatus>(upTo(4))});
        }
        const std::string id = "issue" + std::to_string(upTo(4));
        one.issues.push_back({id, Severity::Warning, "sentence", "where", "details"});
        one.issueCounts[id] = 1 + upTo(100);
        one.counts.clips = upTo(9);
        one.bytesIn = upTo(1000);
        one.bytesOut = upTo(1000);
        report.units.push_back(std::move(one));
    }
    return report;
}

TEST(ReportTotals, AddUpOnRandomReports) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE(seed);
        const RunReport report = randomReport(seed);
        const ReportTotals all = totals(report);
        EXPECT_EQ(all.units, report.units.size());
        EXPECT_EQ(all.units, all.written + all.unchanged + all.failed + all.cancelled);
        EXPECT_EQ(all.inputs, all.converted + all.inputsFailed + all.inputsSkipped + all.inputsCancelled);
        EXPECT_LE(all.clipsFailed, all.inputsFailed);
        ReportTotals summed;
        for (const auto& [format, sums] : totalsByFormat(report)) {
            summed.units += sums.units;
            summed.inputs += sums.inputs;
            summed.bytesIn += sums.bytesIn;
            summed.bytesOut += sums.bytesOut;
            summed.warnings += sums.warnings;
            summed.counts += sums.counts;
        }
        EXPECT_EQ(summed.units, all.units);
        EXPECT_EQ(summed.inputs, all.inputs);
        EXPECT_EQ(summed.bytesIn, all.bytesIn);
        EXPECT_EQ(summed.bytesOut, all.bytesOut);
        EXPECT_EQ(summed.warnings, all.warnings);
        EXPECT_EQ(summed.counts, all.counts);
        std::size_t occurrences = 0;
        for (const IssueTotal& issue : issueTotals(report))
            occurrences += issue.occurrences;
        EXPECT_EQ(occurrences, all.informations + all.warnings + all.errors);
    }
}

TEST(IssueTotals, AreSortedByFrequencyThenId) {
    RunReport report = reportOf({unit(UnitStatus::Written), unit(UnitStatus::Written)});
    for (const char* id : {"b", "a", "c"})
        report.units[0].issues.push_back({id, Severity::Warning, "s", "w", "d"});
    report.units[1].issues.push_back({"c", Severity::Warning, "s", "w", "d"});
    report.units[0].issueCounts = {{"a", 1}, {"b", 1}, {"c", 5}};
    report.units[1].issueCounts = {{"c", 1}};
    std::vector<std::string> ids;
    for (const IssueTotal& issue : issueTotals(report))
        ids.push_back(issue.id);
    EXPECT_THAT(ids, ElementsAre("c", "a", "b"));
    EXPECT_EQ(issueTotals(report)[0].occurrences, 6U);
    EXPECT_EQ(issueTotals(report)[0].units, 2U);
}

TEST(MissingTextures, KeepOnlySomeOfManyFolders) {
    RunReport report;
    UnitReport unit{.output = "a", .format = "alo", .exporter = "gltf"};
    unit.textureSearch.missing = {"t.dds"};
    for (std::size_t i = 0; i < MissingTexture::kFoldersKept + 5; ++i)
        unit.textureSearch.folders.push_back("/f" + std::to_string(i));
    report.units.push_back(unit);
    const std::vector<MissingTexture> missing = missingTextures(report);
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_EQ(missing[0].folders.size(), MissingTexture::kFoldersKept);
    EXPECT_EQ(missing[0].folderCount, MissingTexture::kFoldersKept + 5);
}

}  // namespace
}  // namespace rigkiln
