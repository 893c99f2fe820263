#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
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
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int kKilled = 128 + SIGKILL;

/// Runs of the program that end by SIGKILL right before a chosen call of the system.
class KilledRuns : public testing::Test {
protected:
    KilledRuns() {
        writeArt(folder.path() / "art/a", {.sets = 1, .damaged = false});
        writeArt(folder.path() / "art/b", {.sets = 1, .damaged = false});
        std::ofstream(folder.path() / "art.yaml") << R"(rigkiln: 1
vars: {output: out, scale: "1"}
state: state
jobs:
  models: {uses: scan, root: art, include: ["**/*.alo", "**/*.ala"]}
  read: {uses: decode, from: models, scale: "${scale}"}
  rigs: {uses: bind, models: read, clips: read}
  glb: {uses: export, from: rigs, to: gltf, container: gltf, path: "${output}/{folder}/{name}.gltf"}
)";
    }

    /// `killAt` as for kill_shim.cpp; empty: nobody is killed.
    [[nodiscard]] Finished run(std::vector<std::string> options = {}, const std::string& killAt = {}) const {
        options.insert(options.begin(), {"run", "art.yaml", "--report", "report.json"});
        Surroundings surroundings{.folder = folder.path(), .environment = {}, .program = {}};
        if (!killAt.empty())
            surroundings.environment = {{"LD_PRELOAD", RIGKILN_KILL_SHIM}, {"RIGKILN_KILL_AT", killAt}};
        return runRigkiln(options, surroundings);
    }

    [[nodiscard]] json report() const { return json::parse(textOf(folder.path() / "report.json")); }

    TemporaryFolder folder;
};

TEST_F(KilledRuns, GoOnWithPruning) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    const Tree whole = treeBelow(folder.path() / "out");
    fs::remove_all(folder.path() / "art/b");
    ASSERT_EQ(run().exitCode, cli::kDone);
    const std::size_t vanished = report().at("vanished").at("files").size();
    ASSERT_GT(vanished, 3U);
    std::size_t left = whole.size();
    for (const char* killAt : {"unlinkat 1", "unlinkat 3", "unlinkat 2"}) {
        EXPECT_EQ(run({"--prune"}, killAt).exitCode, kKilled);
        EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), IsEmpty());
        const std::size_t now = treeBelow(folder.path() / "out").size();
        EXPECT_LE(now, left);
        left = now;
    }
    EXPECT_EQ(run({"--prune"}).exitCode, cli::kDone);
    fs::rename(folder.path() / "out", folder.path() / "pruned");
    fs::remove_all(folder.path() / "state");
    ASSERT_EQ(run().exitCode, cli::kDone);
    EXPECT_EQ(treeBelow(folder.path() / "pruned"), treeBelow(folder.path() / "out"));
    EXPECT_FALSE(fs::exists(folder.path() / "pruned/b")) << "nor are empty folders left";
}

}  // namespace
}  // namespace rigkiln::test
