#include "pipeline/report/report_text.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_errors.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

UnitReport writtenUnit(const std::string& name) {
    UnitReport unit{.output = "/w/out/" + name + ".glb", .format = "alo", .exporter = "gltf"};
    unit.inputs.push_back({.path = "/w/in/" + name + ".alo", .format = "alo", .sizeBytes = 100});
    return unit;
}

UnitReport failedUnit(const std::string& name, std::size_t bytes = 100) {
    UnitReport unit = writtenUnit(name);
    unit.status = UnitStatus::Failed;
    unit.phase = FailurePhase::Converting;
    unit.error = inFile(unit.inputs[0].path, test::kInputError.at("bone[3] at 0x10", "is bad"));
    unit.inputs[0].status = InputStatus::Failed;
    unit.inputs[0].sizeBytes = bytes;
    unit.inputs[0].error = unit.error;
    return unit;
}

void addIssue(UnitReport& unit, const std::string& id, Severity severity, const std::string& details = "",
              std::size_t count = 1) {
    unit.issues.push_back({id, severity, "means " + id, "mesh 'a'", details});
    unit.issueCounts[id] += count;
}

RunReport runOf(std::vector<UnitReport> units) {
    RunReport report;
    report.outputRoots = {"/w/out"};
    report.units = std::move(units);
    return report;
}

std::string firstLineOf(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::string lastLineOf(const std::string& text) {
    const std::size_t end = text.size() - 1;
    const std::size_t begin = text.rfind('\n', end - 1) + 1;
    return text.substr(begin, end - begin);
}

TEST(SummaryText, BeginsWithWhereTheResultIsAndWhatIsWrong) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b"), failedUnit("c"), writtenUnit("d")});
    report.units[1].status = UnitStatus::Unchanged;
    report.units[0].bytesIn = std::size_t{58} << 20U;
    report.outputRoots = {"/world/out"};
    report.wallMilliseconds = 2000;
    EXPECT_EQ(firstLineOf(toSummaryText(report, {.workingFolder = "/world/here", .reportFile = "run.json"})),
              "wrote 2 outputs to ../out in 2.0 s (29.0 MiB/s), 1 unchanged, 1 failed; report: run.json");
}

TEST(SummaryText, TellsMinutesOfALongRun) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    report.wallMilliseconds = 125'400;
    EXPECT_EQ(firstLineOf(toSummaryText(report)), "wrote 2 outputs to /w/out in 2 min 05 s (0 B/s)");
}

TEST(SummaryText, NamesTheFileOfASingleOutput) {
    EXPECT_EQ(toSummaryText(runOf({writtenUnit("a")}), {.workingFolder = "/w"}),
              "wrote 1 output to out/a.glb\n");
}

TEST(SummaryText, KeepsThePathThatIsShorter) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    EXPECT_EQ(firstLineOf(toSummaryText(report, {.workingFolder = "/a/long/way/from/there"})),
              "wrote 2 outputs to /w/out");
}

TEST(SummaryText, SaysWhatWasNotBegunAfterAnInterruption) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    report.units[1].status = UnitStatus::Cancelled;
    report.units[1].inputs[0].status = InputStatus::Cancelled;
    report.interrupted = true;
    EXPECT_EQ(firstLineOf(toSummaryText(report)), "interrupted: wrote 1 output to /w/out, 1 not begun");
}

TEST(SummaryText, HasARowPerFormatIfThereAreSeveral) {
    RunReport report;
    report.units.push_back(
        {.output = "a", .format = "alo", .exporter = "gltf", .bytesIn = 2048, .bytesOut = 10});
    report.units.push_back(
        {.output = "b", .format = "gsm", .exporter = "gltf", .status = UnitStatus::Unchanged});
    EXPECT_EQ(toSummaryText(report),
              "wrote 1 output, 1 unchanged\n"
              "  format  outputs  written  unchanged  not done  clips     read  output size\n"
              "  alo           1        1          0         0      0  2.0 KiB         10 B\n"
              "  gsm           1        0          1         0      0      0 B          0 B\n"
              "  all           2        1          1         0      0  2.0 KiB         10 B\n");
}

