#include <chrono>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <string>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/command_line.hpp"
#include "tools/cli/exit_code.hpp"

/// The program at limits of the system: threads, sizes of files, and a full standard output.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ThreadLimits : public testing::Test {
protected:
    ThreadLimits() {
        writeArt(folder.path() / "art", {.sets = 1, .damaged = false});
        folder.write("art.yaml", R"(rigkiln: 1
jobs:
  models: {uses: scan, root: art/Models, include: ["*.alo", "*.ala"]}
  rigs: {uses: bind, models: models, clips: models}
  glb: {uses: export, from: rigs, to: gltf, path: "out/{folder}/{name}.glb"}
)");
    }

    /// Runs with a few threads beside the first one.
    [[nodiscard]] Finished run(const std::vector<std::string>& arguments, std::size_t threads,
                               const std::string& makeFlags = "") const {
        return runRigkiln(arguments, {.folder = folder.path(),
                                      .environment = {{"LD_PRELOAD", RIGKILN_THREAD_SHIM},
                                                      {"RIGKILN_THREADS", std::to_string(threads)},
                                                      {"MAKEFLAGS", makeFlags}},
                                      .program = {}});
    }

    TemporaryFolder folder;
};

const std::vector<std::string> kRun = {"run", "art.yaml", "--jobs", "4", "--progress", "none"};

TEST_F(ThreadLimits, LeaveARunWithFewerThreadsOrEndItWithTheCause) {
    if (kHasSanitizer) GTEST_SKIP() << "sanitizers start threads in their own way";
    constexpr std::size_t kMany = 100;
    const Finished free = run(kRun, kMany);
    ASSERT_EQ(free.exitCode, cli::kDone) << free.text();
    EXPECT_THAT(free.errors, IsEmpty());
    const Tree whole = treeBelow(folder.path() / "out");
    // One waits for signals, and a run needs one that admits, one that reads and one that computes.
    constexpr std::size_t kFewest = 4;
    constexpr std::size_t kAll = 10;
    for (std::size_t threads = 0; threads <= kAll; ++threads) {
        fs::remove_all(folder.path() / "out");
        const Finished finished = run(kRun, threads);
        const std::string what = fmt::format("{} threads: {}", threads, finished.text());
        if (threads < kFewest) {
            EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << what;
            EXPECT_FALSE(fs::exists(folder.path() / "out")) << what;
            EXPECT_THAT(finished.output,
                        HasSubstr("stopped: cannot start a thread: resource temporarily unavailable"))
                << what;
            EXPECT_THAT(finished.output, HasSubstr("[thread.refused]: raise the limit of processes")) << what;
        } else {
            EXPECT_EQ(finished.exitCode, cli::kDone) << what;
            EXPECT_THAT(differences(treeBelow(folder.path() / "out"), whole), IsEmpty()) << what;
        }
        if (threads < kAll) {
            EXPECT_THAT(finished.errors,
                        testing::StartsWith(
                            "rigkiln: warning: cannot start a thread: resource temporarily unavailable"))
                << what;
            EXPECT_THAT(finished.errors, testing::EndsWith("; fewer of them work than could\n")) << what;
        } else {
            EXPECT_THAT(finished.errors, IsEmpty()) << what;
        }
    }
}

TEST_F(ThreadLimits, LeaveOtherCommandsWithFewerThreads) {
    if (kHasSanitizer) GTEST_SKIP() << "sanitizers start threads in their own way";
    ASSERT_EQ(run(kRun, 100).exitCode, cli::kDone);
    const std::string glb = "out/TROOPER.glb";
    const std::vector<std::vector<std::string>> commands = {
        {"plan", "art.yaml"},
        {"explain", "art/Models/TROOPER.alo", "--config", "art.yaml"},
        {"diff", "art/Models/TROOPER.alo", glb},
        {"inspect", "--clip", "TROOPER_MOVE_00", "--at", "0.1", glb},
        {"validate", "out"},
        {"optimize", glb, "-o", "small.glb", "--max-error", "0.5mm", "--jobs", "4"},
    };
    for (const std::vector<std::string>& command : commands) {
        const Finished free = run(command, 100);
        for (const std::size_t threads : {0U, 1U, 2U, 3U}) {
            fs::remove(folder.path() / "small.glb");
            const Finished finished = run(command, threads);
            EXPECT_EQ(finished.exitCode, free.exitCode) << command.front() << threads << finished.text();
            if (command.front() != "optimize") {
                EXPECT_EQ(finished.output, free.output) << command.front();
            }
        }
        EXPECT_THAT(free.exitCode, AnyOf(cli::kDone, cli::kSomeFailed)) << command.front() << free.text();
    }
}

