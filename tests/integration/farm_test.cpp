#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pipeline/farm/shard_results.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/farm_fixture.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using cli::kBadUsage;
using cli::kDone;
using cli::kEnvironmentFailed;
using cli::kInterrupted;
using cli::kSomeFailed;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ShardCounts : public Farm, public testing::WithParamInterface<std::size_t> {};

TEST_P(ShardCounts, GiveWhatARunOnOneMachineGives) {
    const int exitCode = runLocally();
    EXPECT_EQ(exitCode, kSomeFailed) << "some art is damaged";
    const std::size_t count = plan(GetParam());
    EXPECT_LE(count, GetParam());
    runShards(1, count);
    expectAsLocally(exitCode);

    // The state has all of it.
    const Finished again = rigkiln({"run", "art.yaml", "-D", "output=farm", "--report", "again.json"});
    EXPECT_EQ(again.exitCode, exitCode);
    const json report = json::parse(textOf(folder.path() / "again.json"));
    for (const json& unit : report.at("units"))
        EXPECT_TRUE(unit.value("remembered", false) || unit.value("phase", "") == "planning") << unit.dump(1);
}
INSTANTIATE_TEST_SUITE_P(Farm, ShardCounts, testing::Values(1, 4, 16));

TEST_F(Farm, GoesOnWhereKilledShardsEnded) {
    const int exitCode = runLocally();
    const std::size_t count = plan(3);
    std::mt19937 random(7);
    int killed = 0;
    for (int round = 0; round < 16; ++round) {
        const std::size_t shard = 1 + static_cast<std::size_t>(round) % count;
        Program program(shardWords(1, shard, count), surroundings());
        std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution(1, 40)(random)));
        program.signal(SIGKILL);
        if (program.wait().exitCode == 128 + SIGKILL) ++killed;
        EXPECT_THAT(brokenFilesBelow(folder.path() / "farm"), IsEmpty());
    }
    EXPECT_GT(killed, 3);
    runShards(1, count);
    expectAsLocally(exitCode);
    // Whatever ended before it was killed is not made again.
    const Finished finished = runShard(1, 1, count);
    EXPECT_THAT(finished.output, HasSubstr("nothing is left to do"));
}

TEST_F(Farm, IsNotHarmedBySeveralProcessesOfOneShard) {
    const int exitCode = runLocally();
    const std::size_t count = plan(2);
    std::vector<std::unique_ptr<Program>> programs;
    for (std::size_t i = 0; i < 6; ++i)
        programs.push_back(std::make_unique<Program>(shardWords(1, 1 + i % count, count), surroundings()));
    for (const auto& program : programs) {
        const Finished finished = program->wait();
        EXPECT_TRUE(finished.exitCode == kDone || finished.exitCode == kSomeFailed) << finished.text();
    }
    expectAsLocally(exitCode);
}

