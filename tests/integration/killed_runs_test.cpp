#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
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

TEST_F(KilledRuns, LeaveTemporaryFilesThatTheNextOneRemoves) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    const Tree whole = treeBelow(folder.path() / "out");
    const fs::path out = folder.path() / "out";
    // Another scale replaces all outputs.
    EXPECT_EQ(run({"-D", "scale=2", "--jobs", "1"}, "renameat 3").exitCode, kKilled);
    const std::vector<std::string> first = temporaryFilesBelow(out);
    // Several files may be on their way.
    ASSERT_THAT(first, testing::Not(IsEmpty()));
    EXPECT_EQ(run({"-D", "scale=3", "--jobs", "1"}, "renameat 1").exitCode, kKilled);
    const std::vector<std::string> second = temporaryFilesBelow(out);
    ASSERT_THAT(second, testing::Not(IsEmpty()));
    for (const std::string& file : first)
        EXPECT_THAT(second, testing::Not(testing::Contains(file))) << "those of the first one are removed";
    // Names of runs that nobody knows to be over: those of a process that lives, and of another machine.
    const fs::path foreign = out / "a/Models/.rigkiln-0123456789abcdef-1-2-3.tmp";
    std::ofstream(foreign) << "half";
    const Finished next = run();
    EXPECT_EQ(next.exitCode, cli::kDone);
    EXPECT_THAT(next.text(), HasSubstr(fmt::format("removed {} temporary file{} of runs that were killed\n",
                                                   second.size(), second.size() == 1 ? "" : "s")));
    EXPECT_EQ(report().at("state").at("leftovers_removed"), second.size());
    EXPECT_TRUE(fs::remove(foreign));
    EXPECT_TRUE(treeBelow(out) == whole);
    EXPECT_EQ(run().exitCode, cli::kDone);
    EXPECT_FALSE(report().at("state").contains("leftovers_removed"));
}

/// A durable run that is killed has not claimed anything that is not there.
TEST_F(KilledRuns, GoOnWhenTheyAreDurable) {
    for (const char* killAt : {"renameat 1", "renameat 5"}) {
        EXPECT_EQ(run({"--durable"}, killAt).exitCode, kKilled);
        EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), IsEmpty());
    }
    ASSERT_EQ(run({"--durable"}).exitCode, cli::kDone);
    EXPECT_THAT(temporaryFilesBelow(folder.path() / "out"), IsEmpty());
    fs::rename(folder.path() / "out", folder.path() / "durable");
    fs::remove_all(folder.path() / "state");
    ASSERT_EQ(run().exitCode, cli::kDone);
    EXPECT_TRUE(treeBelow(folder.path() / "durable") == treeBelow(folder.path() / "out"));
}

TEST_F(KilledRuns, LeaveNothingInFoldersThatNeedNoWork) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    EXPECT_EQ(run({"-D", "scale=2", "--jobs", "1"}, "renameat 1").exitCode, kKilled);
    ASSERT_THAT(temporaryFilesBelow(folder.path() / "out"), testing::Not(IsEmpty()));
    const Finished next = run();
    EXPECT_THAT(next.output, HasSubstr("wrote 0 outputs"));
    EXPECT_THAT(temporaryFilesBelow(folder.path() / "out"), IsEmpty());
}

/// Two processes of the program at the same time.
class RunsAtTheSameTime : public KilledRuns {
protected:
    /// Starts the program, which then stops before it gives the first output its name.
    [[nodiscard]] std::unique_ptr<Program> startAndStop(const std::vector<std::string>& arguments) const {
        const Surroundings surroundings{
            .folder = folder.path(),
            .environment = {{"LD_PRELOAD", RIGKILN_KILL_SHIM}, {"RIGKILN_STOP_AT", "linkat 1"}},
            .program = {}};
        auto program = std::make_unique<Program>(arguments, surroundings);
        // The mark comes before the signal: one that is let go on before it stops would stop for ever.
        const auto hasStopped = [&] {
            return fs::exists(folder.path() / "stopped") && stateOf(program->id()) == 'T';
        };
        for (int i = 0; i < 2000 && !hasStopped(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        EXPECT_TRUE(hasStopped());
        return program;
    }

private:
    /// Returns what the kernel calls the state of a process: 'T' is stopped.
    static char stateOf(pid_t process) {
        std::ifstream file(fmt::format("/proc/{}/stat", process));
        const std::string status(std::istreambuf_iterator<char>(file), {});
        const std::size_t end = status.rfind(") ");
        return end == std::string::npos ? '?' : status[end + 2];
    }
};

TEST_F(RunsAtTheSameTime, OfOneStateExcludeEachOther) {
    fs::create_directories(folder.path() / "out");
    const std::unique_ptr<Program> first = startAndStop({"run", "art.yaml"});
    const Tree before = treeBelow(folder.path() / "out");
    const Finished second = run();
    EXPECT_EQ(second.exitCode, cli::kEnvironmentFailed);
    char host[256] = {};
    ASSERT_EQ(::gethostname(host, sizeof host - 1), 0);
    EXPECT_THAT(second.errors,
                HasSubstr(fmt::format("is held by process {} on {}, since ", first->id(), host)));
    EXPECT_TRUE(treeBelow(folder.path() / "out") == before) << "the second one did nothing";
    EXPECT_EQ(runRigkiln({"plan", "art.yaml"}, {.folder = folder.path(), .environment = {}, .program = {}})
                  .exitCode,
              cli::kDone)
        << "a plan only reads";
    first->signal(SIGCONT);
    EXPECT_EQ(first->wait().exitCode, cli::kDone);
    EXPECT_EQ(run().exitCode, cli::kDone);
    EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), IsEmpty());
}