TEST(SummaryText, TellsFailuresWithTheSameCauseOnceWithTheSmallestExample) {
    const RunReport report = runOf({failedUnit("z", 30), failedUnit("a", 200), failedUnit("b", 20)});
    SummaryOptions options{.workingFolder = "/w"};
    options.replay = [](std::size_t unit, std::optional<std::size_t> input) {
        return fmt::format("rigkiln convert {} {}", unit, input.value_or(9));
    };
    EXPECT_EQ(toSummaryText(report, options),
              "wrote 0 outputs to out, 3 failed\n"
              "failed: 3 alo files while converting: a test wants it so [test.input]\n"
              "  smallest: in/b.alo: bone[3] at 0x10: is bad\n"
              "  alone: rigkiln convert 2 0\n");
}

TEST(SummaryText, SaysNothingTwiceOfASourceThatFailsTwoOutputs) {
    RunReport report = runOf({failedUnit("a"), failedUnit("a")});
    report.units[1].output = "/w/out/a.gsm";
    EXPECT_THAT(toSummaryText(report), HasSubstr("failed: 1 alo file while converting"));
}

TEST(SummaryText, NamesTheOutputWhenNoSourceIsAtFault) {
    UnitReport unit = writtenUnit("a");
    unit.status = UnitStatus::Failed;
    unit.phase = FailurePhase::Writing;
    unit.inputs[0].status = InputStatus::Skipped;
    unit.error = test::kEnvironmentError.in("/w/out/a.glb", "cannot write: no space left on device");
    EXPECT_THAT(toSummaryText(runOf({unit}), {.workingFolder = "/w"}),
                HasSubstr("failed: 1 alo output while writing: a test wants it so "
                          "[test.environment]\n"
                          "  out/a.glb: cannot write: no space left on device\n"));
}

TEST(SummaryText, CountsClipsThatAreMissingFromOutputsApart) {
    UnitReport unit = writtenUnit("a");
    unit.inputs.push_back({.path = "/w/in/walk.ala",
                           .format = "ala",
                           .role = InputRole::Clip,
                           .status = InputStatus::Failed,
                           .error = test::kInputError.in("/w/in/walk.ala", "is bad")});
    EXPECT_EQ(firstLineOf(toSummaryText(runOf({unit, writtenUnit("b")}))),
              "wrote 2 outputs to /w/out, 1 clip failed");
    UnitReport alone = failedUnit("c");
    alone.inputs[0].role = InputRole::Clip;
    EXPECT_EQ(firstLineOf(toSummaryText(runOf({alone, writtenUnit("b")}))),
              "wrote 1 output to /w/out, 1 failed");
}

TEST(SummaryText, TellsFailuresBeforeWarningsBeforeInformation) {
    RunReport report = runOf({failedUnit("a"), writtenUnit("b")});
    addIssue(report.units[1], "x.information", Severity::Information, "", 900);
    addIssue(report.units[1], "x.warning", Severity::Warning);
    addIssue(report.units[1], "x.error", Severity::Error);
    const std::string text = toSummaryText(report);
    const std::size_t failed = text.find("\nfailed: ");
    const std::size_t error = text.find("\nerror: ");
    const std::size_t warning = text.find("\nwarning: ");
    const std::size_t information = text.find("\ninformation: ");
    EXPECT_LT(failed, error);
    EXPECT_LT(error, warning);
    EXPECT_LT(warning, information);
    EXPECT_NE(information, std::string::npos);
}

TEST(SummaryText, GivesAdviceAndAnInstanceWithAWarning) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    addIssue(report.units[1], "bind.joint-missing", Severity::Warning, "joint 'hip'", 12);
    EXPECT_THAT(
        toSummaryText(report, {.workingFolder = "/w"}),
        HasSubstr("warning: 1 of 2 outputs, 12 times: means bind.joint-missing; to do: give the clip to the "
                  "model that it was made for; `rigkiln inspect` lists the joints of both "
                  "[bind.joint-missing]\n"
                  "  for instance out/b.glb: mesh 'a': joint 'hip'\n"));
}

TEST(SummaryText, CountsOutputsWithWarningsInTheFirstLine) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    addIssue(report.units[0], "x.information", Severity::Information);
    EXPECT_EQ(firstLineOf(toSummaryText(report)), "wrote 2 outputs to /w/out");
    addIssue(report.units[0], "x.warning", Severity::Warning);
    EXPECT_EQ(firstLineOf(toSummaryText(report)), "wrote 2 outputs to /w/out, 1 with warnings");
}