TEST_F(Farm, EndsAShardCleanlyWhenItIsAskedTo) {
    const int exitCode = runLocally();
    const std::size_t count = plan(1);
    Program program(shardWords(1, 1, count), surroundings());
    // It minds signals before it makes its file of results.
    constexpr int kMostLooks = 5000;
    for (int i = 0; i < kMostLooks && !fs::exists(folder.path() / "work/round-1/results/00001"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    program.signal(SIGTERM);
    const Finished stopped = program.wait();
    EXPECT_TRUE(stopped.exitCode == kInterrupted || stopped.exitCode == kSomeFailed) << stopped.text();
    runShards(1, count);
    expectAsLocally(exitCode);
}

TEST_F(Farm, MakesOnlyWhatIsMissingInTheNextRound) {
    const int exitCode = runLocally();
    const std::size_t count = plan(4);
    static_cast<void>(runShard(1, 1, count));
    static_cast<void>(runShard(1, 3, count));
    const json round = roundOf(1);
    const std::size_t missing = round.at("shards")[1].at("units").get<std::size_t>() +
                                round.at("shards")[3].at("units").get<std::size_t>();

    const Finished merged = merge();
    EXPECT_EQ(merged.exitCode, kEnvironmentFailed);
    EXPECT_THAT(merged.text(), AllOf(HasSubstr("farm.not-delivered"), HasSubstr("rigkiln farm resume")));
    const json report = json::parse(textOf(folder.path() / "farm.json"));
    EXPECT_EQ(std::ranges::count_if(report.at("units"),
                                    [](const json& unit) {
                                        return unit.contains("error") &&
                                               unit.at("error").at("code") == "farm.not-delivered";
                                    }),
              missing);

    const Finished next = rigkiln({"farm", "plan", "work", "--shards", "2"});
    EXPECT_EQ(next.exitCode, 0) << next.text();
    EXPECT_EQ(roundOf(2).at("units"), missing);
    runShards(2, shardsOf(2));
    expectAsLocally(exitCode);
    const Finished nothing = rigkiln({"farm", "plan", "work"});
    EXPECT_EQ(nothing.exitCode, exitCode) << nothing.text();
    EXPECT_THAT(nothing.output, HasSubstr("nothing is left to make"));
}

TEST_F(Farm, MakesAgainWhatChangedAfterItWasDealt) {
    const std::size_t count = plan(2);
    const fs::path changed = folder.path() / "art/Models/Set_0001/TROOPER.alo";
    ASSERT_TRUE(fs::exists(changed));
    // File systems stamp files with the time of the last tick of the kernel.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    // One file has other content, one is gone, one is new.
    const std::vector<std::byte> other = artFile("Models/SERPENT.alo");
    std::ofstream(changed, std::ios::binary)
        .write(reinterpret_cast<const char*>(other.data()), static_cast<std::streamsize>(other.size()));
    ASSERT_TRUE(fs::remove(folder.path() / "art/Models/Set_0002/TROOPER.alo"));
    fs::copy_file(folder.path() / "art/Models/SHIP.ALO", folder.path() / "art/Models/NEW.ALO");
    EXPECT_THAT(runShard(1, 1, count).errors + runShard(1, 2, count).errors,
                AllOf(HasSubstr("changed after they were dealt"), HasSubstr("TROOPER")));
    EXPECT_EQ(rigkiln({"farm", "plan", "work"}).exitCode, 0);
    runShards(2, shardsOf(2));
    const int exitCode = runLocally();
    // What the first round made of the file that is gone now stays, as after a run with a state, and is told.
    const Finished merged = rigkiln({"farm", "merge", "work"});
    EXPECT_EQ(merged.exitCode, exitCode) << merged.text();
    const Tree local = treeBelow(folder.path() / "local");
    const Tree farm = treeBelow(folder.path() / "farm");
    for (const auto& [path, bytes] : local)
        EXPECT_TRUE(farm.contains(path) && farm.at(path) == bytes) << path;
}

TEST_F(Farm, LeavesOutWhatAnEarlierRunMade) {
    EXPECT_EQ(rigkiln({"run", "art.yaml", "-D", "output=farm", "--progress", "none"}).exitCode, kSomeFailed);
    const Finished nothing =
        rigkiln({"farm", "plan", "art.yaml", "-D", "output=farm", "--workdir", "work", "--shards", "4"});
    EXPECT_EQ(nothing.exitCode, kSomeFailed) << "what failed then still fails";
    EXPECT_THAT(nothing.output,
                AllOf(HasSubstr("nothing is left to make"), HasSubstr("nothing changed since")));
    EXPECT_FALSE(fs::exists(folder.path() / "work/farm.json"));
    fs::remove(folder.path() / "farm/Models/Set_0001/TROOPER.glb");
    EXPECT_EQ(plan(4), 1U);
    EXPECT_EQ(roundOf(1).at("units"), 1);
}

TEST_F(Farm, CountsTheBytesOfASourceOnceAlsoWhereAnOutputOfItWasMadeAlone) {
    const int exitCode = runLocally();
    static_cast<void>(plan(1));
    runShards(1, 1);
    // As if the shard had been killed each time between the two outputs of a source.
    const std::string place = (folder.path() / "work/round-1/results/00001").string();
    std::map<std::string, std::string> rows;
    std::vector<ImageUse> images;
    const auto read =
        readShardResults(place,
                         {.unit = [&](std::string_view output,
                                      std::string_view record) { rows[std::string(output)] = record; },
                          .image = [&](const ImageUse& use) { images.push_back(use); }},
                         realDisk());
    ASSERT_TRUE(read);
    fs::remove_all(place);
    const auto results = ShardResults::open(place, realDisk());
    ASSERT_TRUE(results);
    for (const auto& [output, record] : rows) {
        if (output.find("/linked/") == std::string::npos) (*results)->remember(output, record);
    }
    for (const ImageUse& use : images)
        (*results)->rememberImage(use);
    ASSERT_TRUE((*results)->finish());
    runShards(1, 1);
    expectAsLocally(exitCode);
}

TEST_F(Farm, ConvertsEachImageInOneShard) {
    static_cast<void>(runLocally());
    const std::size_t count = plan(8);
    std::vector<std::unique_ptr<Program>> programs;
    for (std::size_t shard = 1; shard <= count; ++shard)
        programs.push_back(std::make_unique<Program>(shardWords(1, shard, count), surroundings()));
    for (const auto& program : programs)
        static_cast<void>(program->wait());
    static_cast<void>(merge());
    const json local = json::parse(textOf(folder.path() / "local.json"));
    const json farm = json::parse(textOf(folder.path() / "farm.json"));
    EXPECT_GT(local.at("state").at("images_made"), 0);
    EXPECT_EQ(farm.at("state").at("images_made"), local.at("state").at("images_made"));
    EXPECT_EQ(farm.at("state").at("images_found"), local.at("state").at("images_found"));
    for (const auto& [path, bytes] : treeBelow(folder.path() / "farm-state"))
        EXPECT_THAT(path, Not(HasSubstr(".claim")));
}

TEST_F(Farm, WorksWithIsolatedShardsAndStrictly) {
    EXPECT_EQ(
        rigkiln({"run", "art.yaml", "-D", "output=local", "--strict", "--report", "local.json"}).exitCode,
        kSomeFailed);
    const Finished planned = rigkiln(
        {"farm", "plan", "art.yaml", "-D", "output=farm", "--workdir", "work", "--shards", "2", "--strict"});
    ASSERT_EQ(planned.exitCode, 0) << planned.text();
    for (std::size_t shard = 1; shard <= 2; ++shard) {
        std::vector<std::string> words = shardWords(1, shard, 2);
        words.emplace_back("--isolate");
        EXPECT_EQ(rigkiln(words).exitCode, kSomeFailed);
    }
    expectAsLocally(kSomeFailed);
}

TEST_F(Farm, SaysWhatIsWrong) {
    const std::size_t count = plan(4);
    ASSERT_GT(count, 1U);
    const auto expectError = [&](const std::vector<std::string>& words, int exitCode,
                                 const std::string& text) {
        const Finished finished = rigkiln(words);
        EXPECT_EQ(finished.exitCode, exitCode) << finished.text();
        EXPECT_THAT(finished.errors, HasSubstr(text));
    };
    expectError({"run", "--plan", "work/round-1", "--shard", "1/9"}, kBadUsage, "is shard 1/4");
    expectError({"run", "--plan", "work/round-1", "--shard", "5/4"}, kBadUsage,
                "expected I/N with I from 1 to N");
    expectError({"run", "--plan", "work/round-1", "--shard", "x"}, kBadUsage, "'x'");
    expectError({"run", "--plan", "work/round-1"}, kBadUsage, "belong together");
    expectError({"run", "art.yaml", "--plan", "work/round-1", "--shard", "1/4"}, kBadUsage,
                "leave out CONFIG");
    expectError({"run"}, kBadUsage, "CONFIG");
    expectError({"run", "--plan", "nowhere", "--shard", "1/4"}, kEnvironmentFailed,
                "nowhere/shards/00001.jsonl");
    expectError({"farm", "plan", "art.yaml", "--workdir", "work", "--shards", "2"}, kBadUsage, "farm resume");
    expectError({"farm", "plan", "art.yaml", "--shards", "2"}, kBadUsage, "--workdir");
    expectError({"farm", "plan", "art.yaml", "--workdir", "other"}, kBadUsage, "--shards");
    expectError({"farm", "merge", "art"}, kBadUsage, "has no farm.json");
    expectError({"farm", "merge", "work", "--partition", "x"}, kBadUsage, "is not for merge");
    expectError({"farm", "plan", "missing.yaml", "--workdir", "other", "--shards", "2"}, kBadUsage,
                "missing.yaml");

    // A damaged shard, and another version of the program.
    const fs::path shard = folder.path() / "work/round-1/shards/00001.jsonl";
    const std::string text = textOf(shard);
    std::ofstream(shard) << text.substr(0, text.size() / 2);
    expectError(shardWords(1, 1, count), kEnvironmentFailed, "the digest at the end");
    const fs::path farm = folder.path() / "work/farm.json";
    json facts = json::parse(textOf(farm));
    facts["program"] = "0.0.1";
    std::ofstream(farm) << facts;
    expectError({"farm", "merge", "work"}, kBadUsage, "0.0.1");
}

TEST_F(Farm, JoinsTheTracesOfAllProcesses) {
    ASSERT_EQ(rigkiln({"farm", "plan", "art.yaml", "-D", "output=farm", "--workdir", "work", "--shards", "2",
                       "--traces"})
                  .exitCode,
              kDone);
    runShards(1, 2);
    const int exitCode = runLocally();
    const std::vector<std::string> words = {"farm", "merge", "work", "--trace", "farm.trace.json"};
    EXPECT_EQ(rigkiln(words).exitCode, exitCode);
    const json trace = json::parse(textOf(folder.path() / "farm.trace.json"));
    std::vector<std::string> processes;
    std::map<std::string, int> converted;
    for (const json& event : trace.at("traceEvents")) {
        if (event.at("name") == "process_name") {
            const std::string name = event.at("args").at("name");
            processes.push_back(name.substr(0, name.find(" on ")));
        }
        if (event.at("name") == "write" && event.contains("args")) ++converted[event.at("args").at("output")];
        EXPECT_GE(event.value("ts", 0.0), 0) << event;
    }
    EXPECT_THAT(processes, ElementsAre("shard 1/2", "shard 2/2", "merge"));
    const Tree local = treeBelow(folder.path() / "local");
    // Both outputs of a model are written together.
    const auto isModel = [](const auto& file) { return fs::path(file.first).extension() == ".glb"; };
    EXPECT_EQ(converted.size(), static_cast<std::size_t>(std::ranges::count_if(local, isModel)));
    for (const auto& [output, times] : converted)
        EXPECT_EQ(times, 1) << output;

    // A trace that is lost is told.
    for (const fs::directory_entry& file :
         fs::recursive_directory_iterator(folder.path() / "work/round-1/results/00002")) {
        if (file.path().string().ends_with(".trace.json"))
            fs::resize_file(file.path(), fs::file_size(file.path()) / 2);
    }
    const Finished damaged = rigkiln(words);
    EXPECT_EQ(damaged.exitCode, kEnvironmentFailed);
    EXPECT_THAT(damaged.errors, AllOf(HasSubstr("results/00002"), HasSubstr("is no whole trace")));
    EXPECT_EQ(rigkiln({"farm", "merge", "work", "--trace", "-"}).exitCode, kBadUsage);
}

TEST_F(Farm, WritesScriptsForSlurm) {
    const Finished dry = rigkiln({"farm", "submit", "art.yaml", "-D", "output=farm", "--workdir", "a work",
                                  "--shards", "3", "--dry-run", "--partition", "long", "--time", "4:00:00",
                                  "--memory", "8G", "--jobs", "2", "--sbatch=--account=art"});
    EXPECT_EQ(dry.exitCode, 0) << dry.text();
    EXPECT_THAT(dry.output, HasSubstr("nothing is submitted"));
    const std::string round = (folder.path() / "a work/round-1").string();
    const std::string shard = textOf(round + "/shard.sh");
    EXPECT_THAT(shard,
                AllOf(HasSubstr("#!/bin/sh\n"), HasSubstr("--array=1-3"), HasSubstr("--partition=long"),
                      HasSubstr("--time=4:00:00"), HasSubstr("--mem=8G"), HasSubstr("--cpus-per-task=2"),
                      HasSubstr("--account=art"), HasSubstr("--jobs 2"),
                      HasSubstr("--shard \"$SLURM_ARRAY_TASK_ID/3\"")));
    EXPECT_THAT(textOf(round + "/merge.sh"),
                AllOf(HasSubstr("--dependency=afterany:"), HasSubstr("farm merge")));
}

TEST_F(Farm, NeedsTheCommandsOfSlurmToSubmit) {
    const Finished submitted =
        rigkiln({"farm", "submit", "art.yaml", "-D", "output=farm", "--workdir", "work", "--shards", "2"},
                {{"PATH", (folder.path() / "nothing").string()}});
    EXPECT_EQ(submitted.exitCode, kEnvironmentFailed);
    EXPECT_THAT(submitted.errors, HasSubstr("sbatch"));
    // The shards are there for another engine.
    EXPECT_TRUE(fs::exists(folder.path() / "work/farm.json"));
}

}  // namespace
}  // namespace rigkiln::test
