#include <algorithm>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr milliseconds kPatience{20'000};
constexpr milliseconds kBetweenLooks{1};

/// Polls until the condition holds; false when it does not within kPatience.
bool eventually(const std::function<bool()>& condition) {
    const auto end = steady_clock::now() + kPatience;
    while (!condition()) {
        if (steady_clock::now() > end) return false;
        std::this_thread::sleep_for(kBetweenLooks);
    }
    return true;
}

bool hasOutputs(const fs::path& folder) {
    if (!fs::exists(folder)) return false;
    const fs::recursive_directory_iterator files(folder);
    return std::any_of(begin(files), end(files),
                       [](const fs::directory_entry& entry) { return entry.path().extension() == ".glb"; });
}

/// Gives every test a folder with so much art that a run can be interrupted before it ends.
class Interruption : public testing::Test {
protected:
    /// Kills runs at random times. Checks the files that each run leaves, and that the next run completes
    /// them.
    void killManyTimes(const std::vector<std::string>& options) const;

    void fill(std::size_t sets) const { writeArt(folder.path() / "art", {.sets = sets, .damaged = false}); }

    [[nodiscard]] std::vector<std::string> arguments(const std::string& output) const {
        return {"convert", "art", "-o", output, "--jobs", "2", "--report", "report.json"};
    }

    [[nodiscard]] Surroundings surroundings() const {
        return {.folder = folder.path(), .environment = {}, .program = {}};
    }

    TemporaryFolder folder;
};

TEST_F(Interruption, KeepsWhatIsDoneAndTheNextRunDoesTheRest) {
    fill(kManySets);
    Program program(arguments("gltf"), surroundings());
    ASSERT_TRUE(eventually([&] { return hasOutputs(folder.path() / "gltf"); }));
    program.signal(SIGINT);
    const Finished finished = program.wait();
    ASSERT_EQ(finished.exitCode, cli::kInterrupted) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("stopping"));
    EXPECT_THAT(finished.output, HasSubstr("interrupted: "));
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
    EXPECT_THAT(brokenFilesBelow(folder.path()), ElementsAre());
    const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
    EXPECT_EQ(report.at("interrupted"), true);
    EXPECT_EQ(report.at("totals").at("written"), filesBelow(folder.path() / "gltf").size());
    EXPECT_GT(report.at("totals").at("cancelled"), 0);

    const Finished second = runRigkiln(arguments("gltf"), surroundings());
    EXPECT_EQ(second.exitCode, cli::kDone) << second.text();
    EXPECT_EQ(filesBelow(folder.path() / "gltf").size(), report.at("totals").at("units"));
}

TEST_F(Interruption, TerminationIsAnInterruptionToo) {
    fill(kManySets);
    Program program(arguments("gltf"), surroundings());
    ASSERT_TRUE(eventually([&] { return hasOutputs(folder.path() / "gltf"); }));
    program.signal(SIGTERM);
    EXPECT_EQ(program.wait().exitCode, cli::kInterrupted);
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
}

TEST_F(Interruption, ASecondSignalDropsWhatIsOnItsWay) {
    fill(kManySets);
    Program program(arguments("gltf"), surroundings());
    ASSERT_TRUE(eventually([&] { return hasOutputs(folder.path() / "gltf"); }));
    program.signal(SIGINT);
    program.signal(SIGTERM);
    EXPECT_EQ(program.wait().exitCode, cli::kInterrupted);
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
    EXPECT_THAT(brokenFilesBelow(folder.path()), ElementsAre());
}

