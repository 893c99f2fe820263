#include "pipeline/run/job_tokens.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/processors.hpp"
#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/run/engine.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using namespace std::chrono_literals;

TEST(JobServerIn, ReadsTheWaysInWhichMakeNamesIt) {
    EXPECT_EQ(jobServerIn(""), std::nullopt);
    EXPECT_EQ(jobServerIn("rR -j4"), std::nullopt);
    EXPECT_EQ(jobServerIn(" -j4 --jobserver-auth=3,14"),
              (JobServerPlace{.readNumber = 3, .writeNumber = 14}));
    EXPECT_EQ(jobServerIn("s -j --jobserver-fds=5,6 -j"),
              (JobServerPlace{.readNumber = 5, .writeNumber = 6}));
    EXPECT_EQ(jobServerIn("-j2 --jobserver-auth=fifo:/tmp/GMfifo12 --no-print-directory"),
              (JobServerPlace{.fifo = "/tmp/GMfifo12"}));
}

TEST(JobServerIn, TakesTheLastAndKnowsThatMakeClosedIt) {
    EXPECT_EQ(jobServerIn("--jobserver-auth=3,4 --jobserver-auth=fifo:/a"), (JobServerPlace{.fifo = "/a"}));
    EXPECT_EQ(jobServerIn("--jobserver-auth=3,4 --jobserver-auth=-2,-2"), std::nullopt);
    EXPECT_EQ(jobServerIn("-j2 -- X=--jobserver-auth=3,4"), std::nullopt) << "the value of a variable";
    for (const char* text : {"", "3", "3,", ",4", "3,4,5", "a,b", "99999999999,4", "3,-1", "-1,4"})
        EXPECT_EQ(jobServerIn(std::string("--jobserver-auth=") + text), std::nullopt) << text;
}

bool eventually(const std::function<bool()>& condition) {
    for (int i = 0; i < 1000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(5ms);
    }
    return false;
}

