#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/run_command_fixture.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class InitCommand : public RunCommand {};

TEST_F(InitCommand, WritesAConfigurationThatConvertsEverything) {
    const Finished made = rigkiln({"init", "art", "-o", "made.yaml"});
    ASSERT_EQ(made.exitCode, cli::kDone) << made.text();
    const Finished finished = rigkiln({"run", "made.yaml"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    ASSERT_EQ(rigkiln({"convert", "art", "-o", "expected"}).exitCode, cli::kDone);
    EXPECT_GT(fs::remove_all(folder.path() / "art-gltf/.rigkiln"), 0U);
    EXPECT_THAT(differences(treeBelow(folder.path() / "art-gltf"), treeBelow(folder.path() / "expected")),
                ElementsAre());
}

TEST_F(InitCommand, WritesTheSchemaThatTheConfigurationNames) {
    fs::create_directories(folder.path() / "made");
    ASSERT_EQ(rigkiln({"init", "art", "-o", "made/art.yaml"}).exitCode, cli::kDone);
    EXPECT_THAT(textOf(folder.path() / "made/art.yaml"),
                testing::StartsWith("# yaml-language-server: $schema=rigkiln.schema.json\n"));
    EXPECT_EQ(textOf(folder.path() / "made/rigkiln.schema.json"), rigkiln({"schema"}).output);
}

TEST_F(InitCommand, PrintsWithoutAnOutput) {
    const Finished made = rigkiln({"init", "art/"});
    EXPECT_EQ(made.exitCode, cli::kDone);
    EXPECT_THAT(made.output, HasSubstr("rigkiln: 1\n"));
    EXPECT_THAT(made.output, HasSubstr("/art-gltf\"\n"));
}

TEST_F(InitCommand, OverwritesNothing) {
    const Finished made = rigkiln({"init", "art", "-o", "art.yaml"});
    EXPECT_EQ(made.exitCode, cli::kBadUsage);
    EXPECT_EQ(textOf(folder.path() / "art.yaml"), kConfiguration);
}

TEST_F(InitCommand, RefusesAFolderWithNothingToConvert) {
    fs::create_directory(folder.path() / "empty");
    const Finished made = rigkiln({"init", "empty"});
    EXPECT_EQ(made.exitCode, cli::kSomeFailed);
    EXPECT_EQ(made.output, "");
    EXPECT_EQ(rigkiln({"init", "nowhere"}).exitCode, cli::kEnvironmentFailed);
}

TEST_F(InitCommand, MakesAConfigurationForAnyNameOfAFolder) {
    for (const std::string name : {"with space", "quo\"te", "back\\slash", "${input}", "$${input}",
                                   "tab\there", "line\nbreak", "#hash: {x}", "caf\xC3\xA9"}) {
        folder.write(name + "/ROOT_ONLY.alo", artFile("Models/ROOT_ONLY.alo"));
        const std::string file = "made.yaml";
        ASSERT_EQ(rigkiln({"init", name, "-o", file}).exitCode, cli::kDone) << name;
        const Finished finished = rigkiln({"run", file, "-D", "output=out"});
        EXPECT_EQ(finished.exitCode, cli::kDone) << name << "\n" << finished.text();
        EXPECT_TRUE(fs::exists(folder.path() / "out/ROOT_ONLY.glb")) << name;
        fs::remove_all(folder.path() / "out");
        fs::remove(folder.path() / file);
    }
}

TEST_F(InitCommand, RefusesAFolderNameThatYamlCannotHold) {
    folder.write("\xC4rger/ROOT_ONLY.alo", artFile("Models/ROOT_ONLY.alo"));
    const Finished made = rigkiln({"init", "\xC4rger"});
    EXPECT_EQ(made.exitCode, cli::kBadUsage) << made.text();
    EXPECT_THAT(made.errors, HasSubstr("UTF-8"));
}

}  // namespace
}  // namespace rigkiln::test