/// Writes a model whose keys take seconds to reduce: one mesh shown by many nodes that all move.
void writeManyNodes(const fs::path& path, std::size_t count) {
    std::string nodes = R"({"name":"root","children":[1)";
    std::string shown;
    std::string channels;
    for (std::size_t node = 1; node <= count; ++node) {
        if (node > 1) nodes += "," + std::to_string(node);
        shown += R"(,{"mesh":0})";
        channels += (node > 1 ? "," : "") +
                    std::string(R"({"sampler":0,"target":{"path":"translation","node":)") +
                    std::to_string(node) + "}}";
    }
    std::ofstream(path)
        << R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" << nodes << "]}"
        << shown << R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
        << R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},)"
        << R"({"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},)"
        << R"({"bufferView":0,"byteOffset":12,"componentType":5126,"count":2,"type":"VEC3"}],)"
        << R"("bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8}],)"
        << R"("buffers":[{"byteLength":44,"uri":"data:application/octet-stream;base64,)"
        << "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8="
        << R"("}],"animations":[{"samplers":[{"input":1,"output":2}],"channels":[)" << channels << "]}]}";
}

/// Without a look at the signal inside of the conversion, the output would be there.
TEST_F(Interruption, OneSignalEndsALongConversion) {
    constexpr std::size_t kNodes = kHasSanitizer ? 20'000 : 100'000;
    constexpr milliseconds kUntilItConverts{700};
    writeManyNodes(folder.path() / "many.gltf", kNodes);
    std::signal(SIGHUP, SIG_DFL);  // ignored where the tests run below nohup
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGXCPU}) {
        Program program(
            {"convert", "many.gltf", "-o", "many.glb", "--max-error", "1mm", "--report", "report.json"},
            surroundings());
        std::this_thread::sleep_for(kUntilItConverts);
        program.signal(number);
        const Finished finished = program.wait();
        EXPECT_EQ(finished.exitCode, number == SIGXCPU ? cli::kEnvironmentFailed : cli::kInterrupted)
            << finished.text();
        EXPECT_FALSE(fs::exists(folder.path() / "many.glb")) << finished.text();
        EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
        const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
        EXPECT_EQ(report.at("totals").at("cancelled"), 1);
        EXPECT_EQ(report.at("totals").at("failed"), 0);
        EXPECT_EQ(
            number == SIGXCPU,
            finished.text().find("the limit of processor time (ulimit -t) is reached") != std::string::npos)
            << finished.text();
    }
}

/// As shells set it: the kernel kills at that time, without a signal before.
TEST_F(Interruption, TheLimitOfProcessorTimeEndsALongConversion) {
    writeManyNodes(folder.path() / "many.gltf", 300'000);
    Surroundings shell = surroundings();
    shell.program = "/bin/sh";
    Program program({"-c", "ulimit -t 2; exec \"$0\" convert many.gltf -o many.glb --max-error 1mm --jobs 1",
                     RIGKILN_PROGRAM},
                    shell);
    const Finished finished = program.wait();
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("the limit of processor time (ulimit -t) is reached"));
    EXPECT_FALSE(fs::exists(folder.path() / "many.glb")) << finished.text();
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
}

TEST_F(Interruption, AConversionThatTakesTooLongIsGivenUpAndTriedByTheNextRun) {
    fs::create_directories(folder.path() / "art");
    writeManyNodes(folder.path() / "art/many.gltf", kHasSanitizer ? 20'000 : 100'000);
    writeManyNodes(folder.path() / "art/few.gltf", 2);
    folder.write(
        "art.yaml",
        std::string_view("rigkiln: 1\n"
                         "state: .rigkiln\n"
                         "jobs:\n"
                         "  files: { uses: scan, root: art }\n"
                         "  small: { uses: resample, from: files, max_error: 1mm }\n"
                         "  glb: { uses: export, from: small, to: gltf, path: \"out/{name}.glb\" }\n"));
    const auto run = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"run", "art.yaml"});
        return Program(options, surroundings()).wait();
    };
    const Finished late = run({"--unit-timeout", "1s"});
    EXPECT_EQ(late.exitCode, cli::kSomeFailed) << late.text();
    EXPECT_THAT(late.text(),
                HasSubstr("many.gltf: converting took longer than 1 s, as --unit-timeout allows"));
    EXPECT_TRUE(fs::exists(folder.path() / "out/few.glb")) << late.text();
    EXPECT_FALSE(fs::exists(folder.path() / "out/many.glb"));
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
    const Finished whole = run({});
    EXPECT_EQ(whole.exitCode, cli::kDone) << whole.text();
    EXPECT_TRUE(fs::exists(folder.path() / "out/many.glb"));
    EXPECT_THAT(run({"--unit-timeout", "1"}).text(),
                HasSubstr("--unit-timeout: is '1', expected a whole number"));
    EXPECT_THAT(run({"--unit-timeout", "0s"}).text(), HasSubstr("--unit-timeout: is no time at all"));
}