TEST(SummaryText, NamesTheOptionThatBringsLeftOutMeshesIn) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    addIssue(report.units[0], "select.mesh-left-out", Severity::Information, "keep: [hidden]", 800);
    addIssue(report.units[0], "select.mesh-left-out", Severity::Information, "keep: [collision]", 12);
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("information: 812 meshes of 1 output are not part of the default picture and left "
                          "out: `keep: [collision, hidden]` brings such meshes in [select.mesh-left-out]\n"));
    EXPECT_THAT(toSummaryText(report, {.place = OptionPlace::CommandLine}),
                HasSubstr("`--keep collision,hidden` brings such meshes in"));
}

TEST(SummaryText, TellsOutputsThatShowNothingApart) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    addIssue(report.units[1], "select.nothing-shown", Severity::Warning, "keep: [hidden, shadow]");
    EXPECT_THAT(toSummaryText(report, {.workingFolder = "/w"}),
                HasSubstr("warning: 1 of 2 outputs shows nothing (hidden helpers only): `keep: [hidden, "
                          "shadow]` brings such meshes in [select.nothing-shown]\n"
                          "  for instance out/b.glb"));
}

TEST(SummaryText, NamesTheTexturesThatMostModelsLack) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b"), writtenUnit("c")});
    for (std::size_t i = 0; i < 2; ++i) {
        report.units[i].textureSearch.missing = {"d.dds", "e.dds"};
        addIssue(report.units[i], "texture.not-found", Severity::Warning);
    }
    report.units[0].textureSearch.missing = {"a.dds", "b.dds", "c.dds", "d.dds", "e.dds"};
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("warning: 2 of 3 models lack textures (d.dds in 2 models, e.dds in 2 models, a.dds "
                          "in 1 model and 2 more): add the base game's folder or MEG archive to `textures` "
                          "[texture.not-found]\n"));
}

TEST(SummaryText, NamesTheTexturesThatCannotBeRead) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    addIssue(report.units[0], "texture.unreadable", Severity::Warning, "/w/in/skin.dds: ends after 12 bytes");
    EXPECT_THAT(toSummaryText(report, {.workingFolder = "/w"}),
                HasSubstr("warning: 1 of 2 models has textures that cannot be read (in/skin.dds: ends after "
                          "12 bytes): replace"));
}

TEST(SummaryText, SaysHowManyKindsItDoesNotShow) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    for (int i = 0; i < 9; ++i) {
        addIssue(report.units[0], fmt::format("x.warning{}", i), Severity::Warning);
        addIssue(report.units[0], fmt::format("x.information{}", i), Severity::Information);
    }
    const std::string text = toSummaryText(report, {.reportFile = "run.json"});
    EXPECT_THAT(text,
                HasSubstr("3 more kinds of warnings are not shown here: run.json lists all\ninformation"));
    EXPECT_THAT(text, HasSubstr("6 more kinds of information are not shown here: run.json lists all\n"));
    EXPECT_THAT(toSummaryText(report), HasSubstr("not shown here: `--report FILE` lists all\n"));
}

TEST(SummaryText, EndsALongSummaryOfAFailedRunWithTheResult) {
    RunReport report = runOf({failedUnit("a"), writtenUnit("b")});
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("result: ")));
    for (int i = 0; i < 9; ++i)
        addIssue(report.units[1], fmt::format("x.warning{}", i), Severity::Warning);
    EXPECT_EQ(lastLineOf(toSummaryText(report, {.workingFolder = "/w"})),
              "result: 1 of 2 outputs are in out, 1 failed, 1 with warnings, above all because of "
              "test.input; exit code 1");
}

TEST(SummaryText, HasColourOnlyOnRequest) {
    RunReport report = runOf({failedUnit("a"), writtenUnit("b")});
    addIssue(report.units[1], "x.warning", Severity::Warning);
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("\x1B")));
    EXPECT_THAT(toSummaryText(report, {.hasColor = true}), HasSubstr("\x1B[31mfailed:\x1B[0m"));
    EXPECT_THAT(toSummaryText(report, {.hasColor = true}), HasSubstr("\x1B[33mwarning:\x1B[0m"));
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
    EXPECT_THAT(
        toSummaryText(report),
        HasSubstr("\nthe keys of 2 clips were reduced from 4.0 KiB to 1.0 KiB, with a largest error of "
                  "12.1 mm of 12.5 mm (clip run, joint hand, 0.500 s)\n"));
    report.units[0].reductions[1].clip.clear();
    EXPECT_THAT(toSummaryText(report), HasSubstr("of 12.5 mm (joint hand, 0.500 s)\n"));
}

