#include "pipeline/run/run_plan.hpp"

#include <filesystem>

#include <gmock/gmock.h>

#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/issue_totals.hpp"
#include "pipeline/report/report_json.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RunPlan : public BatchFixture {
protected:
    RunReport run(const RunOptions& options = {.jobs = 2}) { return runPlan(planned(), options); }

    /// Two outputs of each asset.
    static std::string twoExports() {
        return boundConfiguration() +
               "  more: { uses: export, from: rigs, to: text, path: 'more/{folder}/{name}.txt' }\n";
    }

    /// Outputs that share what they have in common.
    static std::string sharingConfiguration() {
        std::string text = boundConfiguration();
        return text.insert(text.rfind(" }"), ", shared: true");
    }

    static UnitReport unitOf(const RunReport& report, const std::string& name) {
        for (const UnitReport& unit : report.units) {
            if (unit.output.ends_with("/" + name)) return unit;
        }
        ADD_FAILURE() << "no unit " << name;
        return {};
    }
};

TEST_F(RunPlan, ConvertsModelsWithTheirClips) {
    folder_.write("in/a/hero.smodel", "model 3");
    folder_.write("in/a/hero_walk.sclip", "clip 2");
    const RunReport report = run();
    ASSERT_EQ(report.units.size(), 1U);
    EXPECT_EQ(report.units[0].status, UnitStatus::Written);
    EXPECT_EQ(report.units[0].counts.joints, 3U);
    EXPECT_EQ(report.units[0].counts.clips, 1U);
    EXPECT_EQ(report.units[0].counts.triangles, 1U);
    EXPECT_EQ(report.units[0].bytesIn, 13U);
    EXPECT_THAT(folder_.read("out/a/hero.txt"), HasSubstr("hero_walk"));
    EXPECT_EQ(exitCode(report), 0);
}

TEST_F(RunPlan, FitsAClipOfAClassToEachOfItsModels) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/villain.smodel", "model 3");
    folder_.write("in/walk.sclass", "class 3");
    const RunReport report = run();
    for (const char* name : {"hero", "villain"}) {
        const UnitReport& unit = unitOf(report, std::string(name) + ".txt");
        EXPECT_EQ(unit.counts.clips, 1U);
        ASSERT_EQ(unit.issues.size(), 1U);
        EXPECT_EQ(unit.issues[0].id, scripted::kAdapted.id);
        EXPECT_EQ(unit.issues[0].where, name);
    }
}

TEST_F(RunPlan, ReadsAnAssetOnceForAllItsOutputs) {
    folder_.write("in/hero.smodel", "model 3 issue");
    folder_.write("in/hero_walk.sclip", "clip 2");
    const RunReport report = runPlan(planned(twoExports()), {.jobs = 2});
    ASSERT_EQ(report.units.size(), 2U);
    EXPECT_EQ(totals(report).bytesIn, 19U);
    for (const UnitReport& unit : report.units) {
        EXPECT_EQ(unit.status, UnitStatus::Written);
        EXPECT_EQ(unit.counts.clips, 1U);
        EXPECT_EQ(unit.issueCounts.at("scripted.issue"), 1U);
    }
    EXPECT_EQ(folder_.read("out/hero.txt"), folder_.read("more/hero.txt"));
}

TEST_F(RunPlan, FailsEveryOutputOfAnAssetThatCannotBeRead) {
    folder_.write("in/hero.smodel", "model 3 bad");
    const RunReport report = runPlan(planned(twoExports()), {.jobs = 2});
    ASSERT_EQ(report.units.size(), 2U);
    for (const UnitReport& unit : report.units) {
        EXPECT_EQ(unit.status, UnitStatus::Failed);
        EXPECT_EQ(unit.inputs[0].status, InputStatus::Failed);
    }
}

TEST_F(RunPlan, AnOutputThatCannotBeWrittenLeavesTheOthersOfItsAsset) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/villain.smodel", "model 3");
    folder_.write("more", "a file where the folder should be");
    const RunReport report = runPlan(planned(twoExports()), {.jobs = 1, .memoryBytes = 1, .failFast = true});
    ASSERT_EQ(report.units.size(), 4U);
    EXPECT_EQ(report.units[0].output, folder_.path("more/hero.txt"));
    EXPECT_EQ(report.units[0].status, UnitStatus::Failed);
    EXPECT_EQ(report.units[2].output, folder_.path("out/hero.txt"));
    EXPECT_EQ(report.units[2].status, UnitStatus::Written);
    EXPECT_EQ(report.units[3].status, UnitStatus::Cancelled) << "one failure stops a run that fails fast";
}

