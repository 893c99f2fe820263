#include "pipeline/run/job_tokens.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <functional>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scratch_folder.hpp"

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
    for (const char* text : {"", "3", "3,", ",4", "3,4,5", "a,b", "99999999999,4"})
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

/// Threads that compute as soon as they may, until they are told to end.
class Workers {
public:
    Workers(JobTokens& tokens, int count) {
        for (int i = 0; i < count; ++i) {
            threads_.emplace_back([this, &tokens] {
                tokens.enter();
                ++inside_;
                while (!isOver_)
                    std::this_thread::sleep_for(1ms);
                --inside_;
                tokens.leave();
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
    std::atomic<int> inside_ = 0;
    std::atomic<bool> isOver_ = false;
    std::vector<std::thread> threads_;
};

TEST(JobTokens, LetAsManyThreadsComputeAsThereAreTokensAndOne) {
    const Server server("ab");
    {
        JobTokens tokens(server.makeFlags(), 8);
        ASSERT_EQ(tokens.problem(), "");
        ASSERT_TRUE(tokens.hasServer());
        EXPECT_EQ(tokens.jobs(), 8U);
        const Workers workers(tokens, 5);
        EXPECT_TRUE(eventually([&] { return workers.inside() == 3; }));
        std::this_thread::sleep_for(20ms);
        EXPECT_EQ(workers.inside(), 3);
        server.put("c");
        EXPECT_TRUE(eventually([&] { return workers.inside() == 4; })) << "as soon as there is one";
    }
    EXPECT_THAT(server.left(), testing::UnorderedElementsAre('a', 'b', 'c'));
}

TEST(JobTokens, AreGivenBackAsSoonAsNoThreadWantsThem) {
    const Server server("ab");
    JobTokens tokens(server.makeFlags(), 8);
    {
        const Workers workers(tokens, 2);
        EXPECT_TRUE(eventually([&] { return workers.inside() == 2; }));
    }
    EXPECT_EQ(server.left().size(), 2U);
    tokens.enter();  // the own job needs no token
    tokens.leave();
}

TEST(JobTokens, LetAllInWhenClosed) {
    const Server server("");
    JobTokens tokens(server.makeFlags(), 4);
    const Workers workers(tokens, 3);
    EXPECT_TRUE(eventually([&] { return workers.inside() == 1; }));
    tokens.close();
    EXPECT_TRUE(eventually([&] { return workers.inside() == 3; }));
}

TEST(JobTokens, AreTakenFromANamedPipe) {
    const ScratchFolder folder;
    const std::string path = folder.path("fifo");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const int make = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    ASSERT_EQ(::write(make, "xy", 2), 2);
    {
        JobTokens tokens("--jobserver-auth=fifo:" + path, 2);
        const Workers workers(tokens, 2);
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
        const JobTokens tokens("--jobserver-auth=" + place, 4);
        EXPECT_THAT(tokens.problem(), testing::HasSubstr("is not open here, so 1 processor is used"));
        EXPECT_EQ(tokens.jobs(), 1U);
        EXPECT_FALSE(tokens.hasServer());
    }
    EXPECT_EQ(folder.read("file"), "tokens") << "nothing is read from what is no pipe";
    const JobTokens none("-j4", 4);
    EXPECT_EQ(none.jobs(), 4U);
    EXPECT_FALSE(none.hasServer());
}

}  // namespace
}  // namespace rigkiln
