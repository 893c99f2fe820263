#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
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

// Two outputs of each model, one with linked textures, and a state that has the converted images.
inline constexpr const char* kFarmConfiguration = R"(rigkiln: 1
vars: {output: out}
state: ${output}-state
textures: [art/Textures]
jobs:
  models: {uses: scan, root: art, include: ["**/*.{alo,gsm}"]}
  clips: {uses: scan, root: art, include: ["**/*.{ala,gsa}"]}
  rigs: {uses: bind, models: models, clips: clips, unbound: skeleton}
  glb: {uses: export, from: rigs, to: gltf, path: "${output}/{folder}/{name}.glb"}
  gltf: {uses: export, from: rigs, to: gltf, path: "${output}/linked/{folder}/{name}.gltf"}
)";

/// Some art, and what a run on one machine makes of it, in OUT-local.
class Farm : public testing::Test {
protected:
    explicit Farm(bool damaged = true) {
        writeArt(folder.path() / "art", {.sets = 3, .damaged = damaged});
        std::ofstream(folder.path() / "art.yaml") << kFarmConfiguration;
    }

    [[nodiscard]] Finished rigkiln(const std::vector<std::string>& words,
                                   const std::map<std::string, std::string>& environment = {}) const {
        return runRigkiln(words, {.folder = folder.path(), .environment = environment, .program = {}});
    }
    [[nodiscard]] Surroundings surroundings() const {
        return {.folder = folder.path(), .environment = {}, .program = {}};
    }

    /// The exit code of a run on one machine.
    int runLocally() const {
        return rigkiln(
                   {"run", "art.yaml", "-D", "output=local", "--report", "local.json", "--progress", "none"})
            .exitCode;
    }

    /// Returns the number of shards.
    std::size_t plan(std::size_t shards) const {
        const Finished planned = rigkiln({"farm", "plan", "art.yaml", "-D", "output=farm", "--workdir",
                                          "work", "--shards", std::to_string(shards)});
        EXPECT_EQ(planned.exitCode, 0) << planned.text();
        return shardsOf(1);
    }
    [[nodiscard]] std::size_t shardsOf(std::size_t round) const { return roundOf(round).at("shards").size(); }
    [[nodiscard]] nlohmann::json roundOf(std::size_t round) const {
        return nlohmann::json::parse(textOf(folder.path() / fmt::format("work/round-{}/round.json", round)));
    }

    [[nodiscard]] static std::vector<std::string> shardWords(std::size_t round, std::size_t shard,
                                                             std::size_t count) {
        return {"run",
                "--plan",
                fmt::format("work/round-{}", round),
                "--shard",
                fmt::format("{}/{}", shard, count),
                "--progress",
                "none"};
    }
    Finished runShard(std::size_t round, std::size_t shard, std::size_t count) const {
        return rigkiln(shardWords(round, shard, count));
    }
    void runShards(std::size_t round, std::size_t count) const {
        for (std::size_t shard = 1; shard <= count; ++shard) {
            const Finished finished = runShard(round, shard, count);
            EXPECT_TRUE(finished.exitCode == cli::kDone || finished.exitCode == cli::kSomeFailed)
                << finished.text();
        }
    }
    [[nodiscard]] Finished merge() const {
        return rigkiln({"farm", "merge", "work", "--report", "farm.json"});
    }

    /// Merges, and expects everything to be as after the run on one machine.
    void expectAsLocally(int exitCode) const {
        const Finished merged = merge();
        EXPECT_EQ(merged.exitCode, exitCode) << merged.text();
        EXPECT_THAT(differences(treeBelow(folder.path() / "local"), treeBelow(folder.path() / "farm")),
                    testing::IsEmpty());
        EXPECT_EQ(comparableReport(folder.path() / "local.json", (folder.path() / "local").string()),
                  comparableReport(folder.path() / "farm.json", (folder.path() / "farm").string()));
        EXPECT_THAT(temporaryFilesBelow(folder.path()), testing::IsEmpty());
    }

    TemporaryFolder folder;
};

}  // namespace rigkiln::test