TEST_F(RunPlan, TellsExportersTheWayToTheSharedFolder) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/a/b/hero.smodel", "model 3");
    (void)runPlan(planned(sharingConfiguration()), {.jobs = 2});
    EXPECT_THAT(folder_.read("out/hero.txt"), testing::StartsWith("textures/joints."));
    EXPECT_THAT(folder_.read("out/a/b/hero.txt"), testing::StartsWith("../../textures/joints."));
    EXPECT_EQ(folder_.files("out/textures").size(), 1U);
}

TEST_F(RunPlan, CountsSharedFilesWithTheFirstOutputThatHasThem) {
    for (const char* name : {"a", "b", "c"})
        folder_.write(std::string("in/") + name + ".smodel", "model 3");
    const RunReport report = runPlan(planned(sharingConfiguration()), {.jobs = 2});
    std::size_t onDisk = 0;
    for (const std::string& file : folder_.files("out"))
        onDisk += std::filesystem::file_size(folder_.path("out/" + file));
    EXPECT_EQ(totals(report).bytesOut, onDisk);
    EXPECT_EQ(unitOf(report, "a.txt").bytesOut, unitOf(report, "b.txt").bytesOut + 1);
    EXPECT_EQ(unitOf(report, "c.txt").bytesOut, unitOf(report, "b.txt").bytesOut);
}

TEST_F(RunPlan, FailsTheOutputsWhoseSharedFileCannotBePlaced) {
    folder_.write("in/a.smodel", "model 3");
    folder_.write("in/b.smodel", "model 3");
    folder_.write("in/c.smodel", "model 2");
    (void)runPlan(planned(sharingConfiguration()), {.jobs = 1});
    const std::string first = folder_.read("out/a.txt");
    const std::string shared = first.substr(0, first.find('\n'));
    std::filesystem::remove_all(folder_.path("out/" + shared));
    std::filesystem::create_directories(folder_.path("out/" + shared));
    const RunReport report = runPlan(planned(sharingConfiguration()), {.jobs = 2});
    for (const char* name : {"a.txt", "b.txt"}) {
        EXPECT_EQ(unitOf(report, name).status, UnitStatus::Failed);
        EXPECT_EQ(unitOf(report, name).error->text(),
                  folder_.path("out/" + shared) + ": cannot replace: is a directory");
    }
    EXPECT_EQ(unitOf(report, "c.txt").status, UnitStatus::Unchanged);
    EXPECT_EQ(exitCode(report), 3);
}

TEST_F(RunPlan, GivesTheSameReportOfSharedFilesForAnyNumberOfJobs) {
    for (int i = 0; i < 60; ++i)
        folder_.write("in/m" + std::to_string(i) + ".smodel",
                      "model " + std::to_string(1 + i % 3) + (i % 7 == 0 ? " unexportable" : ""));
    const Plan plan = planned(sharingConfiguration());
    std::string expected;
    for (const unsigned jobs : {1U, 2U, 4U}) {
        std::filesystem::remove_all(folder_.path("out"));
        const std::string report = toReportJson(runPlan(plan, {.jobs = jobs, .memoryBytes = 4 << 20}), false);
        if (expected.empty()) expected = report;
        EXPECT_EQ(report, expected);
    }
    EXPECT_EQ(folder_.files("out/textures").size(), 3U);
}

TEST_F(RunPlan, ASecondRunTouchesNothing) {
    folder_.write("in/hero.smodel", "model 3");
    run();
    const RunReport again = run();
    EXPECT_EQ(again.units[0].status, UnitStatus::Unchanged);
    EXPECT_EQ(exitCode(again), 0);
}

TEST_F(RunPlan, ABadFileFailsAloneAndIsNamed) {
    folder_.write("in/a.smodel", "model 1 bad");
    folder_.write("in/b.smodel", "model 1");
    const RunReport report = run();
    EXPECT_EQ(unitOf(report, "a.txt").error->text(),
              folder_.path("in/a.smodel") + ": word[2] at 0x8: is 'bad'");
    EXPECT_EQ(unitOf(report, "b.txt").status, UnitStatus::Written);
    EXPECT_EQ(exitCode(report), 1);
    EXPECT_THAT(folder_.files("out"), ElementsAre("b.txt"));
}

