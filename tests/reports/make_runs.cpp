#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// Runs the program in every way that shows in its reports, into a folder for each run. Programs that are not
/// ours read the reports afterwards.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kConfiguration = R"(rigkiln: 1
vars: { input: art, output: gltf }
state: state
jobs:
  models: { uses: scan, root: "${input}", include: ["**/*.alo"] }
  clips: { uses: scan, root: "${input}", include: ["**/*.ala"] }
  rigs: { uses: bind, models: models, clips: clips }
  glb: { uses: export, from: rigs, path: "${output}/{folder}/{name}.glb" }
)";

class ReportRuns : public testing::Test {
protected:
    ReportRuns() { fs::create_directories(runs()); }

    static fs::path runs() {
        const char* folder =
            std::getenv("RIGKILN_REPORT_RUNS");  // NOLINT(concurrency-mt-unsafe): one thread, no setenv
        if (folder == nullptr) throw std::runtime_error("RIGKILN_REPORT_RUNS names no folder");
        return folder;
    }

    /// Empties the folder of a run, and returns the options that have all reports written into it.
    static std::vector<std::string> reportsOf(const std::string& name, std::vector<std::string> arguments) {
        const fs::path folder = runs() / name;
        fs::remove_all(folder);
        fs::create_directories(folder);
        const std::vector<std::string> options = {
            "--html",   (folder / "run.html").string(),   "--junit",    (folder / "run.xml").string(),
            "--trace",  (folder / "trace.json").string(), "--progress", "json",
            "--report", (folder / "report.json").string()};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return arguments;
    }

    [[nodiscard]] Surroundings surroundings() const {
        return {.folder = folder_.path(), .environment = {}, .program = {}};
    }

    /// Keeps the lines of progress of a run.
    static void keep(const std::string& name, const Finished& finished) {
        std::ofstream(runs() / name / "progress.jsonl", std::ios::binary) << finished.output;
    }

    /// Runs the program, keeps what it leaves, and returns its report.
    [[nodiscard]] json run(const std::string& name, int exitCode, const std::vector<std::string>& arguments) {
        const Finished finished = runRigkiln(reportsOf(name, arguments), surroundings());
        EXPECT_EQ(finished.exitCode, exitCode) << finished.text();
        keep(name, finished);
        return json::parse(textOf(runs() / name / "report.json"));
    }

    [[nodiscard]] fs::path art() const { return folder_.path() / "art"; }
    void write(const std::string& path, std::string_view text) const { folder_.write(path, text); }

private:
    TemporaryFolder folder_;
};

TEST_F(ReportRuns, WithWarnings) {
    writeArt(art());
    const json report = run("warnings", cli::kDone, {"convert", "art", "-o", "gltf/"});
    EXPECT_GT(report.at("totals").at("issues").at("warning"), 0);
    EXPECT_FALSE(report.at("missing_textures").empty());
}

TEST_F(ReportRuns, AgainWithAState) {
    writeArt(art());
    write("art.yaml", kConfiguration);
    EXPECT_EQ(runRigkiln({"run", "art.yaml"}, surroundings()).exitCode, cli::kDone);
    const json report = run("unchanged", cli::kDone, {"run", "art.yaml"});
    EXPECT_EQ(report.at("totals").at("unchanged"), report.at("totals").at("units"));
    EXPECT_TRUE(report.contains("state"));
}

TEST_F(ReportRuns, WithFilesOfEvents) {
    writeArt(art());
    for (const corpus::ArtFile& file : corpus::makeSwat3Files(1, 0)) {
        const auto* const text = reinterpret_cast<const char*>(file.bytes.data());
        write("art/" + file.path, {text, file.bytes.size()});
    }
    const json report = run("events", cli::kDone, {"convert", "art", "-o", "gltf/", "--preset", "unity"});
    EXPECT_GT(report.at("totals").at("written"), 0);
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(art().parent_path() / "gltf")) {
        if (!entry.path().string().ends_with(".events.json")) continue;
        fs::copy_file(entry.path(), runs() / "events" / fmt::format("{}.events.json", ++count));
    }
    EXPECT_GT(count, 2U);
}

