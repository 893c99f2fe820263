#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/state_fixture.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(State, ChangesNoByteOfAnyOutputAndNoIssue) {
    const int exitCode = convert("without").exitCode;
    EXPECT_FALSE(report().contains("state"));
    const json without = issues();
    for (const char* output : {"cold", "warm"}) {
        EXPECT_EQ(convert(output, {"--state", "state"}).exitCode, exitCode);
        EXPECT_EQ(treeBelow(folder.path() / output), treeBelow(folder.path() / "without")) << output;
        EXPECT_EQ(issues(), without) << output;
    }
    EXPECT_THAT(brokenFilesBelow(folder.path() / "warm"), ElementsAre());
}

TEST_F(State, SavesEveryConversionOfTheRunBefore) {
    convert("cold", {"--state", "state"});
    const json cold = report().at("state");
    EXPECT_EQ(cold.at("folder"), (folder.path() / "state").string());
    EXPECT_GT(cold.at("images_made"), 0);
    EXPECT_EQ(cold.at("images_found"), 0);
    const Tree kept = treeBelow(folder.path() / "state");
    EXPECT_EQ(kept.size(), cold.at("images_made"));

    const Finished warm = convert("warm", {"--state", "state"});
    EXPECT_EQ(report().at("state").at("images_made"), 0);
    EXPECT_EQ(report().at("state").at("images_found"), cold.at("images_made"));
    EXPECT_THAT(warm.text(), HasSubstr("converted by an earlier run, 0 by this one"));
    EXPECT_EQ(treeBelow(folder.path() / "state"), kept);
}

TEST_F(State, CountsTheSameForAnyNumberOfJobs) {
    convert("a", {"--state", "one", "--jobs", "1"});
    const json one = report().at("state");
    convert("b", {"--state", "four", "--jobs", "4"});
    EXPECT_EQ(report().at("state").at("images_made"), one.at("images_made"));
    EXPECT_EQ(treeBelow(folder.path() / "four"), treeBelow(folder.path() / "one"));
}

TEST_F(State, MayBeDamagedOrLostAtAnyTime) {
    convert("cold", {"--state", "state"});
    const Tree outputs = treeBelow(folder.path() / "cold");
    const Tree kept = treeBelow(folder.path() / "state");
    std::size_t number = 0;
    for (const auto& [file, bytes] : kept) {
        const fs::path path = folder.path() / "state" / file;
        if (++number % 2 == 0) {
            fs::resize_file(path, bytes.size() / 2);
        } else {
            fs::remove(path);
        }
    }
    convert("warm", {"--state", "state"});
    EXPECT_EQ(treeBelow(folder.path() / "warm"), outputs);
    EXPECT_EQ(treeBelow(folder.path() / "state"), kept) << "made whole again";
    EXPECT_EQ(report().at("state").at("images_made"), kept.size());
}

TEST_F(State, IsNoReasonToFail) {
    const int exitCode = convert("without").exitCode;
    std::ofstream(folder.path() / "state") << "a file, and no folder";
    const Finished finished = convert("with", {"--state", "state"});
    EXPECT_EQ(finished.exitCode, exitCode);
    EXPECT_EQ(treeBelow(folder.path() / "with"), treeBelow(folder.path() / "without"));
    EXPECT_THAT(finished.text(), HasSubstr("state: not everything is kept for later runs: state: cannot"));
    EXPECT_TRUE(report().at("state").contains("problem"));
}

TEST_F(State, KeepsToItsSize) {
    convert("cold", {"--state", "state", "--state-max-size", "1KiB"});
    std::size_t bytes = 0;
    for (const auto& [file, content] : treeBelow(folder.path() / "state"))
        bytes += content.size();
    EXPECT_LE(bytes, 1024U);
    EXPECT_GT(report().at("state").at("images_removed"), 0);
}

TEST_F(State, IsWhatAConfigurationSays) {
    std::ofstream(folder.path() / "art.yaml") << R"(rigkiln: 1
state: {folder: build/state, max_size: 1MiB}
jobs:
  models: {uses: scan, root: art, include: ["**/*.alo"]}
  glb: {uses: export, from: models, to: gltf, path: "build/{folder}/{name}.glb"}
)";
    const auto run = [&] {
        const Finished finished = runRigkiln({"run", "art.yaml", "--report", "report.json"},
                                             {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_THAT(finished.text(), HasSubstr("by this one"));
        return report().at("state");
    };
    const json cold = run();
    EXPECT_EQ(cold.at("folder"), (folder.path() / "build/state").string());
    fs::remove_all(folder.path() / "build/state/units");
    EXPECT_EQ(run().at("images_found"), cold.at("images_made"));
    EXPECT_THAT(treeBelow(folder.path() / "build/state"), testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace rigkiln::test