TEST_F(Interruption, HangUpsAreIgnoredBelowNohup) {
    writeManyNodes(folder.path() / "many.gltf", kHasSanitizer ? 2'000 : 20'000);
    const auto previous = std::signal(SIGHUP, SIG_IGN);
    Program program({"convert", "many.gltf", "-o", "many.glb", "--max-error", "1mm"}, surroundings());
    std::signal(SIGHUP, previous);
    for (int i = 0; i < 5; ++i) {
        std::this_thread::sleep_for(milliseconds(50));
        program.signal(SIGHUP);
    }
    const Finished finished = program.wait();
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_TRUE(fs::exists(folder.path() / "many.glb"));
}

TEST_F(Interruption, OneSignalEndsALongOptimisation) {
    writeManyNodes(folder.path() / "many.gltf", kHasSanitizer ? 20'000 : 100'000);
    Program program({"optimize", "many.gltf", "-o", "small.glb", "--max-error", "1mm"}, surroundings());
    std::this_thread::sleep_for(milliseconds(700));
    program.signal(SIGTERM);
    const Finished finished = program.wait();
    EXPECT_EQ(finished.exitCode, cli::kInterrupted) << finished.text();
    EXPECT_FALSE(fs::exists(folder.path() / "small.glb"));
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
}

/// Returns how many tokens a job server has.
int tokensIn(int server) {
    int count = -1;
    ::ioctl(server, FIONREAD, &count);
    return count;
}

TEST_F(Interruption, GivesTheTokensOfAJobServerBackHoweverOftenItIsAskedToStop) {
    fill(kManySets);
    const std::string path = folder.path() / "tokens";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const int server = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    ASSERT_EQ(::write(server, "abc", 3), 3);
    Surroundings beside = surroundings();
    beside.environment = {{"MAKEFLAGS", " -j4 --jobserver-auth=fifo:" + path}};
    for (int times = 1; times <= 3; ++times) {
        Program program({"convert", "art", "-o", "gltf" + std::to_string(times), "--jobs", "3"}, beside);
        EXPECT_TRUE(eventually([&] { return tokensIn(server) == 1; })) << "takes two, and leaves the third";
        for (int time = 0; time < times; ++time) {
            // Another signal each time: the system holds each of them once.
            program.signal(time % 2 == 0 ? SIGINT : SIGTERM);
            std::this_thread::sleep_for(milliseconds(time));
        }
        EXPECT_EQ(program.wait().exitCode, cli::kInterrupted) << times;
        EXPECT_EQ(tokensIn(server), 3) << times;
    }
    ::close(server);
}