/// Outputs whose sources are gone: told, kept for a reason, removed.
TEST_F(ReportRuns, OfSourcesThatAreGone) {
    writeArt(art());
    fs::create_directories(art() / "more");
    fs::copy_file(art() / "Models/SHIP.ALO", art() / "more/ship.alo");
    write("art.yaml", kConfiguration);
    ASSERT_EQ(runRigkiln({"run", "art.yaml"}, surroundings()).exitCode, cli::kDone);
    fs::remove_all(art() / "more");
    json report = run("vanished", cli::kDone, {"run", "art.yaml"});
    EXPECT_EQ(report.at("vanished").at("files").size(), 1);
    // An archive that cannot be read may hold the source.
    write("art/broken/cut.zip", "PK\x03\x04" + std::string(200, 'x'));
    report = run("vanished-withheld", cli::kSomeFailed, {"run", "art.yaml", "--prune"});
    EXPECT_TRUE(report.at("vanished").contains("withheld"));
    fs::remove_all(art() / "broken");
    report = run("pruned", cli::kDone, {"run", "art.yaml", "--prune"});
    EXPECT_EQ(report.at("vanished").at("removed"), true);
    EXPECT_EQ(report.at("vanished").at("folders_removed"), 1);
}

TEST_F(ReportRuns, AfterOneThatWasKilled) {
    writeArt(art());
    write("art.yaml", kConfiguration);
    ASSERT_EQ(runRigkiln({"run", "art.yaml"}, surroundings()).exitCode, cli::kDone);
    fs::copy_file(art() / "Models/TROOPER.alo", art() / "Models/SHIP.ALO",
                  fs::copy_options::overwrite_existing);
    Surroundings killed = surroundings();
    killed.environment = {{"LD_PRELOAD", RIGKILN_KILL_SHIM}, {"RIGKILN_KILL_AT", "renameat 1"}};
    ASSERT_NE(runRigkiln({"run", "art.yaml"}, killed).exitCode, cli::kDone);
    const json report = run("after-kill", cli::kDone, {"run", "art.yaml"});
    EXPECT_GE(report.at("state").at("leftovers_removed"), 1);
}

TEST_F(ReportRuns, FromACache) {
    writeArt(art());
    const std::vector<std::string> convert = {"convert", "art", "-o", "gltf/", "--cache", "cache"};
    json report = run("cache-filled", cli::kDone, convert);
    EXPECT_GT(report.at("cache").at("units_kept"), 0);
    fs::remove_all(art().parent_path() / "gltf");
    report = run("cached", cli::kDone, convert);
    EXPECT_EQ(report.at("cache").at("units_found"), report.at("totals").at("units"));
    EXPECT_EQ(report.at("units").at(0).at("cached"), true);
    for (const auto& file : fs::recursive_directory_iterator(art().parent_path() / "cache")) {
        if (file.is_regular_file()) fs::resize_file(file, 1);
    }
    report = run("cache-damaged", cli::kDone, convert);
    EXPECT_GT(report.at("cache").at("files_damaged"), 0);
    fs::remove_all(art().parent_path() / "cache");
    write("cache", "a file");
    report = run("bad-cache", cli::kDone, convert);
    EXPECT_TRUE(report.at("cache").contains("problem"));
}

TEST_F(ReportRuns, WithAStateThatCannotBeWritten) {
    writeArt(art());
    write("art.yaml", kConfiguration);
    write("state", "a file");
    const json report = run("bad-state", cli::kDone, {"run", "art.yaml"});
    EXPECT_TRUE(report.at("state").contains("problem"));
}

TEST_F(ReportRuns, WithFailures) {
    writeArt(art(), {.sets = 2, .damaged = true});
    write("art/no_format.alo", "this is of no format");
    const json report = run("failures", cli::kSomeFailed, {"convert", "art", "-o", "gltf/"});
    EXPECT_GT(report.at("totals").at("failed"), 0);
    EXPECT_GT(report.at("totals").at("written"), 0);
    EXPECT_FALSE(report.at("ignored").empty());
}

