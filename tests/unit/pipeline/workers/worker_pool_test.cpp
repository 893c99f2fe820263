#include "pipeline/workers/worker_pool.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <seccomp.h>
#include <string>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/workers/worker_errors.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

SharedBytes textBytes(const std::string& text) {
    return SharedBytes(text);
}

std::string nameOfProblem(long result) {
    return result >= 0 ? "works" : strerrorname_np(errno);
}

std::string openForWriting(const std::string& path) {
    const Socket file(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    return nameOfProblem(file.get());
}

/// What a worker does that is taken over by the content of a file.
std::string tryTo(const std::string& action, const std::string& argument) {
    if (action == "write") return openForWriting(argument);
    if (action == "read") return nameOfProblem(Socket(open(argument.c_str(), O_RDONLY | O_CLOEXEC)).get());
    if (action == "connect")
        return nameOfProblem(Socket(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)).get());
    if (action == "remove") return nameOfProblem(unlinkat(AT_FDCWD, argument.c_str(), 0));
    if (action == "rename")
        return nameOfProblem(renameat(AT_FDCWD, argument.c_str(), AT_FDCWD, (argument + ".else").c_str()));
    if (action == "link") return nameOfProblem(symlink("/", (argument + ".link").c_str()));
    if (action == "signal the parent") return nameOfProblem(kill(getppid(), 0));
    if (action == "watch the parent") return nameOfProblem(ptrace(PTRACE_ATTACH, getppid(), 0, 0));
    if (action == "start a process") {
        const pid_t process = fork();
        if (process == 0) _exit(0);
        return nameOfProblem(process);
    }
    if (action == "start a program") {
        execl("/bin/true", "true", nullptr);
        return nameOfProblem(-1);
    }
    if (action == "start a thread") {
        std::string result;
        std::thread([&result] { result = "works"; }).join();
        return result;
    }
    return "is not known";
}

