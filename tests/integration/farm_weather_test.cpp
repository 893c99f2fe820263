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
#include "tests/integration/farm_fixture.hpp"
#include "tests/integration/program.hpp"
#include "tests/integration/small_disk.hpp"
#include "tools/cli/exit_code.hpp"

/// Farms on machines in a bad state. What Slurm itself loses is in tests/cluster/test_farm.py.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

/// Every second machine has a clock that is ahead of that of the file server by as many seconds.
class FarmClocks : public Farm, public testing::WithParamInterface<int> {
protected:
    [[nodiscard]] std::map<std::string, std::string> wrongClock() const {
        return {{"LD_PRELOAD", RIGKILN_CLOCK_SHIM}, {"RIGKILN_CLOCK", std::to_string(GetParam())}};
    }

    /// Changes a source and keeps its size.
    void change(const std::string& path) const {
        std::fstream file(folder.path() / path, std::ios::binary | std::ios::in | std::ios::out);
        file.seekg(-1, std::ios::end);
        const char last = static_cast<char>(file.get());
        file.seekp(-1, std::ios::end);
        file.put(static_cast<char>(last ^ 1));
        ASSERT_TRUE(file.good());
    }
};

TEST_P(FarmClocks, ChangeNothing) {
    const int exitCode = runLocally();
    const std::size_t count = plan(4);
    for (std::size_t shard = 1; shard <= count; ++shard) {
        const bool isWrong = shard % 2 == 0;
        const Finished finished = rigkiln(shardWords(1, shard, count),
                                          isWrong ? wrongClock() : std::map<std::string, std::string>());
        EXPECT_TRUE(finished.exitCode == cli::kDone || finished.exitCode == cli::kSomeFailed)
            << finished.text();
        EXPECT_THAT(finished.errors, testing::Not(HasSubstr("changed after they were dealt")));
    }
    expectAsLocally(exitCode);
    for (const auto& environment : {std::map<std::string, std::string>(), wrongClock()}) {
        const Finished again =
            rigkiln({"run", "art.yaml", "-D", "output=farm", "--report", "again.json"}, environment);
        EXPECT_EQ(again.exitCode, exitCode) << again.text();
        EXPECT_EQ(json::parse(textOf(folder.path() / "again.json")).at("totals").at("written"), 0);
    }
}

TEST_P(FarmClocks, HideNoChange) {
    const std::size_t count = plan(2);
    for (std::size_t shard = 1; shard <= count; ++shard)
        static_cast<void>(rigkiln(shardWords(1, shard, count), wrongClock()));
    // At once, so that all files are young.
    change("art/Models/Set_0001/TROOPER.alo");
    const Finished early = rigkiln({"farm", "merge", "work", "--report", "early.json"}, wrongClock());
    EXPECT_EQ(early.exitCode, cli::kEnvironmentFailed) << early.text();
    EXPECT_THAT(early.text(), AllOf(HasSubstr("TROOPER"), HasSubstr("farm.not-delivered")));
    EXPECT_EQ(rigkiln({"farm", "plan", "work"}, wrongClock()).exitCode, cli::kDone);
    const std::size_t next = shardsOf(2);
    EXPECT_LE(roundOf(2).at("units").get<std::size_t>(), 2U) << "the outputs of one model";
    for (std::size_t shard = 1; shard <= next; ++shard)
        static_cast<void>(rigkiln(shardWords(2, shard, next), wrongClock()));
    const int exitCode = runLocally();
    const Finished merged = merge();
    EXPECT_EQ(merged.exitCode, exitCode) << merged.text();
    EXPECT_THAT(differences(treeBelow(folder.path() / "local"), treeBelow(folder.path() / "farm")),
                IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Seconds, FarmClocks, testing::Values(-300, 300));

/// The folder that all machines see is a tmpfs that is too small at first.
class FarmDisk : public Farm {
protected:
    FarmDisk() { fs::create_directory(folder.path() / "shared"); }
};

TEST_F(FarmDisk, FullIsNamedAndHealedByTheNextRound) {
    if (runOnSmallDisk(folder, "shared", "true").exitCode != 0)
        GTEST_SKIP() << "this machine lets no test mount a tmpfs";
    const int exitCode = runLocally();
    const Finished finished = runOnSmallDisk(folder, "shared", R"(
"$0" farm plan art.yaml -D output=shared/farm --workdir shared/work --shards 4 || exit 98
shards() {
    for file in shared/work/round-$1/shards/*; do
        number=$(basename $file .jsonl | sed 's/^0*//')
        "$0" run --plan shared/work/round-$1 --shard $number/$(ls shared/work/round-$1/shards | wc -l) --progress none
        echo "round $1 shard $number: $?"
    done
}
shards 1
cp -a shared/farm full
"$0" farm merge shared/work
echo "merged: $?"
mount -o remount,size=64m shared
"$0" farm plan shared/work || exit 97
shards 2
"$0" farm merge shared/work --report farm.json
echo "merged: $?"
cp -a shared/farm shared/farm-state .
)");
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_THAT(finished.output, ContainsRegex("round 1 shard [0-9]: 3\n"));
    EXPECT_THAT(finished.text(), AllOf(HasSubstr("disk.full"), HasSubstr("shared/farm")));
    // The disk is full of whole files.
    EXPECT_THAT(brokenFilesBelow(folder.path() / "full"), IsEmpty());
    EXPECT_THAT(temporaryFilesBelow(folder.path() / "full"), IsEmpty());
    // Before there is room the merge does not look as if all were well.
    EXPECT_THAT(finished.output, HasSubstr("merged: 3\n"));
    EXPECT_THAT(finished.output, HasSubstr(fmt::format("merged: {}\n", exitCode)));
    EXPECT_THAT(differences(treeBelow(folder.path() / "local"), treeBelow(folder.path() / "farm")),
                IsEmpty());
    EXPECT_EQ(comparableReport(folder.path() / "local.json", (folder.path() / "local").string()),
              comparableReport(folder.path() / "farm.json", (folder.path() / "shared/farm").string()));
}

}  // namespace
}  // namespace rigkiln::test