void Interruption::killManyTimes(const std::vector<std::string>& options) const {
    // A killed process has no time to report what a sanitizer found.
    constexpr int kKills = kHasSanitizer ? 2 : 20;
    constexpr int kKillsInAnyCase = 3;
    constexpr std::chrono::seconds kTimeForMore{60};
    constexpr std::uint64_t kSeed = 20'260'101;
    const auto with = [&](const std::string& output) {
        std::vector<std::string> all = arguments(output);
        all.insert(all.end(), options.begin(), options.end());
        return all;
    };
    const auto begin = steady_clock::now();
    ASSERT_EQ(runRigkiln(with("clean"), surroundings()).exitCode, cli::kDone);
    const duration<double> whole = steady_clock::now() - begin;
    const Tree clean = treeBelow(folder.path() / "clean");

    corpus::Random random(kSeed);
    for (int kill = 0; kill < kKills; ++kill) {
        if (kill >= kKillsInAnyCase && steady_clock::now() - begin > kTimeForMore) break;
        fs::remove_all(folder.path() / "gltf");
        {
            Program program(with("gltf"), surroundings());
            std::this_thread::sleep_for(whole * random.unit());
            program.signal(SIGKILL);
            (void)program.wait();
        }
        EXPECT_THAT(brokenFilesBelow(folder.path() / "gltf"), ElementsAre())
            << "kill " << kill << " of seed " << kSeed;
        const Finished next = runRigkiln(with("gltf"), surroundings());
        ASSERT_EQ(next.exitCode, cli::kDone) << next.text();
        EXPECT_THAT(differences(treeBelow(folder.path() / "gltf"), clean), ElementsAre())
            << "kill " << kill << " of seed " << kSeed;
    }
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
}

/// A run that is killed at any time leaves only complete files; the next run removes temporary files and
/// completes the outputs.
TEST_F(Interruption, KilledAtAnyMomentNoOutputIsTorn) {
    fill(6);
    killManyTimes({});
}

/// After a kill, every .gltf file refers only to existing buffers and images with the right content. The
/// state of killed runs does not change the textures of later runs.
TEST_F(Interruption, KilledAtAnyMomentNoOutputLacksItsLinkedTextures) {
    fill(6);
    killManyTimes({"--container", "gltf", "--state", "state"});
}

/// After a kill, the state knows no output that is not there as it says: the next run makes all others, and
/// the one after that makes none.
TEST_F(Interruption, KilledAtAnyMomentTheStateClaimsOnlyWhatIsThere) {
    constexpr int kKills = kHasSanitizer ? 2 : 20;
    constexpr int kKillsInAnyCase = 5;
    constexpr std::chrono::seconds kTimeForMore{60};
    constexpr std::uint64_t kSeed = 19;
    fill(6);
    std::ofstream(folder.path() / "art.yaml") << R"(rigkiln: 1
state: state
jobs:
  files: {uses: scan, root: art, include: ["**/*.alo", "**/*.ala"]}
  rigs: {uses: bind, models: files, clips: files}
  glb: {uses: export, from: rigs, to: gltf, container: gltf, path: "out/{folder}/{name}.gltf"}
)";
    const std::vector<std::string> command = {"run", "art.yaml", "--jobs", "2", "--report", "report.json"};
    const auto begin = steady_clock::now();
    ASSERT_EQ(runRigkiln(command, surroundings()).exitCode, cli::kDone);
    const duration<double> whole = steady_clock::now() - begin;
    const Tree clean = treeBelow(folder.path() / "out");
    corpus::Random random(kSeed);
    for (int kill = 0; kill < kKills; ++kill) {
        if (kill >= kKillsInAnyCase && steady_clock::now() - begin > kTimeForMore) break;
        for (const std::string& file : filesBelow(folder.path() / "out")) {
            if (file.ends_with(".gltf") && random.unit() < 0.5) fs::remove(folder.path() / "out" / file);
        }
        {
            Program program(command, surroundings());
            std::this_thread::sleep_for(whole * random.unit());
            program.signal(SIGKILL);
            (void)program.wait();
        }
        EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), ElementsAre()) << "kill " << kill;
        for (const bool isLast : {false, true}) {
            const Finished next = runRigkiln(command, surroundings());
            ASSERT_EQ(next.exitCode, cli::kDone) << next.text();
            EXPECT_THAT(differences(treeBelow(folder.path() / "out"), clean), ElementsAre())
                << "kill " << kill;
            const auto report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
            EXPECT_FALSE(report.at("state").contains("record_problem"));
            if (!isLast) continue;
            EXPECT_EQ(report.at("state").at("units_remembered"), report.at("totals").at("units"));
        }
    }
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
}

}  // namespace
}  // namespace rigkiln::test
