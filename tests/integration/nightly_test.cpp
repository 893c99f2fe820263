#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// The script of docs/nightly.md, taken out of the page and run over generated art.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

/// Returns the first block of a language of a page. Tests run at the root of the repository.
std::string blockOf(const char* page, std::string_view language) {
    std::ifstream stream(page, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const std::string fence = "```" + std::string(language) + "\n";
    const std::size_t begin = text.find(fence);
    if (begin == std::string::npos) return {};
    const std::size_t end = text.find("\n```", begin);
    return text.substr(begin + fence.size(), end + 1 - begin - fence.size());
}

class Nightly : public testing::Test {
protected:
    Nightly() {
        writeArt(folder.path() / "art");
        folder.write("game.yaml", blockOf("docs/nightly.md", "yaml"));
        folder.write("nightly", blockOf("docs/nightly.md", "bash"));
    }

    /// Runs the script as a timer does, with the built program in the path.
    [[nodiscard]] Finished runNight() const {
        const std::string path = fs::path(RIGKILN_PROGRAM).parent_path().string() + ":/usr/bin:/bin";
        return runRigkiln({"nightly", "game.yaml", "reports"},
                          {.folder = folder.path(), .environment = {{"PATH", path}}, .program = "/bin/bash"});
    }

    [[nodiscard]] fs::path last(const char* extension) const {
        return folder.path() / ("reports/last" + std::string(extension));
    }

    TemporaryFolder folder;
};

TEST_F(Nightly, IsSilentWhenAllIsGreen) {
    const Finished finished = runNight();
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, IsEmpty());
    EXPECT_THAT(finished.errors, IsEmpty());
    EXPECT_TRUE(fs::exists(folder.path() / "gltf/Models/TROOPER.glb"));
    const json report = json::parse(textOf(last(".json")));
    EXPECT_EQ(report.at("exit_code"), 0);
    EXPECT_THAT(textOf(last(".txt")), HasSubstr("report: reports/"));
}

TEST_F(Nightly, KeepsAJournalOfWhatWasDone) {
    ASSERT_EQ(runNight().exitCode, cli::kDone);
    const std::string journal = textOf(last(".journal"));
    EXPECT_EQ(journal.rfind("{\"event\":\"start\"", 0), 0U);
    EXPECT_THAT(journal,
                AllOf(HasSubstr("\"status\":\"written\""), HasSubstr("{\"event\":\"end\",\"exit_code\":0")));
}

TEST_F(Nightly, PrintsTheSummaryWhenAFileIsBroken) {
    folder.write("art/Models/BROKEN.alo", std::string_view("404 not found"));
    const Finished finished = runNight();
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.output,
                AllOf(HasSubstr("1 failed"), HasSubstr("BROKEN.alo"), HasSubstr("[format.mismatched-name]")));
    EXPECT_EQ(json::parse(textOf(last(".json"))).at("exit_code"), 1);
}

TEST_F(Nightly, FailsOnWhatTheConfigurationDoesNotAllow) {
    folder.write("art/Textures/ARMOUR.DDS", std::string_view("DDS "));
    const Finished finished = runNight();
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.output, AllOf(HasSubstr("[policy.issue]"), HasSubstr("ARMOUR.DDS")));
}

TEST_F(Nightly, PrintsTheProblemWhenNothingWasDone) {
    folder.write("game.yaml", std::string_view("rigkiln: 1\njobz: {}\n"));
    const Finished finished = runNight();
    EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("game.yaml:2:1: unknown key 'jobz'"));
    EXPECT_FALSE(fs::exists(last(".json")));
}

TEST_F(Nightly, TellsWhatIsNewSinceTheNightBefore) {
    folder.write("art/Models/BROKEN.alo", std::string_view("404 not found"));
    ASSERT_EQ(runNight().exitCode, cli::kSomeFailed);
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // reports are named after the second
    folder.write("art/Models/BROKEN_TOO.alo", std::string_view("404 not found"));
    const Finished finished = runNight();
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.output,
                AllOf(HasSubstr("since reports/last.json: 1 new failure, 0 fixed, 1 still there\n"),
                      HasSubstr("new: art/Models/BROKEN_TOO.alo [format.mismatched-name]")));
    EXPECT_EQ(json::parse(textOf(last(".json"))).at("since").at("new").size(), 1U);
}

TEST_F(Nightly, OnlyWhatFailedIsMadeAfterMending) {
    folder.write("art/Models/BROKEN.alo", std::string_view("404 not found"));
    ASSERT_EQ(runNight().exitCode, cli::kSomeFailed);
    folder.write("art/Models/BROKEN.alo", artFile("Models/TROOPER.alo"));
    const Finished finished = runRigkiln(
        {"run", "game.yaml", "--only-failed", "reports/last.json", "--report", "reports/again.json"},
        {.folder = folder.path(), .environment = {}, .program = {}});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_EQ(json::parse(textOf(folder.path() / "reports/again.json")).at("totals").at("units"), 1);
}

}  // namespace
}  // namespace rigkiln::test