TEST_F(RunPlan, ABadClipIsLeftOutOfItsModel) {
    folder_.write("in/hero.smodel", "model 2");
    folder_.write("in/hero_bad.sclip", "clip 1 bad");
    folder_.write("in/hero_nan.sclip", "clip 1 nan");
    folder_.write("in/hero_walk.sclip", "clip 1");
    const RunReport report = run();
    const UnitReport& unit = report.units.at(0);
    EXPECT_EQ(unit.status, UnitStatus::Written);
    EXPECT_EQ(unit.counts.clips, 1U);
    ASSERT_EQ(unit.inputs.size(), 4U);
    EXPECT_EQ(unit.inputs[0].status, InputStatus::Converted);
    EXPECT_EQ(unit.inputs[1].status, InputStatus::Failed);
    EXPECT_EQ(unit.inputs[1].error->text(), folder_.path("in/hero_bad.sclip") + ": word[2] at 0x8: is 'bad'");
    EXPECT_EQ(unit.inputs[2].status, InputStatus::Failed);
    EXPECT_EQ(unit.inputs[3].status, InputStatus::Converted);
    EXPECT_EQ(unit.issueCounts.at("convert.clip-failed"), 2U);
    EXPECT_EQ(totals(report).clipsFailed, 2U);
    EXPECT_EQ(exitCode(report), 1);
}

TEST_F(RunPlan, ClipsOfABadModelAreSkippedWithItAsRootCause) {
    folder_.write("in/hero.smodel", "model 2 bad");
    folder_.write("in/hero_walk.sclip", "clip 1");
    const RunReport report = run();
    const UnitReport& unit = report.units.at(0);
    EXPECT_EQ(unit.status, UnitStatus::Failed);
    EXPECT_EQ(unit.inputs[0].status, InputStatus::Failed);
    EXPECT_EQ(unit.inputs[1].status, InputStatus::Skipped);
    EXPECT_EQ(unit.inputs[1].rootCause, folder_.path("in/hero.smodel"));
}

TEST_F(RunPlan, WhateverAFormatThrowsFailsItsUnitOnly) {
    folder_.write("in/a.smodel", "model 1 throw");
    folder_.write("in/b.smodel", "model 1 throw-int");
    folder_.write("in/c.smodel", "model 1 bad-alloc");
    folder_.write("in/d.smodel", "model 1");
    folder_.write("in/d_x.sclip", "clip 0 throw");
    const RunReport report = run();
    EXPECT_THAT(unitOf(report, "a.txt").error->text(),
                HasSubstr("a.smodel: unexpected exception: scripted exception"));
    EXPECT_THAT(unitOf(report, "b.txt").error->text(),
                HasSubstr("b.smodel: unexpected exception of an unknown type"));
    EXPECT_THAT(unitOf(report, "c.txt").error->text(), HasSubstr("c.smodel: out of memory"));
    EXPECT_EQ(unitOf(report, "d.txt").status, UnitStatus::Written);
    EXPECT_EQ(exitCode(report), 4);
}

TEST_F(RunPlan, ASceneThatBreaksALawIsNotExported) {
    folder_.write("in/a.smodel", "model 1 nan");
    const RunReport report = run();
    EXPECT_EQ(report.units[0].status, UnitStatus::Failed);
    EXPECT_THAT(report.units[0].error->text(), HasSubstr("in/a.smodel: joint"));
}

TEST_F(RunPlan, AFailingExporterFailsTheUnit) {
    folder_.write("in/a.smodel", "model 1 unexportable");
    const RunReport report = run();
    EXPECT_EQ(report.units[0].error->text(), folder_.path("in/a.smodel") + ": scene: is unexportable");
}

TEST_F(RunPlan, AFileThatWentAwayIsAnEnvironmentProblem) {
    folder_.write("in/a.smodel", "model 1");
    const Plan plan = planned();
    std::filesystem::remove(folder_.path("in/a.smodel"));
    const RunReport report = runPlan(plan, {.jobs = 1});
    EXPECT_THAT(report.units[0].error->text(), HasSubstr("a.smodel: cannot open: no such file or directory"));
    EXPECT_EQ(exitCode(report), 3);
}