/// Does not answer.
void misbehave(const std::string& word, const std::string& argument) {
    if (word == "signal") std::raise(std::stoi(argument));
    if (word == "exit") _exit(std::stoi(argument));
    if (word == "sleep") std::this_thread::sleep_for(std::chrono::hours(1));
    if (word == "stall") {
        for (int file = STDERR_FILENO + 1; file < 20; ++file)
            (void)send(file, "half", 4, MSG_NOSIGNAL);
        std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

/// Serves requests of the form WORD or WORD:ARGUMENT.
WorkerAnswer serveText(WorkerLink& link, const std::string& folder, std::span<const std::byte> bytes) {
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t colon = text.find(':');
    const std::string word = text.substr(0, colon);
    const std::string argument = colon == std::string::npos ? "" : text.substr(colon + 1);
    misbehave(word, argument);
    if (word == "process") return {.pieces = {textBytes(std::to_string(getpid()))}};
    if (word == "bytes") {
        const SharedBytes half(std::string(std::stoul(argument) / 2, 'x'));
        return {.pieces = {half, SharedBytes(), half}, .scratchFolder = folder};
    }
    if (word == "share" || word == "share slowly" || word == "begin" || word == "give up") {
        if (const auto found = link.find(argument)) return {.pieces = {*found}};
        if (word == "share slowly") std::this_thread::sleep_for(std::chrono::milliseconds(200));
        const std::vector<SharedBytes> pieces = {textBytes("made by "), textBytes(std::to_string(getpid()))};
        if (word != "begin") link.keep(argument, word == "give up" ? std::vector<SharedBytes>() : pieces);
        return {.pieces = pieces};
    }
    if (word == "scratch") {
        const DiskResult<int> made = link.createScratch(argument);
        if (!made) return {.pieces = {textBytes(strerrorname_np(made.problem))}};
        const Socket file(made.value);
        std::array<char, 4> read{};
        const bool isUsable = write(file.get(), "abcd", 4) == 4 && pread(file.get(), read.data(), 4, 0) == 4;
        return {.pieces = {textBytes(isUsable ? std::string(read.data(), 4) : "is not usable")}};
    }
    return {.pieces = {textBytes(tryTo(word, argument))}};
}

class Workers : public testing::Test {
protected:
    std::unique_ptr<WorkerPool> start(std::size_t workers, const SandboxRules& sandbox = {}) {
        const std::string folder = folder_.path();
        WorkerOptions options{.workers = workers,
                              .sandbox = sandbox,
                              .patience = std::chrono::milliseconds(200),
                              .sharedBytes = 100,
                              .disk = &realDisk()};
        options.program = [folder](WorkerLink& link) -> ServeRequest {
            return [&link, folder](std::span<const std::byte> request) {
                return serveText(link, folder, request);
            };
        };
        Result<std::unique_ptr<WorkerPool>> pool = WorkerPool::start(std::move(options));
        EXPECT_TRUE(pool) << (pool ? "" : pool.error().text());
        return pool ? std::move(*pool) : nullptr;
    }

    static Result<SharedBytes> ask(WorkerPool& pool, const std::string& request, std::size_t preferred = 0) {
        return pool.ask(std::as_bytes(std::span(request)), preferred);
    }
    /// The text of the answer or of the error.
    static std::string textOf(const Result<SharedBytes>& answer) {
        if (!answer) return answer.error().text();
        return {reinterpret_cast<const char*>(answer->data()), answer->size()};
    }

    ScratchFolder folder_;
};

TEST_F(Workers, GiveAnswersOfEverySize) {
    const auto pool = start(1);
    const std::string process = textOf(ask(*pool, "process"));
    for (const std::size_t size : {0U, 2U, 262'144U, 262'146U, 67'108'864U, 67'108'866U}) {
        const Result<SharedBytes> answer = ask(*pool, "bytes:" + std::to_string(size));
        ASSERT_TRUE(answer) << answer.error().text();
        ASSERT_EQ(answer->size(), size);
        EXPECT_TRUE(std::ranges::all_of(*answer, [](std::byte byte) { return byte == std::byte{'x'}; }));
        answer->rest();
        EXPECT_TRUE(size == 0 || *answer->begin() == std::byte{'x'});
    }
    // The last answer is in a file that its worker could have shortened.
    EXPECT_NE(textOf(ask(*pool, "process")), process);
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Workers, ThatEndCostOneRequest) {
    const auto pool = start(1);
    const std::string first = textOf(ask(*pool, "process"));
    const Result<SharedBytes> crashed = ask(*pool, "signal:" + std::to_string(SIGKILL));
    ASSERT_FALSE(crashed);
    EXPECT_TRUE(crashed.error().is(kWorkerEnded));
    EXPECT_THAT(
        crashed.error().text(),
        StartsWith("the process that converted it was ended by signal 9 (SIGKILL); the system may have "
                   "needed its memory"));
    EXPECT_THAT(textOf(ask(*pool, "signal:" + std::to_string(SIGUSR1))),
                EndsWith("was ended by signal 10 (SIGUSR1)"));
    EXPECT_THAT(textOf(ask(*pool, "exit:7")), EndsWith("ended with exit code 7"));
    const std::string last = textOf(ask(*pool, "process"));
    EXPECT_NE(last, first);
    EXPECT_EQ(textOf(ask(*pool, "process")), last);
}

/// A worker that the content of a file has taken over says what it likes.
TEST_F(Workers, ThatStopInTheMiddleOfAWordAreEnded) {
    const auto pool = start(1);
    const Result<SharedBytes> stalled = ask(*pool, "stall");
    ASSERT_FALSE(stalled);
    EXPECT_TRUE(stalled.error().is(kWorkerEnded));
    EXPECT_FALSE(textOf(ask(*pool, "process")).empty());
}

TEST_F(Workers, AreChosenByTheirNumberWhereTheyAreIdle) {
    const auto pool = start(3);
    std::map<std::size_t, std::string> processes;
    for (std::size_t i = 0; i < 3; ++i)
        processes[i] = textOf(ask(*pool, "process", i));
    EXPECT_NE(processes[0], processes[1]);
    EXPECT_NE(processes[1], processes[2]);
    for (std::size_t i = 0; i < 9; ++i)
        EXPECT_EQ(textOf(ask(*pool, "process", i)), processes[i % 3]);
}

TEST_F(Workers, AnswerManyThreads) {
    const auto pool = start(2);
    std::atomic<int> good = 0;
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t i = 0; i < 50; ++i) {
                const std::size_t size = (thread * 50 + i) * 2;
                const auto answer = ask(*pool, "bytes:" + std::to_string(size), i);
                if (answer && answer->size() == size) ++good;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(good, 200);
}

TEST_F(Workers, AreEndedWhenTheirWorkIsToStop) {
    const auto pool = start(1);
    const std::string before = textOf(ask(*pool, "process"));
    const std::atomic<int> level = 2;
    const StopSignal signal(&level);
    {
        const StopScope scope(&signal);
        EXPECT_THROW((void)ask(*pool, "sleep"), Stopped);
    }
    const std::string after = textOf(ask(*pool, "process"));
    EXPECT_NE(after, before);
    EXPECT_EQ(kill(std::stoi(before), 0), -1);
}

TEST_F(Workers, GetFilesWithoutNames) {
    const auto pool = start(1);
    EXPECT_EQ(textOf(ask(*pool, "scratch:" + folder_.path())), "abcd");
    EXPECT_EQ(textOf(ask(*pool, "scratch:" + folder_.path("no such folder"))), "ENOENT");
    EXPECT_EQ(textOf(ask(*pool, "scratch:" + std::string(5000, 'x'))), "ENAMETOOLONG");
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Workers, MakeOnceWhatAllOfThemNeed) {
    const auto pool = start(2);
    const std::string first = textOf(ask(*pool, "share:a", 0));
    EXPECT_EQ(first, "made by " + textOf(ask(*pool, "process", 0)));
    EXPECT_EQ(textOf(ask(*pool, "share:a", 1)), first);
    const std::string second = textOf(ask(*pool, "share:b", 1));
    EXPECT_EQ(second, "made by " + textOf(ask(*pool, "process", 1)));
    std::string slow;
    std::thread slowly([&] { slow = textOf(ask(*pool, "share slowly:c", 0)); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(textOf(ask(*pool, "share:c", 1)), first);
    slowly.join();
    EXPECT_EQ(slow, first);
    // There is room for some of them, and the first are the oldest.
    for (int i = 0; i < 20; ++i)
        EXPECT_THAT(textOf(ask(*pool, "share:" + std::to_string(i), 0)), StartsWith("made by "));
    EXPECT_NE(textOf(ask(*pool, "share:a", 1)), first);
}

TEST_F(Workers, MakeWhatAnotherOneDidNotMake) {
    const auto pool = start(2);
    const pid_t first = std::stoi(textOf(ask(*pool, "process", 0)));
    const std::string second = "made by " + textOf(ask(*pool, "process", 1));
    EXPECT_NE(textOf(ask(*pool, "give up:a", 0)), second);
    EXPECT_EQ(textOf(ask(*pool, "share:a", 1)), second);
    EXPECT_NE(textOf(ask(*pool, "begin:b", 0)), second);
    EXPECT_EQ(textOf(ask(*pool, "share:b", 1)), second);
    std::thread slowly([&] { (void)ask(*pool, "share slowly:c", 0); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    kill(first, SIGKILL);
    slowly.join();
    EXPECT_EQ(textOf(ask(*pool, "share:c", 1)), second);
}

TEST_F(Workers, ReadAndChangeNothing) {
    folder_.write("source.txt", "text");
    folder_.write("kept/there.txt", "text");
    const auto pool = start(1, {.writable = {folder_.path("kept"), folder_.path("no such folder")}});
    const auto attempt = [&](const std::string& action, const std::string& path) {
        return textOf(ask(*pool, action + ":" + (path.empty() ? "" : folder_.path(path))));
    };
    EXPECT_EQ(attempt("read", "source.txt"), "works");
    EXPECT_EQ(attempt("start a thread", ""), "works");
    EXPECT_EQ(attempt("write", "kept/new.txt"), "works");
    EXPECT_EQ(attempt("remove", "kept/there.txt"), "works");
    for (const char* action : {"write", "remove", "rename", "link"})
        EXPECT_THAT(attempt(action, "source.txt"), testing::AnyOf("EACCES", "EPERM", "EXDEV")) << action;
    for (const char* action :
         {"connect", "start a process", "start a program", "signal the parent", "watch the parent"})
        EXPECT_THAT(attempt(action, ""), testing::AnyOf("EACCES", "EPERM")) << action;
    EXPECT_EQ(folder_.files(), (std::vector<std::string>{"kept/new.txt", "source.txt"}));
}

/// Whether a process is there and has not ended.
bool isRunning(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    std::string number;
    std::string name;
    std::string state;
    return status >> number >> name >> state && state != "Z" && state != "X";
}

TEST_F(Workers, EndWithTheProcessThatStartedThem) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const Socket reading(ends[0]);
    const pid_t parent = fork();
    if (parent == 0) {
        const auto pool = start(2);
        for (const std::size_t worker : {0U, 1U}) {
            const auto process = static_cast<pid_t>(std::stoi(textOf(ask(*pool, "process", worker))));
            if (write(ends[1], &process, sizeof process) < 0) _exit(1);
        }
        std::this_thread::sleep_for(std::chrono::hours(1));
        _exit(0);
    }
    close(ends[1]);
    std::array<pid_t, 2> workers{};
    for (pid_t& worker : workers)
        ASSERT_EQ(read(reading.get(), &worker, sizeof worker), static_cast<ssize_t>(sizeof worker));
    ASSERT_TRUE(isRunning(workers[0]) && isRunning(workers[1]));
    kill(parent, SIGKILL);
    ASSERT_EQ(waitpid(parent, nullptr, 0), parent);
    for (int i = 0; i < 500 && (isRunning(workers[0]) || isRunning(workers[1])); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_FALSE(isRunning(workers[0]));
    EXPECT_FALSE(isRunning(workers[1]));
}

/// In a process of its own, which may not fork any more.
TEST_F(Workers, ThatTheSystemDoesNotStartAreTold) {
    const pid_t process = fork();
    if (process == 0) {
        void* filter = seccomp_init(SCMP_ACT_ALLOW);
        for (const int call : {SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(clone), SCMP_SYS(clone3)})
            seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAGAIN), call, 0);
        if (seccomp_load(filter) != 0) _exit(2);
        const Result<std::unique_ptr<WorkerPool>> pool =
            WorkerPool::start({.workers = 1, .program = {}, .disk = &realDisk()});
        const bool isTold =
            !pool && pool.error().is(kNoWorker) &&
            pool.error().problem.starts_with("Resource temporarily unavailable; give the run");
        _exit(isTold ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(process, &status, 0), process);
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace rigkiln
