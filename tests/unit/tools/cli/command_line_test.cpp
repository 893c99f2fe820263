#include "tools/cli/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln::cli {
namespace {

using testing::SizeIs;

TEST(CommandLine, HasTheChosenCommandAloneAsItIsAmongAll) {
    const CommandLine all = makeCommandLine();
    for (const Command& command : all.commands) {
        const std::string name = command.app->get_name();
        const CommandLine one = makeCommandLine(name);
        ASSERT_THAT(one.commands, SizeIs(1)) << name;
        EXPECT_EQ(one.commands.front().app->get_name(), name);
        EXPECT_EQ(one.commands.front().app->help(), command.app->help());
        EXPECT_EQ(one.commands.front().app->get_group(), command.app->get_group());
    }
}

TEST(CommandLine, HasAllCommandsWhereNoneIsChosen) {
    const std::size_t all = makeCommandLine().commands.size();
    EXPECT_GT(all, 10U);
    for (const char* word : {"", "--version", "--help", "convret", "Run"})
        EXPECT_THAT(makeCommandLine(word).commands, SizeIs(all)) << word;
}

}  // namespace
}  // namespace rigkiln::cli