TEST_F(RunPlan, AnOutputThatCannotBeWrittenSkipsItsInputs) {
    folder_.write("in/a.smodel", "model 1");
    std::filesystem::create_directories(folder_.path("out/a.txt"));
    const RunReport report = run();
    EXPECT_EQ(report.units[0].status, UnitStatus::Failed);
    EXPECT_EQ(report.units[0].inputs[0].status, InputStatus::Skipped);
    EXPECT_EQ(report.units[0].inputs[0].rootCause, folder_.path("out/a.txt"));
    EXPECT_EQ(exitCode(report), 3);
}

TEST_F(RunPlan, IssuesOfClipsNameTheClip) {
    folder_.write("in/hero.smodel", "model 2 issue");
    folder_.write("in/hero_walk.sclip", "clip 1 issue");
    const RunReport report = run();
    ASSERT_EQ(report.units[0].issues.size(), 2U);
    EXPECT_EQ(report.units[0].issues[0].where, "word");
    EXPECT_EQ(report.units[0].issues[1].where, "clip 'hero_walk': word");
    EXPECT_EQ(report.units[0].issueCounts.at("scripted.issue"), 2U);
}

TEST_F(RunPlan, FindsImagesBesideTheModel) {
    folder_.write("in/models/hero.smodel", "model 1 texture=SKIN.dds texture=old.tga");
    folder_.write("in/Textures/skin.png", "\x89PNG\r\n\x1A\n");
    folder_.write("in/Textures/old.dds", "DDS");
    const RunReport report = run();
    EXPECT_TRUE(unitOf(report, "hero.txt").issueCounts.contains("scripted.texture-found"));
    EXPECT_TRUE(unitOf(report, "hero.txt").issueCounts.contains("scripted.texture-unusable"));
}

TEST_F(RunPlan, SaysWhichTexturesAreNowhere) {
    folder_.write("in/models/hero.smodel", "model 1 texture=art\\SKIN.dds texture=there.png");
    folder_.write("in/models/villain.smodel", "model 1 texture=skin.dds texture=hat.tga");
    folder_.write("in/Textures/there.png", "\x89PNG\r\n\x1A\n");
    const std::vector<MissingTexture> missing = missingTextures(run());
    ASSERT_EQ(missing.size(), 2U);
    EXPECT_EQ(missing[0].name, "skin.dds");
    EXPECT_EQ(missing[0].models, 2U);
    EXPECT_THAT(missing[0].folders, ElementsAre(folder_.path("in/Textures"), folder_.path("in/models")));
    EXPECT_EQ(missing[1].name, "hat.tga");
    EXPECT_EQ(missing[1].models, 1U);
}

TEST_F(RunPlan, CountsAModelOnceHoweverManyOutputsItHas) {
    folder_.write("in/hero.smodel", "model 1 texture=skin.dds");
    const std::vector<MissingTexture> missing = missingTextures(runPlan(planned(twoExports()), {.jobs = 2}));
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_EQ(missing[0].models, 1U);
}

TEST_F(RunPlan, GivesTheSameBytesAndReportForAnyNumberOfJobs) {
    for (int i = 0; i < 60; ++i) {
        const std::string name = "in/m" + std::to_string(i);
        folder_.write(name + ".smodel", i % 7 == 0 ? "model 2 bad" : "model 2 issue");
        for (int clip = 0; clip < 4; ++clip)
            folder_.write(name + "_" + std::to_string(clip) + ".sclip",
                          clip == 3 ? "clip 1 bad" : "clip 1 issue");
    }
    const Plan plan = planned();
    std::string expectedReport;
    std::string expectedText;
    for (const unsigned jobs : {1U, 2U, 4U}) {
        std::filesystem::remove_all(folder_.path("out"));
        const std::string report = toReportJson(runPlan(plan, {.jobs = jobs, .memoryBytes = 4 << 20}), false);
        const std::string text = folder_.read("out/m11.txt");
        if (expectedReport.empty()) expectedReport = report;
        if (expectedText.empty()) expectedText = text;
        EXPECT_EQ(report, expectedReport);
        EXPECT_EQ(text, expectedText);
    }
}