/// A clip fails alone; its model is written without it.
TEST_F(ReportRuns, WithADamagedClip) {
    const std::vector<std::byte> clip = artFile("Models/TROOPER_ATTACK_00.ALA");
    ASSERT_FALSE(clip.empty());
    writeArt(art());
    std::ofstream(art() / "Models/TROOPER_ATTACK_00.ALA", std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(clip.data()), static_cast<std::streamsize>(clip.size() / 2));
    const json report = run("clip-failed", cli::kSomeFailed, {"convert", "art", "-o", "gltf/"});
    EXPECT_EQ(report.at("totals").at("inputs").at("clips_failed"), 1);
    EXPECT_EQ(report.at("totals").at("failed"), 0);
}

TEST_F(ReportRuns, OfASourceThatIsNewlyBroken) {
    writeArt(art());
    EXPECT_EQ(runRigkiln({"convert", "art", "-o", "gltf/"}, surroundings()).exitCode, cli::kDone);
    write("art/Models/TROOPER.alo", "broken");
    const json report = run("stale", cli::kSomeFailed, {"convert", "art", "-o", "gltf/"});
    EXPECT_NE(report.dump().find("\"stale_output\":true"), std::string::npos);
}

TEST_F(ReportRuns, ThatAllowsNoWarning) {
    writeArt(art());
    const json report = run("strict", cli::kSomeFailed, {"convert", "art", "-o", "gltf/", "--strict"});
    EXPECT_EQ(report.at("failures").at(0).at("code"), "policy.issue");
}

TEST_F(ReportRuns, ThatStopsAtTheFirstFailure) {
    writeArt(art(), {.sets = 3, .damaged = true});
    const json report =
        run("fail-fast", cli::kSomeFailed, {"convert", "art", "-o", "gltf/", "--fail-fast", "--jobs", "1"});
    EXPECT_GT(report.at("totals").at("failed"), 0);
}

TEST_F(ReportRuns, OnADiskThatTakesNoOutputs) {
    writeArt(art());
    const json report = run("environment", cli::kEnvironmentFailed, {"convert", "art", "-o", "/proc/gltf/"});
    EXPECT_TRUE(report.contains("stopped"));
    EXPECT_GT(report.at("totals").at("cancelled"), 0);
}

TEST_F(ReportRuns, ThatIsInterrupted) {
    writeArt(art(), {.sets = 60, .damaged = false});
    Program program(reportsOf("cancelled", {"convert", "art", "-o", "gltf/", "--jobs", "1"}), surroundings());
    while (!fs::exists(art().parent_path() / "gltf/Models/TROOPER.glb"))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program.signal(SIGINT);
    const Finished finished = program.wait();
    EXPECT_EQ(finished.exitCode, cli::kInterrupted) << finished.text();
    keep("cancelled", finished);
    EXPECT_GT(json::parse(textOf(runs() / "cancelled/report.json")).at("totals").at("cancelled"), 0);
}

TEST_F(ReportRuns, WithReducedClipsAndRoundedPositions) {
    writeArt(art());
    const json report = run("reduced", cli::kDone,
                            {"convert", "art", "-o", "gltf/", "--max-error", "5mm", "--profile", "web"});
    EXPECT_NE(report.dump().find("\"reduced_clips\""), std::string::npos);
    EXPECT_NE(report.dump().find("\"position_error\""), std::string::npos);
}

/// Runs of the same configuration after each other, as somebody does who mends what failed.
class RunsAfterEachOther : public ReportRuns {
protected:
    RunsAfterEachOther() {
        writeArt(art(), {.sets = 1, .damaged = true});
        write("art.yaml", kConfiguration);
        first_ = run("first", cli::kSomeFailed, {"run", "art.yaml"});
    }

    [[nodiscard]] static std::string firstReport() { return (runs() / "first/report.json").string(); }
    [[nodiscard]] const json& first() const { return first_; }
    /// Path of the report of the first run, changed.
    [[nodiscard]] std::string changedReport(std::string_view from, std::string_view to) const {
        std::string text = textOf(firstReport());
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
        write("changed.json", text);
        return "changed.json";
    }

private:
    json first_;
};

std::vector<std::string> rootCauses(const json& faults) {
    std::vector<std::string> names;
    for (const json& fault : faults)
        names.push_back(fs::path(fault.at("root_cause").get<std::string>()).filename().string());
    return names;
}