TEST(SummaryText, CountsClipsThatKeepAllKeysApart) {
    RunReport report;
    UnitReport unit{.output = "a", .format = "alo", .exporter = "gltf"};
    unit.reductions = {{.clip = "walk",
                        .keysBefore = 9,
                        .keysAfter = 9,
                        .bytesBefore = 90,
                        .bytesAfter = 90,
                        .worstJoint = {}}};
    report.units.push_back(unit);
    EXPECT_THAT(toSummaryText(report), HasSubstr("\n1 clip keeps all its keys\n"));
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("reduced")));
    report.units[0].reductions.push_back({.clip = "run",
                                          .keysBefore = 9,
                                          .keysAfter = 3,
                                          .bytesBefore = 90,
                                          .bytesAfter = 30,
                                          .worstJoint = {}});
    EXPECT_THAT(toSummaryText(report), AllOf(HasSubstr("\nthe keys of 1 clip were reduced from 90 B to 30 B"),
                                             HasSubstr("\n1 clip keeps all its keys\n")));
}

TEST(SummaryText, TellsAnIssueThatIsNotAllowedAsAFailureWithAdviceAndNotAsAWarning) {
    UnitReport unit = failedUnit("a");
    unit.phase = FailurePhase::Exporting;
    unit.error = kIssueNotAllowed.in(unit.inputs[0].path, "is not there; --strict allows no warning");
    unit.error->place = "texture.not-found: texture 'x'";
    unit.inputs[0].error = unit.error;
    addIssue(unit, "texture.not-found", Severity::Warning);
    const std::string text = toSummaryText(runOf({unit, writtenUnit("b")}), {.workingFolder = "/w"});
    EXPECT_THAT(text,
                HasSubstr("failed: 1 alo file while exporting: the output has an issue that --strict or "
                          "fail_on does not allow; it was not written [policy.issue]\n"
                          "  in/a.alo: texture.not-found: texture 'x': is not there; --strict allows no "
                          "warning\n"
                          "  to do: add the base game's folder or MEG archive to `textures`\n"));
    EXPECT_THAT(text, Not(HasSubstr("warning:")));
}

TEST(SummaryText, SaysOnceWhyTheRunStoppedAndWhatWasNotBegun) {
    UnitReport failed = failedUnit("a");
    failed.phase = FailurePhase::Writing;
    constexpr ErrorCode kFull{"disk.full", ErrorKind::Environment, "the disk is full"};
    failed.error = kFull.in("/w/out/a.glb", "cannot write: no space left on device");
    failed.inputs[0].error = failed.error;
    UnitReport dropped = writtenUnit("b");
    dropped.status = UnitStatus::Cancelled;
    dropped.inputs[0].status = InputStatus::Cancelled;
    RunReport report = runOf({failed, dropped});
    report.stopped = StopReport{*failed.error, 2048};
    EXPECT_EQ(toSummaryText(report, {.workingFolder = "/w"}),
              "wrote 0 outputs to out, 1 failed, 1 not begun\n"
              "stopped: out/a.glb: cannot write: no space left on device (2.0 KiB are free there) "
              "[disk.full]: make room, or write to another disk, and run again: what is there stays\n"
              "stopped: 1 of 2 outputs were not begun\n");
}

TEST(SummaryText, CallsForNoRoomWhereADiskFails) {
    constexpr ErrorCode kFailing{"disk.failing", ErrorKind::Environment, "the disk fails"};
    UnitReport failed = failedUnit("a");
    failed.phase = FailurePhase::Writing;
    failed.error = kFailing.in("/w/out/a.glb", "cannot write: input/output error");
    failed.inputs[0].error = failed.error;
    RunReport report = runOf({failed});
    report.stopped = StopReport{*failed.error, 2048};
    EXPECT_EQ(toSummaryText(report, {.workingFolder = "/w"}),
              "wrote 0 outputs to out/a.glb, 1 failed\n"
              "stopped: out/a.glb: cannot write: input/output error [disk.failing]: look at the disk (the "
              "kernel's log, smartctl); outputs that are there are whole\n");
}

