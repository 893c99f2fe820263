#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::string_view kConfiguration = R"(rigkiln: 1
state: state
jobs:
  models: { uses: scan, root: art, include: ["**/*.alo"] }
  clips: { uses: scan, root: art, include: ["**/*.ala"], allow_empty: true }
  rigs: { uses: bind, models: models, clips: clips, unbound: skeleton }
  glb: { uses: export, from: rigs, to: gltf, path: "art/out/{folder}/{name}.glb" }
)";

/// `rigkiln run --watch` over generated art. Outputs and the report are below the root of the scan, where
/// they could make it run for ever.
class Watch : public testing::Test {
protected:
    Watch() {
        folder_.write("art/Models/TROOPER.ALO", artFile("Models/TROOPER.alo"));
        folder_.write("art.yaml", kConfiguration);
    }

    [[nodiscard]] std::vector<std::string> arguments() const {
        return {"run", "art.yaml", "--watch", "--progress", "none", "--report", "art/report.json"};
    }
    [[nodiscard]] Surroundings surroundings() const {
        return {.folder = folder_.path(), .environment = {}, .program = {}};
    }
    [[nodiscard]] fs::path output(const std::string& name) const {
        return folder_.path() / "art/out/Models" / (name + ".glb");
    }

    /// Writes the configuration with another root.
    void scanInstead(const std::string& root) const {
        constexpr std::string_view kRoot = "root: art";
        std::string text(kConfiguration);
        for (std::size_t at = 0; (at = text.find(kRoot, at)) != std::string::npos; at += kRoot.size())
            text.replace(at, kRoot.size(), "root: " + root);
        folder_.write("art.yaml", text);
    }

    /// Waits until something holds: a minute at most, on a machine that does other things.
    static bool becomesTrue(const std::function<bool()>& holds) {
        for (int wait = 0; wait < 6000; ++wait) {
            if (holds()) return true;
            std::this_thread::sleep_for(10ms);
        }
        return false;
    }
    static bool appears(const fs::path& path) {
        return becomesTrue([&] { return fs::exists(path); });
    }
    /// Waits until the report is of a run with so many outputs, which then is over.
    [[nodiscard]] bool isReported(std::size_t outputs) const {
        return becomesTrue([&] {
            const fs::path file = folder_.path() / "art/report.json";
            return fs::exists(file) && nlohmann::json::parse(textOf(file)).at("units").size() == outputs;
        });
    }

    /// Whether the report of a run that finds nothing to do is no reason for another run.
    [[nodiscard]] bool rests() const {
        const fs::path report = folder_.path() / "art/report.json";
        std::this_thread::sleep_for(500ms);
        const auto time = fs::last_write_time(report);
        std::this_thread::sleep_for(500ms);
        return fs::last_write_time(report) == time;
    }

    TemporaryFolder folder_;
};

TEST_F(Watch, ConvertsFilesThatAppearChangeOrAreInNewFolders) {
    Program program(arguments(), surroundings());
    ASSERT_TRUE(appears(output("TROOPER")));
    ASSERT_TRUE(isReported(1));
    folder_.write("art/Models/SECOND.ALO", artFile("Models/TROOPER.alo"));
    EXPECT_TRUE(appears(output("SECOND")));
    folder_.write("art/More/Below/THIRD.ALO", artFile("Models/TROOPER.alo"));
    EXPECT_TRUE(appears(folder_.path() / "art/out/More/Below/THIRD.glb"));
    const auto before = readBytes(output("TROOPER"));
    folder_.write("art/Models/TROOPER_IDLE_00.ALA", artFile("Models/TROOPER_IDLE_00.ala"));
    EXPECT_TRUE(becomesTrue([&] { return readBytes(output("TROOPER")) != before; }));
    ASSERT_TRUE(isReported(3));
    program.signal(SIGINT);
    const Finished finished = program.wait();
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("folders for changes; Ctrl-C ends"));
    EXPECT_THAT(finished.errors, HasSubstr("SECOND.ALO"));
    EXPECT_THAT(finished.output, HasSubstr("were not converted again"));
}

TEST_F(Watch, ConvertsAgainWhenATextureAppearsThatWasMissed) {
    Program program(arguments(), surroundings());
    ASSERT_TRUE(isReported(1));
    const nlohmann::json missing =
        nlohmann::json::parse(textOf(folder_.path() / "art/report.json")).at("missing_textures");
    ASSERT_FALSE(missing.empty());
    const auto before = readBytes(output("TROOPER"));
    // The folder beside the model's own is not below a root that is named, and not there yet.
    writeArt(folder_.path() / "whole");
    fs::rename(folder_.path() / "whole/Textures", folder_.path() / "art/Textures");
    EXPECT_TRUE(becomesTrue([&] { return readBytes(output("TROOPER")) != before; }));
}