TEST_F(RunsAfterEachOther, TellWhatChanged) {
    const std::string mended = first().at("failures").at(0).at("example").at("root_cause");
    fs::copy_file(art() / "Models/TROOPER.alo", mended, fs::copy_options::overwrite_existing);
    write("art/Models/TROOPER.alo", "broken");
    const json report = run("since", cli::kSomeFailed, {"run", "art.yaml", "--since", firstReport()});
    const json& since = report.at("since");
    EXPECT_EQ(since.at("report"), firstReport());
    EXPECT_THAT(rootCauses(since.at("new")), testing::Contains("TROOPER.alo"));
    EXPECT_THAT(rootCauses(since.at("fixed")), testing::ElementsAre(fs::path(mended).filename().string()));
    EXPECT_GE(since.at("still_there").size() + since.at("fixed").size(),
              first().at("totals").at("inputs").at("failed"));
}

TEST_F(RunsAfterEachOther, SayInTheSummaryWhatChangedAndKeepTheExitCode) {
    const Finished same = runRigkiln({"run", "art.yaml", "--since", firstReport()}, surroundings());
    EXPECT_EQ(same.exitCode, cli::kSomeFailed);
    EXPECT_THAT(same.output, testing::HasSubstr("report.json: 0 new failures, 0 fixed, "));
    write("art/Models/TROOPER.alo", "broken");
    const Finished worse = runRigkiln({"run", "art.yaml", "--since", firstReport()}, surroundings());
    EXPECT_EQ(worse.exitCode, cli::kSomeFailed);
    EXPECT_THAT(worse.output, testing::HasSubstr("  new: art/Models/TROOPER.alo [format."));
}

TEST_F(RunsAfterEachOther, TellOfAFaultWithAnotherCode) {
    const std::string old = changedReport("\"format.damaged\"", "\"file.too-large\"");
    const json report = run("other-code", cli::kSomeFailed, {"run", "art.yaml", "--since", old});
    EXPECT_EQ(report.at("since").at("new").size(), 0U);
    EXPECT_NE(report.at("since").dump().find(R"("code_before":"file.too-large")"), std::string::npos);
    const Finished told = runRigkiln({"run", "art.yaml", "--since", old}, surroundings());
    EXPECT_THAT(told.output, testing::HasSubstr(" [format.damaged], was [file.too-large]"));
}

TEST_F(RunsAfterEachOther, MakeOnlyWhatFailed) {
    const std::string mended = first().at("failures").at(0).at("example").at("root_cause");
    fs::copy_file(art() / "Models/TROOPER.alo", mended, fs::copy_options::overwrite_existing);
    const json report = run("only-failed", cli::kSomeFailed,
                            {"run", "art.yaml", "--only-failed", firstReport(), "--since", firstReport()});
    EXPECT_EQ(report.at("only_failed").at("chosen"), first().at("totals").at("failed"));
    EXPECT_EQ(report.at("only_failed").at("planned"), first().at("totals").at("units"));
    EXPECT_EQ(report.at("totals").at("units"), first().at("totals").at("failed"));
    EXPECT_EQ(report.at("totals").at("written"), 1);
    EXPECT_EQ(report.at("since").at("fixed").size(), 1U);
    EXPECT_EQ(report.at("since").at("new").size(), 0U);
}

TEST_F(RunsAfterEachOther, NameOutputsThatAreNotPlannedAnyMore) {
    const std::string gone = first().at("failures").at(0).at("example").at("root_cause");
    fs::remove(gone);
    write("art/Models/LATE.ALO", "broken");
    const json report = run("gone", cli::kSomeFailed,
                            {"run", "art.yaml", "--only-failed", firstReport(), "--since", firstReport()});
    EXPECT_EQ(report.at("only_failed").at("not_planned").size(), 1U);
    EXPECT_THAT(rootCauses(report.at("since").at("not_judged")),
                testing::Contains(fs::path(gone).filename().string()));
    const Finished told = runRigkiln({"run", "art.yaml", "--only-failed", firstReport()}, surroundings());
    EXPECT_THAT(told.output, testing::HasSubstr("not planned any more, though not made then: "));
}

