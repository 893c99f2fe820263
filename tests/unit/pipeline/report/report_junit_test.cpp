#include "pipeline/report/report_junit.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;
using testing::Not;

RunReport reportForJUnit(UnitStatus status) {
    RunReport report{.version = "1.2.3", .configuration = "/c/game.yaml", .outputRoots = {"/o", "/o/deep"}};
    UnitReport unit{.output = "/o/deep/a.glb", .format = "alo", .exporter = "gltf", .status = status};
    unit.inputs.push_back({.path = "/i/a.alo", .format = "alo"});
    unit.times = {.readMilliseconds = 1, .convertMilliseconds = 20, .publishMilliseconds = 300};
    report.units.push_back(unit);
    return report;
}

TEST(JUnit, NamesCasesBelowTheFolderOfOutputs) {
    EXPECT_THAT(toJUnitXml(reportForJUnit(UnitStatus::Written)),
                HasSubstr(R"(<testcase name="a.glb" classname="alo" time="0.321">)"));
}

TEST(JUnit, CountsTellsFailuresErrorsAndSkippedApart) {
    RunReport report = reportForJUnit(UnitStatus::Cancelled);
    report.units.push_back(report.units.front());
    report.units.back().status = UnitStatus::Failed;
    report.units.back().error = test::kInputError.in("/i/a.alo", "is bad");
    report.units.push_back(report.units.back());
    report.units.back().error = test::kEnvironmentError.in("/o/a.glb", "disk is full");
    report.units.push_back(reportForJUnit(UnitStatus::Written).units.front());
    report.units.back().inputs.push_back({.path = "/i/walk.ala",
                                          .format = "ala",
                                          .role = InputRole::Clip,
                                          .status = InputStatus::Failed,
                                          .error = test::kInputError.in("/i/walk.ala", "is bad")});
    report.environment.push_back({test::kEnvironmentError.in("/i/locked", "cannot open the folder")});
    const std::string text = toJUnitXml(report);
    EXPECT_THAT(text,
                HasSubstr(R"(<testsuite name="game.yaml" tests="5" failures="2" errors="2" skipped="1")"));
    EXPECT_THAT(text, HasSubstr(R"(<failure type="test.input" message="while planning: /i/a.alo: is bad">)"));
    EXPECT_THAT(
        text,
        HasSubstr(R"(<error type="test.environment" message="while planning: /o/a.glb: disk is full">)"));
    EXPECT_THAT(text, HasSubstr(R"(message="written without a clip: /i/walk.ala: is bad")"));
    EXPECT_THAT(text, HasSubstr(R"(<testcase name="/i/locked" classname="environment")"));
}

TEST(JUnit, IsNotGreenWhereAnIssueIsAnError) {
    RunReport report = reportForJUnit(UnitStatus::Written);
    report.units.front().issues.push_back(
        {"gltf.left-out", Severity::Error, "was left out", "animation 'a'", "x"});
    report.units.push_back(reportForJUnit(UnitStatus::Written).units.front());
    report.units.back().issues.push_back({"gltf.odd", Severity::Warning, "is odd", "node 'b'", ""});
    const std::string text = toJUnitXml(report);
    EXPECT_THAT(text, HasSubstr(R"(tests="2" failures="1" errors="0")"));
    EXPECT_THAT(text,
                HasSubstr(R"(<failure type="gltf.left-out" message="written with a loss: animation 'a'">)"));
    EXPECT_THAT(text, Not(HasSubstr(R"(type="gltf.odd")")));
}

TEST(JUnit, EscapesAnyName) {
    RunReport report = reportForJUnit(UnitStatus::Written);
    report.units.front().output = "/o/<b a=\"1\">&']]>\x01\t\n\xFF\xEF\xBF\xBF\xEF\xBF\xBE.glb";
    const std::string text = toJUnitXml(report);
    EXPECT_THAT(text, HasSubstr("name=\"&lt;b a=&quot;1&quot;>&amp;']]>\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                                "\xC3\xBF\xEF\xBF\xBD\xEF\xBF\xBD.glb\""));
    for (const char* forbidden : {"\x01", "\t", "\xFF", "\xEF\xBF\xBF", "\xEF\xBF\xBE", "&#1;"})
        EXPECT_THAT(text, Not(HasSubstr(forbidden)));
}

TEST(JUnit, OfARunWithoutOutputsIsASuiteWithoutCases) {
    EXPECT_THAT(toJUnitXml(RunReport{}),
                HasSubstr(R"(<testsuite name="convert" tests="0" failures="0" errors="0")"));
}

}  // namespace
}  // namespace rigkiln
