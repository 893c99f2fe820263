#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/run_command_fixture.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

/// Tests of the summary, the progress and the report of a run.
class ReportOfRunCommand : public RunCommand {};

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::size_t sumOf(const json& units, const char* member) {
    return std::accumulate(
        units.begin(), units.end(), std::size_t{0},
        [&](std::size_t sum, const json& unit) { return sum + unit.at(member).get<std::size_t>(); });
}

TEST_F(ReportOfRunCommand, TotalsOfTheReportAddUp) {
    writeArt(folder.path() / "art", {.sets = 1, .damaged = true});
    const Finished finished = rigkiln({"run", "art.yaml", "--report", "report.json"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    const json report = readJson("report.json");
    const json& totals = report.at("totals");
    const json& units = report.at("units");
    EXPECT_EQ(report.at("exit_code"), cli::kSomeFailed);
    EXPECT_EQ(totals.at("units"), units.size());
    const auto count = [&](const char* member) { return totals.at(member).get<std::size_t>(); };
    EXPECT_EQ(count("units"), count("written") + count("unchanged") + count("failed") + count("cancelled"));
    EXPECT_GT(count("failed"), 0U);
    EXPECT_EQ(count("bytes_in"), sumOf(units, "bytes_in"));
    EXPECT_EQ(count("bytes_out"), sumOf(units, "bytes_out"));
    std::size_t unitsOfFormats = 0;
    for (const auto& [format, sums] : report.at("formats").items())
        unitsOfFormats += sums.at("units").get<std::size_t>();
    EXPECT_EQ(unitsOfFormats, units.size());
}

TEST_F(ReportOfRunCommand, TakesThePlaceOfNothingThatTheRunReadsOrMakes) {
    fs::create_directory_symlink("art", folder.path() / "link");
    const Tree before = treeBelow(folder.path());
    for (const char* option : {"--report", "--html", "--junit", "--trace", "--depfile", "--stamp"}) {
        for (const auto& [file, what] : {std::pair("art.yaml", "the configuration"),
                                         {"link/../art.yaml", "the configuration"},
                                         {"art/Models/TROOPER.alo", "a source of an output"},
                                         {"link/Models/TROOPER.alo", "a source of an output"},
                                         {"gltf/Models/TROOPER.glb", "an output"}}) {
            const Finished finished = rigkiln({"run", "art.yaml", option, file});
            EXPECT_EQ(finished.exitCode, cli::kBadUsage) << option << " " << file << "\n" << finished.text();
            EXPECT_THAT(finished.errors,
                        HasSubstr(std::string(option) + " " + file + ": is " + what + "; name another file"));
        }
    }
    EXPECT_EQ(differences(treeBelow(folder.path()), before), std::vector<std::string>());
    for (int run = 0; run < 2; ++run) {
        const Finished beside =
            rigkiln({"run", "art.yaml", "--report", "art/run.json", "--html", "gltf/run.html"});
        EXPECT_EQ(beside.exitCode, cli::kDone) << beside.text();
    }
}

TEST_F(ReportOfRunCommand, TakesThePlaceOfNoInputOfAConversion) {
    const Tree before = treeBelow(folder.path());
    const std::string model = "art/Models/TROOPER.alo";
    for (const std::string output : {"a.glb", "out/", "a.alo"}) {
        const Finished finished = rigkiln({"convert", model, "-o", output, "--depfile", model});
        EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
        EXPECT_THAT(finished.errors, HasSubstr("--depfile " + model + ": is an input; name another file"));
    }
    const Finished beside = rigkiln({"convert", "art", "-o", "out", "--report", "out/Models/TROOPER.glb"});
    EXPECT_EQ(beside.exitCode, cli::kBadUsage) << beside.text();
    EXPECT_THAT(beside.errors, HasSubstr("is an output; name another file"));
    EXPECT_EQ(differences(treeBelow(folder.path()), before), std::vector<std::string>());
}

TEST_F(ReportOfRunCommand, SummaryBeginsWithThePlaceOfTheResult) {
    const Finished finished = rigkiln({"run", "art.yaml", "--report", "report.json"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(linesOf(finished.output).front(),
                testing::MatchesRegex("wrote [0-9]+ outputs to gltf in .*; report: report.json"));
    EXPECT_THAT(finished.output, testing::Not(HasSubstr("\x1B")));
}

TEST_F(ReportOfRunCommand, SummaryNamesACommandThatRepeatsTheFailureAlone) {
    writeArt(folder.path() / "art", {.sets = 0, .damaged = true});
    const Finished finished = rigkiln({"run", "art.yaml"});
    ASSERT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    const std::vector<std::string> lines = linesOf(finished.output);
    std::size_t repeated = 0;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        constexpr std::string_view kAlone = "  alone: rigkiln ";
        if (!lines[i].starts_with(kAlone)) continue;
        ++repeated;
        std::vector<std::string> words;
        std::istringstream stream(lines[i].substr(kAlone.size()));
        for (std::string word; stream >> word;)
            words.push_back(word);
        const Finished alone = rigkiln(words);
        EXPECT_NE(alone.exitCode, cli::kDone) << lines[i];
        const std::size_t place = lines[i - 1].rfind(": ");
        EXPECT_THAT(alone.text(), HasSubstr(lines[i - 1].substr(place + 2))) << lines[i];
    }
    EXPECT_GT(repeated, 0U) << finished.text();
}

TEST_F(ReportOfRunCommand, ReportAccountsForEveryFileOnce) {
    const Finished finished = rigkiln({"run", "art.yaml", "--report", "report.json"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const json report = readJson("report.json");
    std::vector<std::string> accounted;
    for (const json& unit : report.at("units")) {
        for (const json& input : unit.at("inputs"))
            accounted.push_back(input.at("path"));
    }
    for (const json& file : report.at("ignored"))
        accounted.push_back(file.at("path"));
    std::ranges::sort(accounted);
    std::vector<std::string> files;
    for (const std::string& file : filesBelow(folder.path() / "art/Models"))
        files.push_back((folder.path() / "art/Models" / file).string());
    EXPECT_EQ(accounted, files);
}

TEST_F(ReportOfRunCommand, ReportCountsTheBytesThatAreThere) {
    ASSERT_EQ(rigkiln({"run", "art.yaml", "--report", "report.json"}).exitCode, cli::kDone);
    const json report = readJson("report.json");
    for (const json& unit : report.at("units"))
        EXPECT_EQ(unit.at("bytes_out"), fs::file_size(unit.at("output").get<std::string>()));
}

TEST_F(ReportOfRunCommand, FailsWhenTheReportCannotBeWritten) {
    const Finished finished = rigkiln({"run", "art.yaml", "--report", "art.yaml/report.json"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_TRUE(fs::exists(folder.path() / "gltf/Models/TROOPER.glb"));
}

TEST_F(ReportOfRunCommand, ReportOverAFolderIsAnEnvironmentProblem) {
    const Finished finished = rigkiln({"run", "art.yaml", "--report", "art/"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("art"));
}

TEST_F(ReportOfRunCommand, ProgressForMachinesIsAnObjectPerLine) {
    const Finished finished = rigkiln({"run", "art.yaml", "--progress", "json"});
    ASSERT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.errors, testing::StartsWith("wrote ")) << "the summary";
    const std::vector<std::string> lines = linesOf(finished.output);
    ASSERT_GT(lines.size(), 2U);
    const json start = json::parse(lines.front());
    EXPECT_EQ(start.at("event"), "start");
    EXPECT_EQ(start.at("units"), lines.size() - 2);
    const json end = json::parse(lines.back());
    EXPECT_EQ(end.at("event"), "end");
    EXPECT_EQ(end.at("exit_code"), cli::kDone);
    EXPECT_EQ(end.at("written"), start.at("units"));
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
        const json line = json::parse(lines[i]);
        EXPECT_EQ(line.at("event"), "unit");
        EXPECT_EQ(line.at("done"), i);
        EXPECT_EQ(line.at("status"), "written");
    }
}

TEST_F(ReportOfRunCommand, ProgressNoneIsSilentButForTheSummary) {
    writeArt(folder.path() / "art", {.sets = 0, .damaged = true});
    const Finished finished = rigkiln({"run", "art.yaml", "--progress", "none"});
    EXPECT_EQ(finished.errors, "");
    EXPECT_THAT(finished.output, HasSubstr("failed: "));
}

TEST_F(ReportOfRunCommand, ProgressLiveIsOneLineThatIsWrittenOver) {
    const Finished finished = rigkiln({"run", "art.yaml", "--progress", "live"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.errors, HasSubstr("\r\x1B[K["));
    EXPECT_EQ(linesOf(finished.errors).size(), 1U);
}

}  // namespace
}  // namespace rigkiln::test