TEST_F(RunsAfterEachOther, DoNothingWhereNothingFailed) {
    fs::remove_all(art() / "Damaged");
    EXPECT_EQ(runRigkiln({"run", "art.yaml", "--report", "good.json"}, surroundings()).exitCode, cli::kDone);
    const Finished finished = runRigkiln({"run", "art.yaml", "--only-failed", "good.json"}, surroundings());
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, testing::HasSubstr("nothing to do: none of "));
}

/// The old report may be the file that the new one goes to.
TEST_F(RunsAfterEachOther, ReplaceTheReportThatTheyRead) {
    const std::vector<std::string> arguments = {"run",      "art.yaml", "--report",
                                                "run.json", "--since",  "run.json"};
    const Finished none = runRigkiln(arguments, surroundings());
    EXPECT_EQ(none.exitCode, cli::kBadUsage);
    EXPECT_THAT(none.errors, testing::HasSubstr("leave --since out for the first run"));
    EXPECT_EQ(runRigkiln({"run", "art.yaml", "--report", "run.json"}, surroundings()).exitCode,
              cli::kSomeFailed);
    const Finished second = runRigkiln(arguments, surroundings());
    EXPECT_EQ(second.exitCode, cli::kSomeFailed) << second.text();
    EXPECT_THAT(second.output, testing::HasSubstr("since run.json: 0 new failures"));
}

TEST_F(RunsAfterEachOther, RefuseReportsTheyCannotReadBeforeTheyConvert) {
    fs::remove_all(art().parent_path() / "gltf");
    for (const std::string option : {"--since", "--only-failed"}) {
        const Finished version = runRigkiln(
            {"run", "art.yaml", option, changedReport("\"report_version\": 2", "\"report_version\": 9")},
            surroundings());
        EXPECT_EQ(version.exitCode, cli::kBadUsage) << version.text();
        EXPECT_THAT(version.errors, testing::HasSubstr(option + ": is a report of version 9"));
        const Finished damaged = runRigkiln(
            {"run", "art.yaml", option, changedReport("\"units\": [", "\"units\": [[")}, surroundings());
        EXPECT_EQ(damaged.exitCode, cli::kBadUsage) << damaged.text();
        EXPECT_THAT(damaged.errors, testing::HasSubstr("is no complete report of a run"));
    }
    EXPECT_FALSE(fs::exists(art().parent_path() / "gltf"));
}

/// Names that end what they stand in, where they are not escaped. Every one is a source and an output.
TEST_F(ReportRuns, OfFilesWithHostileNames) {
    const std::vector<std::byte> model = artFile("Models/TROOPER.alo");
    ASSERT_FALSE(model.empty());
    const std::vector<std::string> names = {"<script>window.hostile=1<",
                                            "<img src=x onerror=window.hostile=1>",
                                            "\"><b>' onclick=window.hostile=1",
                                            "]]><!-- ",
                                            "a&amp;b&#0;c",
                                            "tab\tnewline\nbell\x07",
                                            "latin h\xE9ros \xFF",
                                            "\xEF\xBF\xBF noncharacter",
                                            "\xE2\x80\xA8 line \xE2\x80\xAE right to left",
                                            "&lt; ${x} `y` {{z}} %3Cb%3E"};
    for (const std::string& name : names) {
        fs::create_directories(art());
        std::ofstream(art() / (name + ".alo"), std::ios::binary)
            .write(reinterpret_cast<const char*>(model.data()), static_cast<std::streamsize>(model.size()));
        write("art/bad " + name + ".alo", "ALAMO, but broken");
    }
    const json report = run("hostile", cli::kSomeFailed, {"convert", "art", "-o", "gltf/"});
    EXPECT_EQ(report.at("totals").at("written"), names.size());
}

/// The options around reports.
class ReportOptions : public ReportRuns {
protected:
    ReportOptions() { writeArt(art()); }