TEST_F(RunsAtTheSameTime, LetOthersGoFirst) {
    const std::unique_ptr<Program> nice = startAndStop({"run", "art.yaml", "--nice", "7"});
    const fs::path threads = fmt::format("/proc/{}/task", nice->id());
    std::size_t count = 0;
    for (const fs::directory_entry& thread : fs::directory_iterator(threads)) {
        std::ifstream file(thread.path() / "stat");
        const std::string status(std::istreambuf_iterator<char>(file), {});
        std::istringstream fields(status.substr(status.rfind(')') + 2));
        std::string field;
        constexpr int kNiceness = 17;  // from the state on
        for (int i = 0; i < kNiceness; ++i)
            fields >> field;
        EXPECT_EQ(field, std::to_string(::getpriority(PRIO_PROCESS, 0) + 7));
        ++count;
    }
    EXPECT_GT(count, 1U) << "all of its threads";
    nice->signal(SIGCONT);
    EXPECT_EQ(nice->wait().exitCode, cli::kDone);
}

TEST_F(RunsAtTheSameTime, WithoutAStateMayShareAFolder) {
    const std::vector<std::string> convert = {"convert", "art", "-o", "both"};
    const std::unique_ptr<Program> first = startAndStop(convert);
    const Surroundings here{.folder = folder.path(), .environment = {}, .program = {}};
    EXPECT_EQ(runRigkiln(convert, here).exitCode, cli::kDone);
    first->signal(SIGCONT);
    EXPECT_EQ(first->wait().exitCode, cli::kDone);
    EXPECT_EQ(runRigkiln({"convert", "art", "-o", "alone"}, here).exitCode, cli::kDone);
    EXPECT_TRUE(treeBelow(folder.path() / "both") == treeBelow(folder.path() / "alone"));
}

/// Runs with a state that nobody may write to.
class RunsWithAReadOnlyState : public KilledRuns {
protected:
    /// Runs a command of the shell and then the program, with the state on a disk that is mounted read-only.
    [[nodiscard]] Finished runReadOnly(const std::string& command) const {
        const std::string script =
            fmt::format("mount --bind state state && mount -o remount,bind,ro state && {}", command);
        return runRigkiln({"--mount", "sh", "-c", script},
                          {.folder = folder.path(), .environment = {}, .program = "/usr/bin/unshare"});
    }

    [[nodiscard]] bool mayMount() const { return runReadOnly("true").exitCode == 0; }
};

TEST_F(RunsWithAReadOnlyState, UseWhatTheyKnow) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    const Tree whole = treeBelow(folder.path() / "out");
    const Tree state = treeBelow(folder.path() / "state");
    if (!mayMount()) GTEST_SKIP() << "this process may not mount anything";
    const std::string again = fmt::format("{} run art.yaml --report report.json --prune", RIGKILN_PROGRAM);
    const Finished unchanged = runReadOnly(again);
    EXPECT_EQ(unchanged.exitCode, cli::kDone);
    EXPECT_THAT(unchanged.output, HasSubstr("wrote 0 outputs"));
    EXPECT_EQ(report().at("state").at("units_remembered"), report().at("totals").at("units"));
    EXPECT_EQ(report().at("state").at("record_problem").at("code"), "state.unusable");
    EXPECT_THAT(unchanged.output,
                HasSubstr("prune: nothing was removed: the record of earlier runs cannot be written"));

    fs::remove_all(folder.path() / "out/a");
    for (int i = 0; i < 2; ++i) {
        const Finished mended = runReadOnly(again);
        EXPECT_EQ(mended.exitCode, cli::kDone);
        EXPECT_TRUE(treeBelow(folder.path() / "out") == whole);
    }
    EXPECT_TRUE(treeBelow(folder.path() / "state") == state);
}

/// Repeats it as a user without the right to write there; root always has it.
TEST_F(RunsWithAReadOnlyState, OfAnotherUserUseWhatTheyKnow) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    if (::geteuid() != 0) GTEST_SKIP() << "only root may run a program as another user";
    const auto permissions = fs::perms::owner_all | fs::perms::group_all | fs::perms::others_all;
    fs::permissions(folder.path(), permissions);
    fs::remove(folder.path() / "report.json");
    const Finished other = runRigkiln(
        {"--reuid", "65534", "--clear-groups", RIGKILN_PROGRAM, "run", "art.yaml", "--report", "report.json"},
        {.folder = folder.path(), .environment = {}, .program = "/usr/bin/setpriv"});
    if (other.exitCode == 126 || other.exitCode == 127) GTEST_SKIP() << "the program is not for other users";
    EXPECT_EQ(other.exitCode, cli::kDone) << other.text();
    EXPECT_EQ(report().at("state").at("units_remembered"), report().at("totals").at("units"));
    EXPECT_EQ(report().at("state").at("record_problem").at("code"), "state.unusable");
}

}  // namespace
}  // namespace rigkiln::test