TEST_F(Watch, TakesAChangedConfigurationAndWaitsWhileItIsWrong) {
    Program program(arguments(), surroundings());
    ASSERT_TRUE(isReported(1));
    folder_.write("art.yaml", std::string_view("rigkiln: 1\njobs: 7\n"));
    std::this_thread::sleep_for(300ms);  // long enough to be seen; a test that is too fast tests less
    std::string text(kConfiguration);
    text.replace(text.find("{name}"), 6, "new-{name}");
    folder_.write("art.yaml", text);
    EXPECT_TRUE(appears(output("new-TROOPER")));
    ASSERT_TRUE(isReported(1));
    program.signal(SIGTERM);
    EXPECT_EQ(program.wait().exitCode, cli::kDone);
}

TEST_F(Watch, RestsWhenItsOwnOutputsAreBelowTheRoot) {
    Program program(arguments(), surroundings());
    ASSERT_TRUE(isReported(1));
    EXPECT_TRUE(rests());
}

TEST_F(Watch, SeesThatAFolderAboveTheRootIsReplaced) {
    folder_.write("set/now/art/Models/TROOPER.ALO", artFile("Models/TROOPER.alo"));
    scanInstead("set/now/art");
    Program program(arguments(), surroundings());
    ASSERT_TRUE(isReported(1));
    folder_.write("set/next/art/Models/TROOPER.ALO", artFile("Models/TROOPER.alo"));
    folder_.write("set/next/art/Models/SECOND.ALO", artFile("Models/TROOPER.alo"));
    fs::rename(folder_.path() / "set/now", folder_.path() / "set/before");
    fs::rename(folder_.path() / "set/next", folder_.path() / "set/now");
    EXPECT_TRUE(appears(output("SECOND")));
    ASSERT_TRUE(isReported(2));
    // Changes below the folder that is there now are seen, too.
    folder_.write("set/now/art/Models/THIRD.ALO", artFile("Models/TROOPER.alo"));
    EXPECT_TRUE(appears(output("THIRD")));
}

TEST_F(Watch, SeesThatALinkToTheRootLeadsElsewhere) {
    folder_.write("first/Models/TROOPER.ALO", artFile("Models/TROOPER.alo"));
    folder_.write("second/Models/SECOND.ALO", artFile("Models/TROOPER.alo"));
    fs::create_directory(folder_.path() / "links");
    fs::create_directory_symlink("../current", folder_.path() / "links/art");
    fs::create_directory_symlink("first", folder_.path() / "current");
    scanInstead("links/art");
    Program program(arguments(), surroundings());
    ASSERT_TRUE(isReported(1));
    folder_.write("first/Models/MORE.ALO", artFile("Models/TROOPER.alo"));
    EXPECT_TRUE(appears(output("MORE")));
    ASSERT_TRUE(isReported(2));
    fs::create_directory_symlink("second", folder_.path() / "new");
    fs::rename(folder_.path() / "new", folder_.path() / "current");
    EXPECT_TRUE(appears(output("SECOND")));
}

TEST_F(Watch, RestsWhenItsReportIsBelowTheRootByALink) {
    fs::create_directory_symlink("art", folder_.path() / "link");
    std::vector<std::string> words = arguments();
    words.back() = "link/report.json";
    Program program(words, surroundings());
    ASSERT_TRUE(isReported(1));
    EXPECT_TRUE(rests());
}

TEST_F(Watch, NeedsAState) {
    folder_.write("bare.yaml", std::string(kConfiguration).replace(11, 13, ""));
    const Finished finished = runRigkiln({"run", "bare.yaml", "--watch"}, surroundings());
    EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("add `state: .rigkiln`"));
    EXPECT_FALSE(fs::exists(output("TROOPER")));
    EXPECT_EQ(
        runRigkiln({"run", "art.yaml", "--watch", "--only-failed", "old.json"}, surroundings()).exitCode,
        cli::kBadUsage);
    EXPECT_EQ(runRigkiln({"run", "art.yaml", "--watch", "--stamp", "done"}, surroundings()).exitCode,
              cli::kBadUsage);
}

}  // namespace
}  // namespace rigkiln::test
