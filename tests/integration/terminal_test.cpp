#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/terminal_program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Contents of the live line, in the order they were drawn.
std::vector<std::string> liveLines(const std::string& text) {
    constexpr std::string_view kClear = "\r\x1B[K";
    std::vector<std::string> lines;
    for (std::size_t begin = text.find(kClear); begin != std::string::npos;) {
        begin += kClear.size();
        const std::size_t end = text.find_first_of("\r\n", begin);
        const std::string line = text.substr(begin, end == std::string::npos ? end : end - begin);
        if (line.starts_with('[')) lines.push_back(line);
        begin = text.find(kClear, begin);
    }
    return lines;
}

class OnTerminal : public testing::Test {
protected:
    /// Makes so much art that a run takes a while.
    void fill(std::size_t sets) const { writeArt(folder.path() / "art", {.sets = sets, .damaged = false}); }

    [[nodiscard]] Surroundings with(std::map<std::string, std::string> environment = {}) const {
        return {.folder = folder.path(), .environment = std::move(environment), .program = {}};
    }

    const std::vector<std::string> convert = {"convert", "art", "-o", "gltf", "--jobs", "1"};
    TemporaryFolder folder;
};

TEST_F(OnTerminal, TheLiveLineNeverFillsItsRow) {
    constexpr unsigned short kColumns = 20;
    fill(3);
    const Finished finished = TerminalProgram(convert, with(), kColumns).finish();
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const std::vector<std::string> lines = liveLines(finished.output);
    ASSERT_FALSE(lines.empty());
    for (const std::string& line : lines)
        EXPECT_LT(line.size(), kColumns) << line;
    // The summary begins in the row of the live line, which was removed.
    EXPECT_THAT(finished.output, testing::ContainsRegex("\r\x1B\\[K(\x1B\\[1m)?wrote "));
}

TEST_F(OnTerminal, TheLiveLineFollowsTheWidthOfTheWindow) {
    constexpr unsigned short kWide = 200;
    constexpr unsigned short kNarrow = 12;
    fill(kManySets);
    TerminalProgram program(convert, with(), kWide);
    ASSERT_TRUE(program.readUntil("/s"));
    program.resize(kNarrow);
    const Finished finished = program.finish();
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const std::vector<std::string> lines = liveLines(finished.output);
    EXPECT_GE(lines.front().size(), kNarrow);
    EXPECT_LT(lines.back().size(), kNarrow) << lines.back();
}

TEST_F(OnTerminal, CtrlCLeavesWholeLines) {
    fill(kManySets);
    TerminalProgram program(convert, with(), 80);
    ASSERT_TRUE(program.readUntil("[1"));
    program.type("\x03");
    const Finished finished = program.finish();
    ASSERT_EQ(finished.exitCode, cli::kInterrupted) << finished.text();
    EXPECT_THAT(finished.output,
                HasSubstr("\r\x1B[Krigkiln: stopping: dropping what is not converted in a moment"));
    EXPECT_THAT(finished.output, HasSubstr("interrupted: wrote "));
    EXPECT_EQ(finished.output.back(), '\n');
}

TEST_F(OnTerminal, ColoursAreUsedUnlessTheyAreNotWanted) {
    fill(1);
    const std::string bold = "\x1B[1m";
    EXPECT_THAT(TerminalProgram(convert, with(), 80).finish().output, HasSubstr(bold));
    EXPECT_THAT(TerminalProgram(convert, with({{"NO_COLOR", "1"}}), 80).finish().output,
                Not(HasSubstr(bold)));
    const Finished dumb = TerminalProgram(convert, with({{"TERM", "dumb"}}), 80).finish();
    EXPECT_THAT(dumb.output, Not(HasSubstr("\x1B"))) << "no live line either";
}

TEST_F(OnTerminal, APipeGetsNoEscapeSequences) {
    fill(1);
    const Finished finished = runRigkiln(convert, with({{"TERM", "xterm-256color"}}));
    EXPECT_THAT(finished.text(), Not(HasSubstr("\x1B")));
    EXPECT_EQ(finished.errors, "");
}

}  // namespace
}  // namespace rigkiln::test
