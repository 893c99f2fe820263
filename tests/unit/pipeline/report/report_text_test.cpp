#include "pipeline/report/report_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;
using testing::Not;

UnitReport failedUnit(const std::string& path) {
    UnitReport unit{
        .output = "/o" + path + ".glb", .format = "alo", .exporter = "gltf", .status = UnitStatus::Failed};
    unit.error = inFile(path, test::kInputError.at("bone[3] at 0x10", "is bad"));
    unit.inputs.push_back(
        {.path = path, .format = "alo", .status = InputStatus::Failed, .error = unit.error});
    return unit;
}

TEST(SummaryText, HasARowPerFormatAndOneForAll) {
    RunReport report;
    report.units.push_back(
        {.output = "a", .format = "alo", .exporter = "gltf", .bytesIn = 2048, .bytesOut = 10});
    report.units.push_back(
        {.output = "b", .format = "gsm", .exporter = "gltf", .status = UnitStatus::Unchanged});
    EXPECT_EQ(toSummaryText(report),
              "format  outputs  written  unchanged  not done  clips     read  output size\n"
              "alo           1        1          0         0      0  2.0 KiB         10 B\n"
              "gsm           1        0          1         0      0      0 B          0 B\n"
              "all           2        1          1         0      0  2.0 KiB         10 B\n");
}

TEST(SummaryText, ListsFailuresSortedByPath) {
    RunReport report;
    report.units = {failedUnit("/i/z.alo"), failedUnit("/i/a.alo")};
    EXPECT_THAT(toSummaryText(report), HasSubstr("\n2 failed:\n"
                                                 "  FAILED /i/a.alo: bone[3] at 0x10: is bad\n"
                                                 "  FAILED /i/z.alo: bone[3] at 0x10: is bad\n"));
}

TEST(SummaryText, NamesTheTexturesThatMostModelsMiss) {
    RunReport report;
    for (const char* model : {"/i/a", "/i/b"}) {
        UnitReport unit{.output = model, .format = "alo", .exporter = "gltf"};
        unit.inputs.push_back({.path = model, .format = "alo"});
        unit.textureSearch.missing = {"d.dds", "e.dds"};
        report.units.push_back(unit);
    }
    report.units[0].textureSearch.missing = {"a.dds", "b.dds", "c.dds", "d.dds", "e.dds"};
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("\n5 textures were not found (see the report): d.dds (2 models), e.dds (2 models), "
                          "a.dds (1 model) and 2 more\n"));
}

TEST(SummaryText, SaysNothingOfTexturesThatAreThere) {
    EXPECT_THAT(toSummaryText({}), Not(HasSubstr("texture")));
}

TEST(SummaryText, SaysWhereReducedClipsAreFarthestOffAndWhatWasAllowed) {
    RunReport report;
    UnitReport unit{.output = "a", .format = "alo", .exporter = "gltf"};
    unit.reductions = {{.clip = "walk",
                        .bytesBefore = 3072,
                        .bytesAfter = 500,
                        .bound = 0.01,
                        .maxError = 0.002,
                        .worstJoint = "hip"},
                       {.clip = "run",
                        .bytesBefore = 1024,
                        .bytesAfter = 524,
                        .bound = 0.0125,
                        .maxError = 0.0121,
                        .worstJoint = "hand",
                        .worstTime = 0.5}};
    report.units.push_back(unit);
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("\nkeys of 2 clips reduced: 4.0 KiB to 1.0 KiB, largest error 12.1 mm of 12.5 mm "
                          "(clip run, joint hand, 0.500 s)\n"));
    report.units[0].reductions[1].clip.clear();
    EXPECT_THAT(toSummaryText(report), HasSubstr("of 12.5 mm (joint hand, 0.500 s)\n"));
}

TEST(SummaryText, ShowsTheThreeMostFrequentIssues) {
    RunReport report;
    UnitReport unit{.output = "a", .format = "alo", .exporter = "gltf"};
    for (const auto& [id, count] :
         std::map<std::string, std::size_t>{{"a", 1}, {"b", 9}, {"c", 5}, {"d", 7}}) {
        unit.issues.push_back({id, Severity::Warning, "means " + id, "", ""});
        unit.issueCounts[id] = count;
    }
    report.units.push_back(unit);
    EXPECT_THAT(toSummaryText(report), HasSubstr("most frequent issues:\n"
                                                 "  9 b (warning) in 1 outputs: means b\n"
                                                 "  7 d (warning) in 1 outputs: means d\n"
                                                 "  5 c (warning) in 1 outputs: means c\n"
                                                 "  and 1 other kinds, see the report\n"));
}

TEST(SummaryText, KeepsANameWithControlCharactersOnOneLine) {
    RunReport report;
    report.units = {failedUnit("/i/a\nFAILED b")};
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("\nFAILED b")));
}

TEST(SummaryText, SaysWhatTheStateSavedAndWhatIsWrongWithIt) {
    RunReport report;
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("by an earlier run")));
    report.state = StateReport{.folder = "/s", .imagesFound = 7, .imagesMade = 2, .imagesRemoved = 3};
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("\ntextures: 7 converted by an earlier run, 2 by this one\n"));
    EXPECT_THAT(toSummaryText(report), HasSubstr("state: removed 3 images that were not used for longest"));
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("not everything")));
    report.state = StateReport{.folder = "/s"};
    report.state->problem = test::kEnvironmentError.in("/s/images", "cannot write: no space left on device");
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("by an earlier run")));
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("state: not everything is kept for later runs: /s/images: cannot write: no space"));
    EXPECT_EQ(exitCode(report), 0) << "every output is there";
}

TEST(FailureText, NamesTheOutputWhenNoInputIsAtFault) {
    UnitReport unit{.output = "/o/a.glb", .format = "alo", .exporter = "gltf", .status = UnitStatus::Failed};
    unit.error = test::kEnvironmentError.in("/o/a.glb", "cannot write: no space left on device");
    EXPECT_EQ(failureText(unit), "FAILED /o/a.glb: cannot write: no space left on device\n");
}

TEST(FailureText, IsEmptyForAUnitInOrder) {
    EXPECT_EQ(failureText({.output = "a", .format = "alo", .exporter = "gltf"}), "");
}

}  // namespace
}  // namespace rigkiln
