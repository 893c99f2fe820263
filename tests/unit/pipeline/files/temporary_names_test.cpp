#include "pipeline/files/temporary_names.hpp"

#include <array>
#include <csignal>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(TemporaryNames, AreDifferentAndOfThisProcess) {
    const std::string name = temporaryName();
    EXPECT_NE(name, temporaryName());
    EXPECT_TRUE(isTemporaryPrefix(temporaryPrefix())) << temporaryPrefix();
    EXPECT_TRUE(isTemporaryOf(name, temporaryPrefix()));
    EXPECT_FALSE(isOfEndedProcess(name));
}

TEST(TemporaryNames, TellWhenTheirProcessEnded) {
    std::array<int, 2> pipe{};
    ASSERT_EQ(::pipe(pipe.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const std::string name = temporaryName();
        if (::write(pipe[1], name.data(), name.size()) > 0) ::pause();
        ::_exit(1);  // waited for in vain: the read below ends
    }
    ::close(pipe[1]);
    std::array<char, 256> buffer{};
    const ssize_t count = ::read(pipe[0], buffer.data(), buffer.size());
    ::close(pipe[0]);
    ASSERT_GT(count, 0);
    const std::string name(buffer.data(), static_cast<std::size_t>(count));
    EXPECT_FALSE(isOfEndedProcess(name)) << "it lives";
    EXPECT_FALSE(isTemporaryOf(name, temporaryPrefix())) << "and is another one";
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_TRUE(isOfEndedProcess(name)) << name;
}

TEST(TemporaryNames, TellThatAnotherProcessGotTheNumber) {
    std::string name = temporaryName();
    const std::size_t number = name.rfind('-');
    const std::size_t start = name.rfind('-', number - 1) + 1;
    name.replace(start, number - start, "7");
    EXPECT_TRUE(isOfEndedProcess(name)) << name;
    name.replace(start, 1, "0");
    EXPECT_FALSE(isOfEndedProcess(name)) << "nobody knows when it started";
}

TEST(TemporaryNames, TellNothingOfOtherMachinesAndNames) {
    const std::string name = temporaryName();
    std::string other = name;
    char& digit = other[std::string_view(".rigkiln-").size()];
    digit = digit == '0' ? '1' : '0';
    other.replace(other.rfind('-'), std::string::npos, "-0.tmp");
    EXPECT_FALSE(isOfEndedProcess(other));
    const std::string machine = name.substr(0, name.find('-', name.find('-') + 1) + 1);
    for (const std::string& text : {machine + "999999999.tmp", machine + "999999999-7",
                                    machine + "-1-7-0.tmp", machine + "99999999999999-7-0.tmp",
                                    machine + "x-7-0.tmp", std::string(".rigkiln-.tmp"), std::string()}) {
        EXPECT_FALSE(isOfEndedProcess(text)) << text;
        EXPECT_FALSE(isTemporaryPrefix(text)) << text;
    }
    EXPECT_TRUE(isOfEndedProcess(machine + "999999999-7-0.tmp"));
}

}  // namespace
}  // namespace rigkiln