TEST(SummaryText, NamesAFailedOutputThatHasTheFileOfAnEarlierRun) {
    RunReport report = runOf({failedUnit("a"), failedUnit("b"), writtenUnit("c")});
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("stale")));
    report.units[1].hasStaleOutput = true;
    EXPECT_THAT(toSummaryText(report, {.workingFolder = "/w"}),
                HasSubstr("stale: the file of 1 failed output is not of this run, but of an earlier one, for "
                          "instance out/b.glb: delete what is not to be used\n"));
}

TEST(SummaryText, TakesTheRateOfWhatThisRunRead) {
    RunReport report = runOf({writtenUnit("a"), writtenUnit("b")});
    report.wallMilliseconds = 1000;
    report.units[0].bytesIn = 1024;
    report.units[1].bytesIn = std::size_t{1} << 30U;
    report.units[1].isRemembered = true;
    EXPECT_THAT(firstLineOf(toSummaryText(report)), HasSubstr(" in 1.0 s (1.0 KiB/s)"));
    report.units[0].isRemembered = true;
    EXPECT_THAT(firstLineOf(toSummaryText(report)), Not(HasSubstr("/s)")));
}

TEST(SummaryText, SaysWhichFilesAreLeftOut) {
    RunReport report = runOf({writtenUnit("a")});
    for (const char* kind : {"smoke", "sound", "smoke", "light", "wind"})
        report.ignored.push_back({"/w/x", kind, true});
    EXPECT_THAT(
        toSummaryText(report),
        HasSubstr(
            "\n5 files with nothing to convert left out (smoke: 2, light: 1, sound: 1, 1 more kind)\n"));
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("of no format")));
    report.ignored.push_back({"/w/readme.alo", "not a known format", false});
    report.ignored.push_back({"/w/a.zip/'../b'", "member that is left alone: path has '..' in it", false});
    EXPECT_THAT(toSummaryText(report, {.workingFolder = "/w"}),
                HasSubstr("\n1 file of no format that this program reads left out, for instance readme.alo\n"
                          "1 file left out unread, for instance a.zip/'../b': member that is left alone: "
                          "path has '..' in it\n"));
}

TEST(SummaryText, KeepsANameWithControlCharactersOnOneLine) {
    const RunReport report = runOf({failedUnit("a\nfailed: b")});
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("\nfailed: b")));
}

TEST(SummaryText, SaysWhatCameFromTheCacheAndWhatIsWrongWithIt) {
    RunReport report;
    report.cache = CacheReport{.folder = "/c"};
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("cache")));
    report.cache = CacheReport{.folder = "/c", .unitsFound = 7, .unitsKept = 1, .unitsLeftOut = 2};
    EXPECT_THAT(toSummaryText(report), HasSubstr("\ncache: 7 outputs came from it, 1 was added\n"));
    EXPECT_THAT(toSummaryText(report), HasSubstr("\ncache: 2 outputs cannot be kept, because issues tell"));
    report.cache->filesDamaged = 3;
    report.cache->damage = test::kEnvironmentError.in("/c/1/files/aa/x", "has other bytes than were written");
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("cache: 3 damaged files were not used: /c/1/files/aa/x: has"));
    report.cache->problem = test::kEnvironmentError.in("/c/1", "cannot write: no space left on device");
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("cache: not everything is kept for other runs: /c/1: cannot"));
    EXPECT_EQ(exitCode(report), 0) << "every output is there";
}

TEST(SummaryText, SaysWhatTheStateSavedAndWhatIsWrongWithIt) {
    RunReport report;
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("by an earlier run")));
    report.state = StateReport{.folder = "/s", .imagesFound = 7, .imagesMade = 2, .imagesRemoved = 3};
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("\n7 textures were converted by an earlier run, 2 by this one\n"));
    EXPECT_THAT(toSummaryText(report), HasSubstr("state: removed 3 images that were not used for longest"));
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("not everything")));
    report.state = StateReport{.folder = "/s"};
    report.state->problem = test::kEnvironmentError.in("/s/images", "cannot write: no space left on device");
    EXPECT_THAT(toSummaryText(report), Not(HasSubstr("by an earlier run")));
    EXPECT_THAT(toSummaryText(report),
                HasSubstr("state: not everything is kept for later runs: /s/images: cannot write: no space"));
    EXPECT_EQ(exitCode(report), 0) << "every output is there";
}

}  // namespace
}  // namespace rigkiln
