#include "pipeline/report/report_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pipeline/report/report_errors.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using nlohmann::json;
using testing::EndsWith;

RunReport smallReport() {
    RunReport report{.version = "1.2.3", .configuration = "/c.yaml"};
    UnitReport unit{
        .output = "/o/h\xE9ros.glb", .format = "alo", .exporter = "gltf", .status = UnitStatus::Failed};
    unit.error = inFile("/i/hero.alo", test::kInputError.at("bone[3]", "is bad"));
    unit.inputs.push_back({.path = "/i/hero.alo",
                           .format = "alo",
                           .role = InputRole::Model,
                           .status = InputStatus::Failed,
                           .sizeBytes = 12,
                           .error = unit.error});
    unit.inputs.push_back({.path = "/i/hero_x.ala",
                           .format = "ala",
                           .role = InputRole::Clip,
                           .status = InputStatus::Skipped,
                           .rootCause = "/i/hero.alo"});
    unit.issues.push_back({"alamo.x", Severity::Warning, "sentence", "bone[1]", "details"});
    unit.issueCounts["alamo.x"] = 40;
    unit.times.readMilliseconds = 1.5;
    report.units.push_back(unit);
    report.ignored.push_back({"/i/smoke.alo", "Alamo particle system", true});
    report.environment.push_back({test::kEnvironmentError.in("/i/locked", "cannot open the folder")});
    report.wallMilliseconds = 2;
    return report;
}

TEST(ReportJson, HoldsEverythingAboutAUnit) {
    const json report = json::parse(toReportJson(smallReport()));
    EXPECT_EQ(report["report_version"], 2);
    EXPECT_EQ(report["version"], "1.2.3");
    EXPECT_EQ(report["exit_code"], 3);
    const json& unit = report["units"][0];
    EXPECT_EQ(unit["status"], "failed");
    EXPECT_EQ(unit["error"]["where"], "/i/hero.alo: bone[3]");
    EXPECT_EQ(unit["error"]["kind"], "input");
    EXPECT_EQ(unit["error"]["code"], "test.input");
    EXPECT_EQ(unit["inputs"][0]["status"], "failed");
    EXPECT_EQ(unit["inputs"][1]["root_cause"], "/i/hero.alo");
    EXPECT_EQ(unit["issues"][0]["severity"], "warning");
    EXPECT_EQ(unit["issue_counts"]["alamo.x"], 40);
    EXPECT_EQ(unit["times"]["read_ms"], 1.5);
    EXPECT_EQ(report["totals"]["issues"]["warning"], 40);
    EXPECT_EQ(report["formats"]["alo"]["failed"], 1);
    EXPECT_EQ(report["ignored"][0]["description"], "Alamo particle system");
    EXPECT_EQ(report["environment"][0]["where"], "/i/locked");
}

TEST(ReportJson, GroupsFailuresByTheirCause) {
    RunReport report = smallReport();
    report.units[0].phase = FailurePhase::Converting;
    UnitReport smaller = report.units[0];
    smaller.output = "/o/small.glb";
    smaller.inputs[0].path = "/i/small.alo";
    smaller.inputs[0].sizeBytes = 3;
    smaller.error = inFile("/i/small.alo", test::kInputError.at("bone[9]", "is worse"));
    smaller.inputs[0].error = smaller.error;
    report.units.push_back(smaller);
    const ReplayCommand replay = [](std::size_t unit, std::optional<std::size_t> input) {
        return "replay " + std::to_string(unit) + " " + std::to_string(input.value_or(9));
    };
    const json failures = json::parse(toReportJson(report, true, replay))["failures"];
    ASSERT_EQ(failures.size(), 2U);
    EXPECT_EQ(failures[0],
              json::parse(R"({"code": "test.input", "kind": "input", "sentence": "a test wants it so",
        "phase": "converting", "format": "alo", "count": 2,
        "example": {"root_cause": "/i/small.alo", "output": "/o/small.glb", "where": "/i/small.alo: bone[9]",
                    "problem": "is worse", "replay": "replay 1 0"}})"));
    EXPECT_EQ(failures[1]["code"], "test.environment");
    EXPECT_EQ(failures[1]["example"]["root_cause"], "/i/locked");
}

