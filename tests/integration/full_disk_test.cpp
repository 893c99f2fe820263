#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/integration/small_disk.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// A run that fills a real disk: a tmpfs of 2 MB. DiskFailures tests the same over the disk in memory,
/// operation by operation.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::string_view kFullDiskConfiguration = R"(rigkiln: 1
jobs:
  models: { uses: scan, root: art, include: ["**/*.{alo,gsm}"] }
  clips: { uses: scan, root: art, include: ["**/*.{ala,gsa}"] }
  rigs: { uses: bind, models: models, clips: clips }
  glb: { uses: export, from: rigs, path: "out/{folder}/{name}.glb" }
)";

/// The lines that begin with a text.
std::vector<std::string> linesWith(const std::string& text, std::string_view begin) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(begin)) lines.push_back(line);
    }
    return lines;
}

class FullDisk : public testing::Test {
protected:
    FullDisk() {
        folder.write("art.yaml", kFullDiskConfiguration);
        fs::create_directory(folder.path() / "out");
        fs::create_directory(folder.path() / "kept");
        writeArt(folder.path() / "art", {.sets = 8, .damaged = false});
    }

    TemporaryFolder folder;
};

TEST_F(FullDisk, StopsARunWithOneLineAndLeavesWholeFiles) {
    if (runOnSmallDisk(folder, "out", "true").exitCode != 0)
        GTEST_SKIP() << "this machine lets no test mount a tmpfs";
    const Finished finished = runOnSmallDisk(
        folder, "out", R"("$0" run art.yaml --report run.json; code=$?; cp -a out/. kept/; exit $code)");
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();

    const json report = json::parse(textOf(folder.path() / "run.json"));
    const json& totals = report.at("totals");
    // Units that were being written at that moment fail with it; no other unit begins.
    EXPECT_GE(totals.at("failed"), 1);
    EXPECT_GT(totals.at("cancelled"), totals.at("failed"));
    const json& stopped = report.at("stopped");
    EXPECT_EQ(stopped.at("code"), "disk.full");
    EXPECT_LT(stopped.at("free_bytes"), 2U << 20U);
    EXPECT_TRUE(linesWith(finished.output, "failed").empty()) << finished.output;

    // One line with path, cause and free space, and one with what was not begun.
    const std::vector<std::string> lines = linesWith(finished.output, "stopped: ");
    ASSERT_EQ(lines.size(), 2U) << finished.output;
    EXPECT_THAT(lines[0], StartsWith("stopped: out/"));
    EXPECT_THAT(lines[0],
                testing::ContainsRegex("\\.glb: cannot write: no space left on device "
                                       "\\([0-9.]+ (B|KiB|MiB) are free there\\) \\[disk.full\\]: "));
    EXPECT_EQ(lines[1], "stopped: " + std::to_string(totals.at("cancelled").get<std::size_t>()) + " of " +
                            std::to_string(totals.at("units").get<std::size_t>()) +
                            " outputs were not begun");

    // Nothing torn, nothing beside the outputs of the report.
    EXPECT_THAT(brokenFilesBelow(folder.path() / "kept"), IsEmpty());
    EXPECT_THAT(temporaryFilesBelow(folder.path() / "kept"), IsEmpty());
    EXPECT_EQ(filesBelow(folder.path() / "kept").size(), totals.at("written").get<std::size_t>());
}

}  // namespace
}  // namespace rigkiln::test