/// The job server of a make that gives this step one job and has `tokens` others.
class Server {
public:
    explicit Server(const std::string& tokens) {
        if (::pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
        put(tokens);
    }
    ~Server() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    void put(const std::string& tokens) const {
        EXPECT_EQ(::write(ends_[1], tokens.data(), tokens.size()), static_cast<ssize_t>(tokens.size()));
    }
    [[nodiscard]] std::string makeFlags() const {
        return fmt::format("-j4 --jobserver-auth={},{}", ends_[0], ends_[1]);
    }
    /// Takes all tokens out.
    [[nodiscard]] std::string left() const {
        ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
        std::array<char, 64> tokens{};
        const ssize_t got = ::read(ends_[0], tokens.data(), tokens.size());
        return {tokens.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
    }

private:
    std::array<int, 2> ends_{};
};

/// Threads that compute as soon as they may, until they are told to end. The own job of the process is the
/// calling thread's, which lends it meanwhile.
class Workers {
public:
    Workers(JobTokens& tokens, int count) {
        for (int i = 0; i < count; ++i) {
            threads_.emplace_back([this, &tokens] {
                const ComputingScope scope(&tokens);
                ++inside_;
                while (!isOver_)
                    std::this_thread::sleep_for(1ms);
                --inside_;
            });
        }
    }
    ~Workers() {
        isOver_ = true;
        for (std::thread& thread : threads_)
            thread.join();
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    [[nodiscard]] int inside() const { return inside_; }

private:
    const WaitScope wait_;  // ends after the threads
    std::atomic<int> inside_ = 0;
    std::atomic<bool> isOver_ = false;
    std::vector<std::thread> threads_;
};

/// Tokens of this thread, which computes, as a command has them.
struct Share {
    JobTokens tokens;
    ComputingScope scope;

    Share(const std::string& makeFlags, unsigned jobs)
        : tokens(makeFlags, jobs), scope(tokens, ComputingScope::Entered()) {}
};

TEST(JobTokens, LetAsManyThreadsComputeAsThereAreTokensAndOne) {
    const Server server("ab");
    {
        Share share(server.makeFlags(), 8);
        ASSERT_EQ(share.tokens.problem(), "");
        ASSERT_TRUE(share.tokens.isShared());
        EXPECT_EQ(share.tokens.jobs(), 8U);
        const Workers workers(share.tokens, 5);
        EXPECT_TRUE(eventually([&] { return workers.inside() == 3; }));
        std::this_thread::sleep_for(20ms);
        EXPECT_EQ(workers.inside(), 3);
        server.put("c");
        EXPECT_TRUE(eventually([&] { return workers.inside() == 4; })) << "as soon as there is one";
    }
    EXPECT_THAT(server.left(), testing::UnorderedElementsAre('a', 'b', 'c'));
}

TEST(JobTokens, LetNoMoreThreadsComputeThanTheJobs) {
    const Server server("abcd");
    Share share(server.makeFlags(), 2);
    const Workers workers(share.tokens, 4);
    EXPECT_TRUE(eventually([&] { return workers.inside() == 2; }));
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(workers.inside(), 2);
    EXPECT_EQ(server.left().size(), 3U) << "takes no token that it does not use";
}

TEST(JobTokens, AreGivenBackAsSoonAsNoThreadWantsThem) {
    const Server server("ab");
    Share share(server.makeFlags(), 8);
    {
        const Workers workers(share.tokens, 3);
        EXPECT_TRUE(eventually([&] { return workers.inside() == 3; }));
    }
    EXPECT_EQ(server.left().size(), 2U);
    const WaitScope wait;
    const ComputingScope again(&share.tokens);  // the own job needs no token
}

TEST(JobTokens, GoToThreadsThatComputedBeforeThoseThatBegin) {
    const Server server("");
    Share share(server.makeFlags(), 8);
    std::vector<std::string> order;
    std::atomic<bool> hasLent = false;
    std::atomic<bool> mayResume = false;
    std::thread first;
    {
        const WaitScope lent;
        first = std::thread([&] {
            const ComputingScope scope(&share.tokens);
            {
                const WaitScope wait;
                hasLent = true;
                while (!mayResume)
                    std::this_thread::sleep_for(1ms);
            }
            order.emplace_back("resumed");
        });
        EXPECT_TRUE(eventually([&] { return hasLent.load(); }));
    }
    std::thread second([&] {
        const ComputingScope scope(&share.tokens);
        order.emplace_back("began");
    });
    EXPECT_TRUE(eventually([&] { return share.tokens.waiting() == 1; }));
    mayResume = true;
    EXPECT_TRUE(eventually([&] { return share.tokens.waiting() == 2; }));
    {
        const WaitScope wait;
        first.join();
        second.join();
    }
    EXPECT_THAT(order, testing::ElementsAre("resumed", "began"));
}

TEST(JobTokens, AreNotWaitedForWithoutEnd) {
    const Server server("");
    Share share(server.makeFlags(), 8);
    std::thread other([&] {
        EXPECT_FALSE(share.tokens.enterWithin(5ms));
        server.put("a");
        if (share.tokens.enterWithin(10s)) {
            share.tokens.leave();
        } else {
            ADD_FAILURE() << "there is one now";
        }
    });
    other.join();
    EXPECT_EQ(server.left(), "a");
}

TEST(JobTokens, ChangeHandsBetweenTasksAfterATurn) {
    const Server server("");
    Share share(server.makeFlags(), 8);
    ASSERT_TRUE(share.tokens.startThread());
    std::atomic<bool> wasIn = false;
    std::atomic<bool> isOver = false;
    // Each task begins the next one: without turns, they would go on for ever.
    std::function<void()> task = [&] {
        if (wasIn) {
            isOver = true;
        } else {
            share.tokens.enqueue(task);
        }
    };
    {
        const WaitScope wait;
        std::thread other([&] {
            std::this_thread::sleep_for(5ms);
            const ComputingScope scope(&share.tokens);
            wasIn = true;
        });
        share.tokens.enqueue(task);
        other.join();
        EXPECT_TRUE(eventually([&] { return isOver.load(); }));
    }
}

/// Counts the threads that are in `work` at a time.
class Crowd {
public:
    void pass(std::chrono::microseconds duration = 500us) {
        const int now = ++inside_;
        int most = most_;
        while (now > most && !most_.compare_exchange_weak(most, now)) {
        }
        std::this_thread::sleep_for(duration);
        --inside_;
        ++passed_;
    }
    [[nodiscard]] int most() const { return most_; }
    [[nodiscard]] int passed() const { return passed_; }

private:
    std::atomic<int> inside_ = 0;
    std::atomic<int> most_ = 0;
    std::atomic<int> passed_ = 0;
};

TEST(JobTokens, AreWhatALoopHasThreadsFor) {
    for (const std::string available : {"", "a", "ab", "abcdefgh"}) {
        const Server server(available);
        {
            Share share(server.makeFlags(), 4);
            Crowd crowd;
            // Loops within a loop, as clips within parts of a model are.
            const auto part = [&](std::size_t) { forEachInParallel(8, [&](std::size_t) { crowd.pass(); }); };
            forEachInParallel(6, part);
            EXPECT_EQ(crowd.passed(), 48);
            EXPECT_LE(crowd.most(), std::min<int>(4, 1 + static_cast<int>(available.size())));
        }
        EXPECT_EQ(server.left().size(), available.size());
    }
}

TEST(JobTokens, GiveALoopAThreadForEach) {
    const Server server("ab");
    Share share(server.makeFlags(), 3);
    std::atomic<int> arrived = 0;
    std::atomic<bool> isTogether = true;
    forEachInParallel(3, [&](std::size_t) {
        ++arrived;
        if (!eventually([&] { return arrived == 3; })) isTogether = false;
    });
    EXPECT_TRUE(isTogether);
}

/// Runs units with two tokens besides the own job, and tells how many threads were in stages, or in what the
/// engine tells about the ends of units.
int mostInUnits(unsigned jobs, const std::function<Status(UnitIndex, Stage)>& stage,
                const std::atomic<int>* stopLevel = nullptr) {
    const Server server("ab");
    Crowd crowd;
    {
        Share share(server.makeFlags(), jobs);
        const std::vector<std::size_t> units(100, 1);
        std::size_t ended = 0;
        EngineCallbacks callbacks;
        callbacks.run = [&](UnitIndex unit, Stage now) -> Status {
            crowd.pass(100us);
            if (now == Stage::Convert)
                forEachInParallel(3, [&](std::size_t part) {
                    if (part > 0) crowd.pass(100us);
                });
            return stage(unit, now);
        };
        callbacks.unitEnded = [&](UnitIndex, const std::optional<Error>&, const EngineStatus&) {
            crowd.pass(10us);
            ++ended;
        };
        // Memory for three units at a time, so that threads wait for each other.
        (void)runUnits(units, {.jobs = jobs, .memoryBytes = 3, .stopLevel = stopLevel}, callbacks);
        EXPECT_EQ(ended, units.size());
    }
    EXPECT_EQ(server.left().size(), 2U);
    return crowd.most();
}

TEST(JobTokens, AreWhatAnEngineHasThreadsFor) {
    const auto succeed = [](UnitIndex, Stage) -> Status { return Done{}; };
    EXPECT_LE(mostInUnits(8, succeed), 3);
    EXPECT_LE(mostInUnits(2, succeed), 2);
    EXPECT_EQ(mostInUnits(1, succeed), 1);
}

TEST(JobTokens, AreGivenBackByAnEngineThatFailsOrStops) {
    const auto fail = [](UnitIndex unit, Stage stage) -> Status {
        if (unit % 3 == 0 && stage == Stage::Read) throw std::runtime_error("unreadable");
        if (unit % 3 == 1 && stage == Stage::Convert) return test::kInputError.error("on purpose");
        return Done{};
    };
    EXPECT_LE(mostInUnits(8, fail), 3);
    for (const int level : {1, 2}) {
        std::atomic<int> stopLevel = 0;
        const auto stop = [&](UnitIndex unit, Stage stage) -> Status {
            if (unit == 20 && stage == Stage::Convert) stopLevel = level;
            return Done{};
        };
        EXPECT_LE(mostInUnits(8, stop, &stopLevel), 3);
    }
}

TEST(JobTokens, StopALoopAndPassOnItsException) {
    const Server server("ab");
    {
        Share share(server.makeFlags(), 3);
        std::atomic<int> calls = 0;
        const auto fail = [&](std::size_t number) {
            ++calls;
            if (number == 5) throw std::runtime_error("five");
            std::this_thread::sleep_for(100us);
        };
        EXPECT_THROW(forEachInParallel(1000, fail), std::runtime_error);
        EXPECT_LT(calls, 1000);
        std::atomic<int> stopLevel = 0;
        calls = 0;
        runOnThreads(
            1000,
            [&](std::size_t number) {
                ++calls;
                if (number == 10) stopLevel = 1;
            },
            &stopLevel);
        EXPECT_LT(calls, 1000);
    }
    EXPECT_EQ(server.left().size(), 2U);
}

/// Asks whether to stop, for seconds at most.
void workUntilStopped() {
    for (int i = 0; i < 5000; ++i) {
        checkStop();
        std::this_thread::sleep_for(1ms);
    }
}

TEST(JobTokens, LetAllThreadsOfALoopStop) {
    const Server server("ab");
    {
        Share share(server.makeFlags(), 3);
        std::atomic<int> level = 0;
        const StopSignal signal(&level);
        const StopScope scope(&signal);
        std::atomic<int> arrived = 0;
        std::atomic<int> stopped = 0;
        const auto work = [&](std::size_t) {
            ++arrived;
            EXPECT_TRUE(eventually([&] { return arrived == 3; }));
            level = 2;
            try {
                workUntilStopped();
            } catch (const Stopped&) {
                ++stopped;
                throw;
            }
        };
        EXPECT_THROW(forEachInParallel(3, work), Stopped);
        EXPECT_EQ(stopped, 3);
    }
    EXPECT_EQ(server.left().size(), 2U);
}

TEST(JobTokens, LetUnitsStopThatAreBeingConverted) {
    for (const std::string available : {"", "ab"}) {
        const Server server(available);
        {
            Share share(server.makeFlags(), 3);
            std::atomic<int> level = 0;
            std::atomic<int> published = 0;
            std::size_t ended = 0;
            EngineCallbacks callbacks;
            callbacks.run = [&](UnitIndex, Stage stage) -> Status {
                if (stage == Stage::Publish) ++published;
                if (stage != Stage::Convert) return Done{};
                level = 1;
                forEachInParallel(3, [](std::size_t) { workUntilStopped(); });
                return Done{};
            };
            callbacks.unitEnded = [&](UnitIndex, const std::optional<Error>& error, const EngineStatus&) {
                EXPECT_FALSE(error);
                ++ended;
            };
            const std::vector<std::size_t> units(10, 1);
            (void)runUnits(units, {.jobs = 3, .stopLevel = &level, .patience = 10ms}, callbacks);
            EXPECT_EQ(ended, units.size());
            EXPECT_EQ(published, 0);
        }
        EXPECT_EQ(server.left().size(), available.size());
    }
}

TEST(JobTokens, AreAllGivenBackWhenTheProcessEndsAtOnce) {
    const Server server("abc");
    Share share(server.makeFlags(), 8);
    const Workers workers(share.tokens, 4);
    EXPECT_TRUE(eventually([&] { return workers.inside() == 4; }));
    share.tokens.giveAllBack();
    EXPECT_EQ(server.left().size(), 3U);
}

TEST(JobTokens, AreNotAskedForByOneThread) {
    JobTokens tokens("--jobserver-auth=1000,1001", 1);
    EXPECT_EQ(tokens.problem(), "") << "nothing is lost";
    EXPECT_TRUE(tokens.isShared());
}

TEST(JobTokens, AreTakenFromANamedPipe) {
    const ScratchFolder folder;
    const std::string path = folder.path("fifo");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const int make = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    ASSERT_EQ(::write(make, "xy", 2), 2);
    {
        Share share("--jobserver-auth=fifo:" + path, 2);
        const Workers workers(share.tokens, 2);
        EXPECT_TRUE(eventually([&] { return workers.inside() == 2; }));
    }
    std::array<char, 8> left{};
    EXPECT_EQ(::read(make, left.data(), left.size()), 2);
    ::close(make);
}

TEST(JobTokens, LeaveOneThreadWhereTheServerIsNotOpen) {
    const ScratchFolder folder;
    folder.write("file", "tokens");
    for (const std::string& place :
         {std::string("1000,1001"), "fifo:" + folder.path("none"), "fifo:" + folder.path("file")}) {
        Share share("--jobserver-auth=" + place, 4);
        EXPECT_THAT(share.tokens.problem(), testing::HasSubstr("is not open here, so 1 processor is used"));
        EXPECT_EQ(share.tokens.jobs(), 1U);
        EXPECT_TRUE(share.tokens.isShared());
        const Workers workers(share.tokens, 3);
        EXPECT_TRUE(eventually([&] { return workers.inside() == 1; }));
        std::this_thread::sleep_for(10ms);
        EXPECT_EQ(workers.inside(), 1);
    }
    EXPECT_EQ(folder.read("file"), "tokens") << "nothing is read from what is no pipe";
    const JobTokens none("-j4", 4);
    EXPECT_EQ(none.jobs(), 4U);
    EXPECT_FALSE(none.isShared());
}

}  // namespace
}  // namespace rigkiln