/// The job server of a make with some jobs that nobody needs.
class IdleServer {
public:
    explicit IdleServer(const fs::path& fifo) : fifo_(fifo) {
        EXPECT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
        server_ = ::open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        EXPECT_EQ(::write(server_, "abc", kTokens), kTokens);
    }
    ~IdleServer() { ::close(server_); }
    IdleServer(const IdleServer&) = delete;
    IdleServer& operator=(const IdleServer&) = delete;

    [[nodiscard]] std::string makeFlags() const { return " -j4 --jobserver-auth=fifo:" + fifo_.string(); }
    [[nodiscard]] bool hasAllTokens() const {
        int count = -1;
        ::ioctl(server_, FIONREAD, &count);
        return count == kTokens;
    }

private:
    static constexpr int kTokens = 3;
    fs::path fifo_;
    int server_ = -1;
};

TEST_F(ThreadLimits, LeaveAStepOfMakeWithFewerThreadsOrEndItWithTheCause) {
    if (kHasSanitizer) GTEST_SKIP() << "sanitizers start threads in their own way";
    const IdleServer server(folder.path() / "tokens");
    constexpr std::size_t kMany = 100;
    const Finished free = run(kRun, kMany, server.makeFlags());
    ASSERT_EQ(free.exitCode, cli::kDone) << free.text();
    EXPECT_THAT(free.errors, IsEmpty());
    const Tree whole = treeBelow(folder.path() / "out");
    // One waits for signals, one for the job server, and one works.
    constexpr std::size_t kFewest = 3;
    constexpr std::size_t kAll = 11;
    for (std::size_t threads = 0; threads <= kAll; ++threads) {
        fs::remove_all(folder.path() / "out");
        const Finished finished = run(kRun, threads, server.makeFlags());
        const std::string what = fmt::format("{} threads: {}", threads, finished.text());
        EXPECT_TRUE(server.hasAllTokens()) << what;
        if (threads < kFewest) {
            EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << what;
            EXPECT_FALSE(fs::exists(folder.path() / "out")) << what;
            EXPECT_THAT(finished.output, HasSubstr("[thread.refused]: raise the limit of processes")) << what;
        } else {
            EXPECT_EQ(finished.exitCode, cli::kDone) << what;
            EXPECT_THAT(differences(treeBelow(folder.path() / "out"), whole), IsEmpty()) << what;
        }
        const bool hasNoServer = threads < 2;  // one waits for signals
        EXPECT_EQ(
            finished.errors.find("rigkiln: warning: MAKEFLAGS names a job server, which needs a thread, so "
                                 "1 processor is used: cannot start a thread: ") != std::string::npos,
            hasNoServer)
            << what;
        if (threads == kAll) {
            EXPECT_THAT(finished.errors, IsEmpty()) << what;
        }
    }
}

TEST_F(ThreadLimits, DoNotConcernCommandsThatUseOneProcessorBelowMake) {
    if (kHasSanitizer) GTEST_SKIP() << "sanitizers start threads in their own way";
    ASSERT_EQ(run(kRun, 100).exitCode, cli::kDone);
    const IdleServer server(folder.path() / "tokens");
    const std::string glb = "out/TROOPER.glb";
    const std::vector<std::vector<std::string>> commands = {
        {"plan", "art.yaml"},
        {"explain", "art/Models/TROOPER.alo", "--config", "art.yaml"},
        {"diff", "art/Models/TROOPER.alo", glb},
        {"inspect", "--clip", "TROOPER_MOVE_00", "--at", "0.1", glb},
        {"validate", "out"},
    };
    for (const std::vector<std::string>& command : commands) {
        const Finished free = run(command, 100);
        const Finished finished = run(command, 0, server.makeFlags());
        EXPECT_EQ(finished.exitCode, free.exitCode) << command.front() << finished.text();
        EXPECT_EQ(finished.output, free.output) << command.front();
        EXPECT_EQ(finished.errors, free.errors) << command.front() << ": starts no thread";
        EXPECT_TRUE(server.hasAllTokens()) << command.front();
    }
}

