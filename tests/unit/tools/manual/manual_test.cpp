#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/manual/command_tables.hpp"
#include "tools/manual/completions.hpp"
#include "tools/manual/man_page.hpp"

namespace rigkiln::manual {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A program with one command, whose texts hold what roff and shells give a meaning.
ProgramEntry smallProgram() {
    cli::CommandLine commandLine{
        .app = std::make_unique<CLI::App>("Makes things.\n\n  kiln fire pot   fires it", "kiln"),
        .commands = {}};
    CLI::App* fire = commandLine.app->add_subcommand("fire", "Fire a pot: it's \"done\" at 50 %");
    fire->add_option("POT")->required()->type_name("PATH");
    fire->add_option("--glaze", "One of [two]: 'matt' or \\gloss")->type_name("{matt,gloss}");
    fire->add_option("-t,--tag", ".hidden tags")->type_name("{a,b},...")->group("Tags");
    fire->add_option("--log", "Log file; it is replaced. Always")->type_name("FILE");
    fire->add_option("--cones", "Heat")->type_name("UINT");
    fire->add_flag("--slow")->description("Slowly");
    commandLine.commands.push_back({.app = fire, .run = [] { return 0; }});
    return describe(commandLine);
}

const OptionEntry& option(const CommandEntry& command, const std::string& name) {
    for (const OptionGroup& group : command.groups) {
        for (const OptionEntry& entry : group.options) {
            if (std::ranges::find(entry.names, name) != entry.names.end()) return entry;
        }
    }
    throw std::runtime_error("no option " + name);
}

TEST(CommandTables, KnowWhatEachArgumentTakes) {
    const ProgramEntry program = smallProgram();
    ASSERT_EQ(program.commands.size(), 1U);
    const CommandEntry& fire = program.commands.front();
    ASSERT_EQ(fire.positionals.size(), 1U);
    EXPECT_EQ(fire.positionals.front().argument.kind, ArgumentKind::Path);
    EXPECT_TRUE(fire.positionals.front().isRequired);
    EXPECT_THAT(option(fire, "--glaze").argument.choices, ElementsAre("matt", "gloss"));
    EXPECT_FALSE(option(fire, "--glaze").argument.isList);
    EXPECT_TRUE(option(fire, "--tag").argument.isList);
    EXPECT_THAT(option(fire, "--tag").names, ElementsAre("-t", "--tag"));
    EXPECT_EQ(option(fire, "--log").argument.kind, ArgumentKind::Path);
    EXPECT_EQ(option(fire, "--cones").argument.name, "NUMBER");
    EXPECT_EQ(option(fire, "--slow").argument.kind, ArgumentKind::None);
    EXPECT_EQ(fire.groups.back().title, "Tags");
}

TEST(CommandTables, HaveTheOptionsOfAllFormats) {
    const ProgramEntry program = describe(cli::makeCommandLine());
    const auto convert = std::ranges::find(program.commands, "convert", &CommandEntry::name);
    ASSERT_NE(convert, program.commands.end());
    EXPECT_EQ(option(*convert, "--alo-team-mask").argument.kind, ArgumentKind::Choice);
    EXPECT_EQ(option(*convert, "--max-error").argument.name, "LENGTH");
}

TEST(ManPage, EscapesWhatRoffWouldRead) {
    const ProgramEntry program = smallProgram();
    const std::string page = commandPage(program, program.commands.front());
    EXPECT_THAT(page, HasSubstr("\n\\&.hidden tags\n")) << "a request otherwise";
    EXPECT_THAT(page, HasSubstr("'matt' or \\egloss"));
    EXPECT_THAT(page, HasSubstr("\\fB\\-t\\fR, \\fB\\-\\-tag\\fR \\fI{a,b},...\\fR"));
    EXPECT_THAT(page, HasSubstr(".SH TAGS\n"));
    EXPECT_THAT(page, HasSubstr("\\fBkiln fire\\fR [\\fIOPTIONS\\fR] \\fIPOT\\fR\n"));
}

TEST(ManPage, KeepsTheLinesOfExamples) {
    EXPECT_THAT(programPage(smallProgram()),
                AllOf(HasSubstr(".SH EXAMPLES\n.nf\n  kiln fire pot   fires it\n.fi\n"),
                      HasSubstr("\\fBkiln\\-fire\\fR(1)")));
}

TEST(Completions, QuoteWhatShellsWouldRead) {
    const ProgramEntry program = smallProgram();
    EXPECT_THAT(zshCompletion(program),
                AllOf(HasSubstr("'--glaze[One of \\[two\\]]:{matt,gloss}:(matt gloss)'"),
                      HasSubstr("'fire:Fire a pot'"), HasSubstr(":_sequence compadd - a b'")));
    EXPECT_THAT(fishCompletion(program),
                AllOf(HasSubstr("-l log -r -F -d 'Log file'"), HasSubstr("-s t -l tag -x -a 'a b'"),
                      Not(HasSubstr("replaced"))));
    EXPECT_THAT(
        bashCompletion(program),
        AllOf(HasSubstr("'fire -t'|'fire --tag') words='a b' ;;"), HasSubstr("'fire --log') paths=1 ;;"),
              HasSubstr("'fire --cones') : ;;"), Not(HasSubstr("--slow')"))));
}

}  // namespace
}  // namespace rigkiln::manual