TEST(ReportJson, NamesTheIssueThatIsNotAllowed) {
    RunReport report = smallReport();
    report.units[0].error = kIssueNotAllowed.in("/i/hero.alo", "is bad");
    report.units[0].error->place = "texture.odd: texture 'x'";
    report.units[0].inputs[0].error = report.units[0].error;
    EXPECT_EQ(json::parse(toReportJson(report))["failures"][0]["issue"], "texture.odd");
}

TEST(ReportJson, HasDigestsOfTheRecipesOnRequest) {
    RunReport report = smallReport();
    EXPECT_FALSE(json::parse(toReportJson(report)).contains("options_digest"));
    report.optionsDigest = "abc";
    report.units[0].recipe = "def";
    EXPECT_EQ(json::parse(toReportJson(report))["options_digest"], "abc");
    EXPECT_EQ(json::parse(toReportJson(report))["units"][0]["recipe"], "def");
}

TEST(ReportJson, SaysWhichFailedOutputsHaveAFileOfAnEarlierRun) {
    RunReport report = smallReport();
    EXPECT_FALSE(json::parse(toReportJson(report))["units"][0].contains("stale_output"));
    report.units[0].hasStaleOutput = true;
    EXPECT_EQ(json::parse(toReportJson(report))["units"][0]["stale_output"], true);
}

TEST(ReportJson, SaysOnceWhichTexturesWereNotFound) {
    RunReport report = smallReport();
    report.units[0].textureSearch = {.folders = {"/t", "/i"}, .missing = {"skin.dds"}};
    const json missing = json::parse(toReportJson(report))["missing_textures"];
    EXPECT_EQ(missing, json::parse(R"([{"name": "skin.dds", "models": 1, "folders": ["/i", "/t"],
                                        "folder_count": 2}])"));
}

TEST(ReportJson, ReadsNamesThatAreNoUtf8AsWindows1252) {
    EXPECT_EQ(json::parse(toReportJson(smallReport()))["units"][0]["output"], "/o/h\xC3\xA9ros.glb");
}

TEST(ReportJson, LeavesOutWhatDiffersFromRunToRun) {
    RunReport other = smallReport();
    other.wallMilliseconds = 99;
    other.started = "2020-01-01T00:00:00Z";
    other.peakReservedBytes = 5;
    other.units[0].times.convertMilliseconds = 77;
    EXPECT_EQ(toReportJson(other, false), toReportJson(smallReport(), false));
    EXPECT_NE(toReportJson(other, true), toReportJson(smallReport(), true));
}

TEST(ReportJson, HasTheStateOfARunThatHasOne) {
    RunReport report = smallReport();
    EXPECT_FALSE(json::parse(toReportJson(report)).contains("state"));
    report.state = StateReport{.folder = "/s", .imagesFound = 7, .imagesMade = 2, .imagesRemoved = 3};
    EXPECT_EQ(json::parse(toReportJson(report))["state"],
              json::parse(R"({"folder": "/s", "images_found": 7, "images_made": 2, "images_removed": 3})"));
    report.state->problem = test::kEnvironmentError.in("/s/images", "cannot write");
    EXPECT_EQ(json::parse(toReportJson(report))["state"]["problem"],
              json::parse(R"({"code": "test.environment", "kind": "environment", "where": "/s/images",
                              "problem": "cannot write"})"));
}

TEST(ReportJson, HasTheCacheOfARunThatHasOne) {
    RunReport report = smallReport();
    EXPECT_FALSE(json::parse(toReportJson(report)).contains("cache"));
    EXPECT_FALSE(json::parse(toReportJson(report))["units"][0].contains("cached"));
    report.units[0].isCached = true;
    report.cache = CacheReport{.folder = "/c", .unitsFound = 7, .unitsKept = 2, .unitsLeftOut = 3};
    const json written = json::parse(toReportJson(report));
    EXPECT_EQ(written["units"][0]["cached"], true);
    EXPECT_EQ(written["cache"],
              json::parse(R"({"folder": "/c", "units_found": 7, "units_kept": 2, "units_left_out": 3})"));
    report.cache->filesDamaged = 1;
    report.cache->damage = test::kEnvironmentError.in("/c/1", "is damaged");
    EXPECT_EQ(json::parse(toReportJson(report))["cache"]["files_damaged"], 1);
}

TEST(ReportJson, OfAnEmptyRunIsValid) {
    const std::string text = toReportJson(RunReport{});
    EXPECT_TRUE(json::parse(text)["units"].empty());
    EXPECT_THAT(text, EndsWith("}\n"));
}

}  // namespace
}  // namespace rigkiln