TEST_F(ThreadLimits, OfFileSizesAreErrorsWithThePath) {
    const Finished finished =
        runRigkiln({"-c", R"(ulimit -f 4; exec "$0" run art.yaml --progress none)", RIGKILN_PROGRAM},
                   {.folder = folder.path(), .environment = {}, .program = "bash"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.output,
                testing::ContainsRegex("out/[A-Z_0-9]+\\.glb: cannot write: file too large"));
    EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), IsEmpty());
}

// Some libraries, and other allocators, abort where they have no address space for their own records.
TEST_F(ThreadLimits, OfAddressSpaceThatAbortTheProgramEndItWithTheCause) {
    if (kHasSanitizer) GTEST_SKIP() << "a sanitizer has the heap";
    folder.write("watched.yaml", R"(rigkiln: 1
state: .rigkiln
jobs:
  models: {uses: scan, root: art/Models, include: ["*.alo"]}
  glb: {uses: export, from: models, to: gltf, path: "out/{folder}/{name}.glb"}
)");
    Program program(
        {"-c", R"(ulimit -v 4000000; exec "$0" run watched.yaml --watch --progress none)", RIGKILN_PROGRAM},
        {.folder = folder.path(), .environment = {}, .program = "bash"});
    constexpr int kMostLooks = 400;
    for (int i = 0; i < kMostLooks && !fs::exists(folder.path() / "out"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    program.signal(SIGABRT);
    const Finished finished = program.wait();
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.errors,
                HasSubstr("rigkiln: out of memory within a limit of address space (ulimit -v); raise it; "
                          "outputs that are there are whole\n"));
}

/// Runs each command of the program with a standard output that a command of the shell names.
class StandardOutput : public ThreadLimits {
protected:
    StandardOutput() {
        const Finished made = runRigkiln(kRun, {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_EQ(made.exitCode, cli::kDone) << made.text();
        EXPECT_EQ(runTo("farm plan art.yaml --workdir farm --shards 1", "").exitCode, cli::kDone);
        EXPECT_EQ(runTo("run --plan farm/round-1 --shard 1/1", "").exitCode, cli::kDone);
    }

    [[nodiscard]] Finished runTo(const std::string& command, const std::string& redirection) const {
        return runRigkiln({"-c", "set -o pipefail; \"$0\" " + command + redirection, RIGKILN_PROGRAM},
                          {.folder = folder.path(), .environment = {}, .program = "bash"});
    }

    /// A line for each command of `--help`, and what other ways there are to print.
    const std::map<std::string, std::string> lines{
        {"run", "run art.yaml --progress none"},
        {"convert", "convert art/Models/TROOPER.alo -o single.glb --progress none"},
        {"optimize", "optimize out/TROOPER.glb -o small.glb --max-error 0.5mm"},
        {"inspect", "inspect --json out/TROOPER.glb"},
        {"validate", "validate out/TROOPER.glb"},
        {"diff", "diff out/TROOPER.glb out/TROOPER.glb"},
        {"init", "init art"},
        {"plan", "plan art.yaml"},
        {"explain", "explain art/Models/TROOPER.alo --config art.yaml"},
        {"ninja", "ninja --help"},  // prints nothing else: its file is no standard output
        {"farm", "farm merge farm"},
        {"cache", "cache stats cache"},
        {"formats", "formats"},
        {"schema", "schema"},
        {"version", "version"},
    };
};

TEST_F(StandardOutput, ThatIsFullEndsEveryCommandWithTheCause) {
    ASSERT_EQ(runTo("convert art/Models/TROOPER.alo -o x/a.glb --cache cache --progress none", "").exitCode,
              cli::kDone);
    const cli::CommandLine table = cli::makeCommandLine();
    std::vector<std::string> commands = {"--help", "--version", "run --help", "schema report",
                                         "run art.yaml --progress json"};
    for (const cli::Command& command : table.commands) {
        ASSERT_TRUE(lines.contains(command.app->get_name()))
            << command.app->get_name() << " has no line here";
        commands.push_back(lines.at(command.app->get_name()));
    }
    for (const std::string& command : commands) {
        const Finished finished = runTo(command, " >/dev/full");
        EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << command << '\n' << finished.text();
        EXPECT_THAT(finished.errors,
                    testing::EndsWith("rigkiln: standard output: cannot write: no space left on "
                                      "device\n"))
            << command;
        const Finished closed = runTo(command, " | true");
        EXPECT_THAT(closed.exitCode, AnyOf(cli::kDone, cli::kSomeFailed)) << command << '\n' << closed.text();
        EXPECT_THAT(closed.errors, Not(HasSubstr("standard output"))) << command;
    }
}

}  // namespace
}  // namespace rigkiln::test