TEST_F(RunPlan, KeepsWithinTheMemoryGiven) {
    for (int i = 0; i < 40; ++i)
        folder_.write("in/m" + std::to_string(i) + ".smodel", "model 1");
    const std::size_t budget = 5 << 20;
    const RunReport report = run({.jobs = 4, .memoryBytes = budget});
    EXPECT_LE(report.peakReservedBytes, budget);
    EXPECT_GT(report.peakReservedBytes, 0U);
    EXPECT_EQ(totals(report).written, 40U);
}

TEST_F(RunPlan, FailsAUnitWithAnIssueThatIsNotAllowed) {
    folder_.write("in/a.smodel", "model 1 issue");
    folder_.write("in/b.smodel", "model 1");
    folder_.write("out/a.txt", "old");
    for (const FailOn& failOn : {FailOn{.warnings = true}, FailOn{.ids = {"scripted.issue"}}}) {
        const RunReport report = runPlan(planned(), {.jobs = 1, .failOn = failOn});
        ASSERT_EQ(report.units.size(), 2U);
        const UnitReport& unit = report.units[0];
        ASSERT_EQ(unit.status, UnitStatus::Failed);
        EXPECT_EQ(unit.error->code().id, "policy.issue");
        EXPECT_EQ(unit.error->place, "scripted.issue: word");
        EXPECT_EQ(unit.error->problem,
                  failOn.warnings ? "the script asked for an issue (asked for); --strict allows no warning"
                                  : "the script asked for an issue (asked for); fail_on does not allow this");
        EXPECT_EQ(unit.issueCounts.at("scripted.issue"), 1U) << "the issue is told as well";
        EXPECT_EQ(exitCode(report), 1);
        EXPECT_EQ(folder_.read("out/a.txt"), "old") << "nothing is written";
        EXPECT_NE(report.units[1].status, UnitStatus::Failed);
    }
}

TEST_F(RunPlan, SaysWhereAFailedOutputHasTheFileOfAnEarlierRun) {
    folder_.write("in/a.smodel", "model 1");
    ASSERT_EQ(exitCode(runPlan(planned(), {.jobs = 1})), 0);
    folder_.write("in/a.smodel", "model 1 bad");
    folder_.write("in/b.smodel", "model 1 bad");
    folder_.write("in/c.smodel", "model 1");
    const RunReport report = runPlan(planned(), {.jobs = 1});
    ASSERT_EQ(report.units.size(), 3U);
    EXPECT_TRUE(report.units[0].hasStaleOutput);
    EXPECT_FALSE(report.units[1].hasStaleOutput) << "nothing is there";
    EXPECT_FALSE(report.units[2].hasStaleOutput) << "did not fail";
}

TEST_F(RunPlan, TakesNoOutputOfAnotherUnitForAFileOfAnEarlierRun) {
    folder_.write("in/a/x.smodel", "model 1");
    folder_.write("in/b/x.smodel", "model 1");
    const std::string configuration =
        "rigkiln: 1\n"
        "jobs:\n"
        "  files: { uses: scan, root: in }\n"
        "  texts: { uses: export, from: files, to: text, path: 'out/{name}.txt' }\n";
    ASSERT_EQ(exitCode(runPlan(planned(configuration), {.jobs = 1})), 1);
    const RunReport report = runPlan(planned(configuration), {.jobs = 1});
    EXPECT_EQ(totals(report).failed, 1U);
    for (const UnitReport& unit : report.units)
        EXPECT_FALSE(unit.hasStaleOutput);
}

TEST_F(RunPlan, TakesNoOutputOfASoundFileForOneOfAnEarlierRun) {
    folder_.write("in/x.smodel", "model 1");
    folder_.write("in/x.SMODEL", "");
    for (int run = 0; run < 2; ++run) {
        const RunReport report = runPlan(planned(), {.jobs = 1});
        ASSERT_EQ(report.units.size(), 2U);
        EXPECT_EQ(totals(report).failed, 1U);
        EXPECT_EQ(report.units[0].output, report.units[1].output);
        for (const UnitReport& unit : report.units)
            EXPECT_FALSE(unit.hasStaleOutput);
    }
}

TEST_F(RunPlan, AllowsIssuesThatAreNotNamed) {
    folder_.write("in/a.smodel", "model 1 issue");
    EXPECT_EQ(exitCode(runPlan(planned(), {.jobs = 1, .failOn = {.ids = {"scripted.adapted"}}})), 0);
}

}  // namespace
}  // namespace rigkiln