    [[nodiscard]] Finished convert(const std::vector<std::string>& options) const {
        std::vector<std::string> arguments = {"convert", "art", "-o", "gltf/", "--progress", "none"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return runRigkiln(arguments, surroundings());
    }
    [[nodiscard]] fs::path folder() const { return art().parent_path(); }
};

TEST_F(ReportOptions, WriteToStandardOutputAndTheSummaryElsewhere) {
    const Finished finished = convert({"--report", "-"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_EQ(json::parse(finished.output).at("report_version"), 2);
    EXPECT_THAT(finished.errors, testing::HasSubstr("wrote "));
    EXPECT_THAT(convert({"--junit", "-"}).output, testing::StartsWith("<?xml version=\"1.0\""));
}

TEST_F(ReportOptions, RefuseTwoReportsInOneFile) {
    const std::vector<std::vector<std::string>> bad = {{"--report", "-", "--junit", "-"},
                                                       {"--report", "run.json", "--trace", "./x/../run.json"},
                                                       {"--report", "a.json", "--report", "b.json"}};
    for (const std::vector<std::string>& options : bad) {
        const Finished finished = convert(options);
        EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
        EXPECT_THAT(finished.errors, testing::HasSubstr(options[2]));
    }
    const Finished taken =
        runRigkiln({"convert", "art", "-o", "gltf/", "--progress", "json", "--html", "-"}, surroundings());
    EXPECT_EQ(taken.exitCode, cli::kBadUsage) << taken.text();
    EXPECT_THAT(taken.errors, testing::HasSubstr("--progress is written there already"));
    EXPECT_FALSE(fs::exists(folder() / "gltf"));
}

TEST_F(ReportOptions, SayWhatCannotBeWrittenAndWriteTheRest) {
    write("folder/file", "");
    const Finished finished = convert(
        {"--report", "folder", "--html", "folder/file/run.html", "--junit", "run.xml", "--trace", "/proc/t"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.errors, testing::HasSubstr("folder: is a folder, expected a file"));
    EXPECT_THAT(finished.errors, testing::HasSubstr("folder/file"));
    EXPECT_THAT(finished.errors, testing::HasSubstr("/proc/t"));
    EXPECT_TRUE(fs::exists(folder() / "gltf"));
    EXPECT_THAT(textOf(folder() / "run.xml"), testing::EndsWith("</testsuites>\n"));
}

/// A run that is killed at any moment leaves the reports of the run before, or its own.
TEST_F(ReportOptions, LeaveNoTornFileWhenTheRunIsKilled) {
    const std::vector<std::string> files = {"run.json", "run.html", "run.xml", "trace.json"};
    const std::vector<std::string> ends = {"\n}\n", "</html>\n", "</testsuites>\n", "\n]}\n"};
    const std::vector<std::string> arguments = {"convert", "art",      "-o",      "gltf/",  "--progress",
                                                "none",    "--report", files[0],  "--html", files[1],
                                                "--junit", files[2],   "--trace", files[3]};
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(runRigkiln(arguments, surroundings()).exitCode, cli::kDone);
    const auto whole = std::chrono::steady_clock::now() - begin;
    constexpr int kKills = 15;
    for (int kill = 0; kill < kKills; ++kill) {
        Program program(arguments, surroundings());
        std::this_thread::sleep_for(whole * (kill + 1) / kKills);
        program.signal(SIGKILL);
        static_cast<void>(program.wait());
        for (std::size_t i = 0; i < files.size(); ++i)
            EXPECT_TRUE(textOf(folder() / files[i]).ends_with(ends[i])) << files[i] << ", kill " << kill;
    }
}

TEST_F(ReportOptions, ChangeNoOutput) {
    ASSERT_EQ(convert({}).exitCode, cli::kDone);
    const Tree plain = treeBelow(folder() / "gltf");
    fs::remove_all(folder() / "gltf");
    ASSERT_EQ(
        convert({"--report", "run.json", "--html", "run.html", "--junit", "run.xml", "--trace", "t.json"})
            .exitCode,
        cli::kDone);
    EXPECT_THAT(differences(plain, treeBelow(folder() / "gltf")), testing::IsEmpty());
}

TEST_F(ReportRuns, OfNothing) {
    fs::create_directories(art());
    write("art/readme.alo", "");
    static_cast<void>(runRigkiln(reportsOf("nothing", {"convert", "art", "-o", "gltf/"}), surroundings()));
}

}  // namespace
}  // namespace rigkiln::test
