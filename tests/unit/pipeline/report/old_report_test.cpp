#include "pipeline/report/old_report.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/report/report_changes.hpp"
#include "pipeline/report/report_errors.hpp"
#include "pipeline/report/report_json.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

UnitReport unitCalled(const std::string& name, UnitStatus status) {
    UnitReport unit{.output = "/o/" + name + ".glb", .format = "alo", .exporter = "gltf", .status = status};
    unit.inputs.push_back({.path = "/i/" + name + ".alo", .format = "alo"});
    return unit;
}

UnitReport failedUnitCalled(const std::string& name, const ErrorCode& code) {
    UnitReport unit = unitCalled(name, UnitStatus::Failed);
    unit.error = code.in("/i/" + name + ".alo", "is bad");
    unit.inputs.front().status = InputStatus::Failed;
    unit.inputs.front().error = unit.error;
    return unit;
}

/// Written without one of its clips.
UnitReport partialUnit(const std::string& name, const std::string& clip) {
    UnitReport unit = unitCalled(name, UnitStatus::Written);
    unit.inputs.push_back({.path = "/i/" + clip + ".ala",
                           .format = "ala",
                           .role = InputRole::Clip,
                           .status = InputStatus::Failed,
                           .error = test::kInputError.in("/i/" + clip + ".ala", "is bad")});
    return unit;
}

RunReport reportMadeOf(const std::vector<UnitReport>& units) {
    RunReport report;
    report.units = units;
    return report;
}

OldReport oldOf(const RunReport& report) {
    const Result<OldReport> read = readOldReport(toReportJson(report));
    return read ? *read : OldReport{};
}

std::vector<std::string> faultTexts(const std::vector<FaultReport>& faults) {
    std::vector<std::string> all;
    all.reserve(faults.size());
    for (const FaultReport& fault : faults) {
        all.push_back(fault.output + " " + fault.rootCause + " " + fault.code +
                      (fault.codeBefore.empty() ? "" : " was " + fault.codeBefore));
    }
    return all;
}

TEST(OldReport, IsReadAsTheRunHadIt) {
    RunReport report =
        reportMadeOf({unitCalled("a", UnitStatus::Written), failedUnitCalled("b", test::kInputError),
                      unitCalled("c", UnitStatus::Cancelled), partialUnit("d", "d_walk"),
                      unitCalled("h\xE9ros", UnitStatus::Unchanged)});
    UnitReport& taken = report.units.emplace_back(unitCalled("e", UnitStatus::Failed));
    taken.error = test::kInputError.in("/o/e.glb", "is taken");
    taken.inputs.front().status = InputStatus::Skipped;
    taken.inputs.front().rootCause = "/o/e.glb";
    report.environment.push_back({test::kEnvironmentError.in("/i/locked", "cannot open the folder")});
    const OldReport read = oldOf(report);
    EXPECT_EQ(read.faults, faultsOf(report));
    EXPECT_EQ(read.faults.size(), 4U);
    ASSERT_EQ(read.units.size(), report.units.size());
    for (const UnitReport& unit : report.units)
        EXPECT_EQ(read.units.at(keyOf(unit)), healthOf(unit)) << unit.output;
}

TEST(OldReport, OfAnotherVersionIsRefused) {
    std::string text = toReportJson(RunReport{});
    text.replace(text.find("\"report_version\": 2"), 19, "\"report_version\": 1");
    const Result<OldReport> read = readOldReport(text);
    ASSERT_FALSE(read);
    EXPECT_TRUE(read.error().is(kOtherReportVersion));
    EXPECT_THAT(read.error().text(), HasSubstr("version 1, this program reads version 2"));
}

TEST(OldReport, ThatIsCutAnywhereIsRefused) {
    const std::string text = toReportJson(reportMadeOf({failedUnitCalled("b", test::kInputError)}));
    for (std::size_t size = 0; size + 2 < text.size(); ++size) {
        const Result<OldReport> read = readOldReport(std::string_view(text).substr(0, size));
        ASSERT_FALSE(read) << size;
        EXPECT_TRUE(read.error().is(kDamagedReport)) << size;
    }
}

