#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/registry.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kCommands = {"run",  "convert", "optimize", "inspect", "validate", "diff",
                                            "plan", "ninja",   "init",     "schema",  "formats",  "version"};

TEST(CommandLine, PrintsItsVersion) {
    const Finished finished = runRigkiln({"version"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.output, testing::ContainsRegex("^rigkiln [0-9]+\\.[0-9]+\\.[0-9]+\n"));
    for (const FormatModule* format : allFormats())
        EXPECT_THAT(finished.output, HasSubstr(" " + std::string(format->id) + " "));
    EXPECT_THAT(finished.output, testing::ContainsRegex("\n  writes  gltf [0-9]+, "));
    EXPECT_EQ(finished.errors, "");
}

TEST(CommandLine, PrintsItsVersionAsAnOptionToo) {
    const Finished finished = runRigkiln({"--version"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_EQ(finished.output, runRigkiln({"version"}).output);
}

TEST(CommandLine, SuggestsTheOptionThatWasProbablyMeant) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"convert", "a.alo", "-o", "a.glb", "--maxerror", "0.5mm"},
          {"convert", "a.alo", "--maxerror=0.5mm"},
          {"optimize", "--maxerror", "0.5mm"}}) {
        const Finished finished = runRigkiln(arguments);
        EXPECT_EQ(finished.exitCode, cli::kBadUsage);
        EXPECT_THAT(finished.errors, HasSubstr("rigkiln: '--maxerror' is no option of " + arguments.front() +
                                               "; did you mean '--max-error'?"));
    }
}

TEST(CommandLine, NamesAnUnknownOptionThatResemblesNone) {
    const Finished finished = runRigkiln({"run", "--quicksilver", "a.yaml"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_EQ(finished.errors, "rigkiln: '--quicksilver' is no option of run (see rigkiln run --help)\n");
}

TEST(CommandLine, NamesAPathThatIsEmpty) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"convert", "", "-o", "a.glb"},
                                                      {"run", ""},
                                                      {"inspect", ""},
                                                      {"diff", "a.glb", ""},
                                                      {"cache", "stats", ""}}) {
        const Finished finished = runRigkiln(arguments);
        EXPECT_EQ(finished.exitCode, cli::kBadUsage);
        EXPECT_THAT(finished.errors,
                    testing::ContainsRegex("^rigkiln: the word after '[a-z.]+' is empty, "
                                           "expected a path; has a variable no value\\?\n$"));
    }
    const Finished output = runRigkiln({"convert", "a.alo", "-o", ""});
    EXPECT_EQ(output.exitCode, cli::kBadUsage);
    EXPECT_EQ(output.errors,
              "rigkiln: the value of -o is empty, expected a path; has a variable no value?\n");
}

