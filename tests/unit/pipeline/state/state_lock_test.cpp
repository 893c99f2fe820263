#include "pipeline/state/state_lock.hpp"

#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/state/state_errors.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;

class StateLockTest : public testing::Test {
protected:
    ScratchFolder folder_;
    std::string path_ = folder_.path("state.lock");
};

TEST_F(StateLockTest, NamesTheProcessAndTheMachineOfItsHolder) {
    const Result<StateLock> first = StateLock::take(path_);
    ASSERT_TRUE(first);
    const Result<StateLock> second = StateLock::take(path_);
    ASSERT_FALSE(second);
    EXPECT_TRUE(second.error().is(kStateInUse));
    EXPECT_EQ(second.error().file, path_);
    char host[256] = {};
    ASSERT_EQ(::gethostname(host, sizeof host - 1), 0);
    EXPECT_THAT(second.error().problem,
                HasSubstr(fmt::format("is held by process {} on {}, since", ::getpid(), host)));
}

TEST_F(StateLockTest, EndsWithItsHolder) {
    {
        const Result<StateLock> first = StateLock::take(path_);
        ASSERT_TRUE(first);
    }
    EXPECT_TRUE(StateLock::take(path_));
    EXPECT_TRUE(std::filesystem::exists(path_))
        << "removing it would let two runs lock two files of one name";
}

TEST_F(StateLockTest, EndsWithAKilledProcess) {
    const pid_t child = ::fork();
    if (child == 0) {
        const Result<StateLock> lock = StateLock::take(path_);
        ::raise(lock ? SIGKILL : SIGTERM);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(WTERMSIG(status), SIGKILL);
    EXPECT_TRUE(StateLock::take(path_));
}

TEST_F(StateLockTest, TellsWhichHoldersWereKilled) {
    const auto killedHolder = [&] {
        const pid_t child = ::fork();
        if (child == 0) {
            const Result<StateLock> lock = StateLock::take(path_);
            ::raise(lock ? SIGKILL : SIGTERM);
        }
        ::waitpid(child, nullptr, 0);
        return fmt::format("-{}-", child);
    };
    EXPECT_THAT(StateLock::take(path_)->killedHolders(), testing::IsEmpty());
    EXPECT_THAT(StateLock::take(path_)->killedHolders(), testing::IsEmpty())
        << "the last one ended by itself";
    const std::string first = killedHolder();
    const std::string second = killedHolder();
    for (int i = 0; i < 2; ++i) {
        const Result<StateLock> lock = StateLock::take(path_);
        EXPECT_THAT(lock->killedHolders(), testing::ElementsAre(HasSubstr(first), HasSubstr(second)))
            << "until they are forgotten";
    }
    StateLock::take(path_)->forgetKilledHolders();
    EXPECT_THAT(StateLock::take(path_)->killedHolders(), testing::IsEmpty());
    std::ofstream(path_) << "process 1\n.rigkiln-\n../out\n\0x\n.rigkiln-0123456789abcdef-1-2-/../x\n";
    EXPECT_THAT(StateLock::take(path_)->killedHolders(), testing::IsEmpty()) << "not the names of a run";
}

TEST_F(StateLockTest, SaysWhyThereIsNone) {
    folder_.write("file", "");
    const Result<StateLock> lock = StateLock::take(folder_.path("file/state.lock"));
    ASSERT_FALSE(lock);
    EXPECT_TRUE(lock.error().is(kStateUnusable));
    EXPECT_THAT(lock.error().problem, HasSubstr("Not a directory"));
}

}  // namespace
}  // namespace rigkiln