TEST(OldReport, OfSomethingElseIsRefused) {
    for (const char* text :
         {"", "[]", "3", "null", "{}", R"({"report_version": 2})", R"({"program": "rigkiln"})",
          R"({"report_version": "2", "program": "rigkiln"})", R"({"report_version": 2, "program": "other"})",
          R"({"report_version": 2, "program": "other", "units": [], "environment": []})",
          R"({"report_version": 2, "program": "rigkiln", "units": 1, "environment": []})",
          R"({"report_version": 2, "program": "rigkiln", "units": [{}], "environment": []})",
          R"({"report_version": 2, "program": "rigkiln", "units": [1], "environment": []})",
          R"({"report_version": 2, "program": "rigkiln", "units": [], "environment": [{"where": 3}]})",
          R"({"report_version": 2, "program": "rigkiln", "units": [{"output": "a", "status": "failed",
              "inputs": [{"path": "a", "status": "failed"}]}], "environment": []})"}) {
        const Result<OldReport> read = readOldReport(text);
        ASSERT_FALSE(read) << text;
        EXPECT_TRUE(read.error().is(kDamagedReport)) << text;
        EXPECT_FALSE(read.error().problem.empty()) << text;
    }
}

TEST(ReportChanges, TellNewFixedAndRemainingFaultsApart) {
    const OldReport before = oldOf(reportMadeOf(
        {failedUnitCalled("fixed", test::kInputError), failedUnitCalled("other", test::kInputError),
         failedUnitCalled("same", test::kInputError), unitCalled("well", UnitStatus::Written)}));
    const ReportChanges changes = changesSince(
        before,
        reportMadeOf({failedUnitCalled("added", test::kInputError), unitCalled("fixed", UnitStatus::Written),
                      failedUnitCalled("other", test::kEnvironmentError),
                      failedUnitCalled("same", test::kInputError),
                      failedUnitCalled("well", test::kInputError)}));
    EXPECT_THAT(faultTexts(changes.added),
                ElementsAre("/o/added.glb /i/added.alo test.input", "/o/well.glb /i/well.alo test.input"));
    EXPECT_THAT(faultTexts(changes.fixed), ElementsAre("/o/fixed.glb /i/fixed.alo test.input"));
    EXPECT_THAT(faultTexts(changes.stillThere),
                ElementsAre("/o/other.glb /i/other.alo test.environment was test.input",
                            "/o/same.glb /i/same.alo test.input"));
    EXPECT_THAT(changes.notJudged, IsEmpty());
}

TEST(ReportChanges, AreAboutClipsToo) {
    const OldReport before =
        oldOf(reportMadeOf({partialUnit("hero", "hero_walk"), partialUnit("girl", "girl_run")}));
    const ReportChanges changes = changesSince(
        before, reportMadeOf({partialUnit("hero", "hero_jump"), unitCalled("girl", UnitStatus::Unchanged)}));
    EXPECT_THAT(faultTexts(changes.added), ElementsAre("/o/hero.glb /i/hero_jump.ala test.input"));
    EXPECT_THAT(faultTexts(changes.fixed), ElementsAre("/o/girl.glb /i/girl_run.ala test.input",
                                                       "/o/hero.glb /i/hero_walk.ala test.input"));
}

/// A fault that another one hides, or that nobody looked for, is not fixed.
TEST(ReportChanges, CallNothingFixedThatWasNotLookedAt) {
    RunReport first =
        reportMadeOf({partialUnit("hero", "hero_walk"), failedUnitCalled("late", test::kInputError),
                      failedUnitCalled("gone", test::kInputError)});
    first.environment.push_back({test::kEnvironmentError.in("/i/locked", "cannot open the folder")});
    RunReport second = reportMadeOf(
        {failedUnitCalled("hero", test::kInputError), unitCalled("late", UnitStatus::Cancelled)});
    second.interrupted = true;
    const ReportChanges changes = changesSince(oldOf(first), second);
    EXPECT_THAT(faultTexts(changes.added), ElementsAre("/o/hero.glb /i/hero.alo test.input"));
    EXPECT_THAT(changes.fixed, IsEmpty());
    EXPECT_THAT(faultTexts(changes.notJudged),
                ElementsAre(" /i/locked test.environment", "/o/gone.glb /i/gone.alo test.input",
                            "/o/hero.glb /i/hero_walk.ala test.input", "/o/late.glb /i/late.alo test.input"));
    second.interrupted = false;
    EXPECT_THAT(faultTexts(changesSince(oldOf(first), second).fixed),
                ElementsAre(" /i/locked test.environment"));
}

}  // namespace
}  // namespace rigkiln