TEST(CommandLine, HelpNamesEveryCommand) {
    const Finished finished = runRigkiln({"--help"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    for (const std::string& command : kCommands)
        EXPECT_THAT(finished.output, HasSubstr("  " + command));
}

TEST(CommandLine, EveryCommandHasHelp) {
    for (const std::string& command : kCommands) {
        const Finished finished = runRigkiln({command, "--help"});
        EXPECT_EQ(finished.exitCode, cli::kDone) << command;
        EXPECT_THAT(finished.output, HasSubstr("rigkiln " + command)) << finished.text();
    }
}

TEST(CommandLine, HelpHasHeadings) {
    const Finished program = runRigkiln({"--help"});
    for (const char* heading : {"\nConvert:\n", "\nLook:\n", "\nJob graphs:\n", "\nAbout the program:\n"})
        EXPECT_THAT(program.output, HasSubstr(heading));
    EXPECT_THAT(program.output, Not(HasSubstr("Subcommands:")));
    const Finished run = runRigkiln({"run", "--help"});
    for (const char* heading : {"\nExecution:\n  -j,--jobs", "\nReports:\n  --report",
                                "\nIn a build:\n  --depfile", "\nEarlier runs:\n  --retry-failed"})
        EXPECT_THAT(run.output, HasSubstr(heading));
}

TEST(CommandLine, HelpOfConvertLeavesOptionsOfFormatsToTheirOwnHelp) {
    const Finished finished = runRigkiln({"convert", "--help"});
    for (const char* option : {"--keep", "--scale", "--rate", "--with-clips", "--help alo"})
        EXPECT_THAT(finished.output, HasSubstr(option));
    for (const char* option : {"--alo-team-mask", "--gsm-quat", "--gsa-version", "--complete-clips"})
        EXPECT_THAT(finished.output, Not(HasSubstr(option)));
    EXPECT_LT(std::ranges::count(finished.output, '\n'), 85);
}

TEST(CommandLine, HelpOfConvertOnLimitsNamesThem) {
    const Finished finished = runRigkiln({"convert", "--help", "limits"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.output, AllOf(HasSubstr("--limit-joints"), HasSubstr("--limit-json-levels")));
    EXPECT_THAT(runRigkiln({"convert", "--help", "all"}).output, HasSubstr("--limit-keys"));
}

TEST(CommandLine, HelpOfConvertOnAFormatNamesItsOptionsOfReadingAndWriting) {
    const Finished gsa = runRigkiln({"convert", "--help", "gsa"});
    EXPECT_EQ(gsa.exitCode, cli::kDone);
    EXPECT_THAT(gsa.output, AllOf(HasSubstr("--gsa-root"), HasSubstr("--gsa-version"),
                                  Not(HasSubstr("--gsm-quat")), Not(HasSubstr("--merge"))));
    const Finished gltf = runRigkiln({"convert", "--help", "gltf"});
    for (const char* option : {"--container", "--profile", "--complete-clips"})
        EXPECT_THAT(gltf.output, HasSubstr(option));
}

TEST(CommandLine, HelpOfConvertOnAllNamesOptionsOfEveryTable) {
    const Finished finished = runRigkiln({"convert", "--help", "all"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    for (const char* option : {"--keep", "--rate", "--alo-team-mask", "--gsm-quat", "--gsa-version",
                               "--texnul", "--byte-order", "--container", "--complete-clips"})
        EXPECT_THAT(finished.output, HasSubstr(option));
}

TEST(CommandLine, HelpOfConvertNamesItsTopics) {
    const Finished finished = runRigkiln({"convert", "--help", "gsn"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("--help: 'gsn' is no topic; did you mean 'gsm'? (topics: alo, "));
}

TEST(CommandLine, NamesAnOptionBeforeTheCommand) {
    const Finished finished = runRigkiln({"--quiet", "run", "art.yaml"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors,
                HasSubstr("'--quiet' is no option of rigkiln; options of a command stand behind"));
}

TEST(CommandLine, NamesAnOptionWithoutAValue) {
    for (const char* option : {"--lights", "--alo-glow", "--keep"}) {
        const Finished finished = runRigkiln({"convert", "a.alo", "-o", "a.glb", option});
        EXPECT_EQ(finished.exitCode, cli::kBadUsage);
        EXPECT_THAT(finished.errors, testing::StartsWith(std::string(option) + ": 1 required")) << option;
    }
}

TEST(CommandLine, FormatsListsEveryFormat) {
    const Finished finished = runRigkiln({"formats"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    for (const FormatModule* format : allFormats())
        EXPECT_THAT(finished.output, HasSubstr(std::string(format->title)));
    EXPECT_THAT(finished.output, HasSubstr("\nreads as textures  format "));
    for (const ImageModule* image : allImageFormats().readers)
        EXPECT_THAT(finished.output, HasSubstr(std::string(image->title)));
    // Columns stand below one another.
    const std::size_t versions = finished.output.find("versions");
    const std::size_t swat = finished.output.find("\ngsm ") + 1;
    EXPECT_EQ(finished.output.substr(swat + versions, 3), "4.5");
}

TEST(CommandLine, FormatsListsErrorsAndIssuesOnRequest) {
    const Finished text = runRigkiln({"formats", "--issues"});
    EXPECT_EQ(text.exitCode, cli::kDone);
    EXPECT_THAT(text.output, HasSubstr("  format.damaged                 input         the file is damaged"));
    EXPECT_THAT(text.output, HasSubstr("  convert.clip-failed            error         "));
    const nlohmann::json lists = nlohmann::json::parse(runRigkiln({"formats", "--issues", "--json"}).output);
    EXPECT_EQ(lists.at("errors").at(0).at("id"), "archive.damaged");
    EXPECT_EQ(lists.at("errors").at(0).at("kind"), "input");
    EXPECT_EQ(lists.at("issues").at(0).at("severity"), "warning");
}

TEST(CommandLine, FormatsTakesJsonForIssuesOnly) {
    EXPECT_EQ(runRigkiln({"formats", "--json"}).exitCode, cli::kBadUsage);
}

TEST(CommandLine, SchemaIsJson) {
    const Finished finished = runRigkiln({"schema"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_TRUE(nlohmann::json::parse(finished.output).contains("properties"));
}

TEST(CommandLine, SchemasOfReportsAreThoseOfTheDocumentation) {
    for (const std::string name : {"report", "progress", "events"}) {
        const Finished finished = runRigkiln({"schema", name});
        EXPECT_EQ(finished.exitCode, cli::kDone);
        EXPECT_EQ(finished.output, textOf("docs/schemas/" + name + ".schema.json"));
    }
    EXPECT_EQ(runRigkiln({"schema", "reports"}).exitCode, cli::kBadUsage);
}

TEST(CommandLine, WithoutACommandIsWrongUsage) {
    const Finished finished = runRigkiln({});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("subcommand is required"));
    EXPECT_THAT(finished.errors, HasSubstr("--help"));
}

TEST(CommandLine, RefusesAnUnknownCommandByItsName) {
    const Finished finished = runRigkiln({"covnert", "a.alo"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("'covnert' is no command; did you mean 'convert'?"));
}

TEST(CommandLine, RefusesAnUnknownOptionByItsName) {
    const Finished finished = runRigkiln({"convert", "a.alo", "-o", "a.glb", "--colour", "red"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("--colour"));
}

TEST(CommandLine, RefusesAnOptionValueWithWhatWouldBeRight) {
    const Finished finished = runRigkiln({"convert", "a.alo", "-o", "a.glb", "--profile", "ful"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("--profile"));
    EXPECT_THAT(finished.errors, HasSubstr("did you mean 'full'?"));
}

TEST(CommandLine, RefusesNoJobsAtAll) {
    const Finished finished = runRigkiln({"convert", "a.alo", "-o", "a.glb", "--jobs", "0"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("--jobs"));
}

TEST(CommandLine, RefusesMemoryThatIsNoNumberOfBytes) {
    const Finished finished = runRigkiln({"convert", ".", "-o", "out/", "--memory", "lots"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("--memory"));
}

}  // namespace
}  // namespace rigkiln::test
