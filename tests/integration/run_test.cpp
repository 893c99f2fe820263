#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pipeline/recipe/recipe_json.hpp"
#include "tests/integration/run_command_fixture.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/bfres_art.hpp"
#include "tools/corpus/sprites.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(RunCommand, ConvertsWhatTheConfigurationSays) {
    const Finished finished = rigkiln({"run", "art.yaml"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_TRUE(fs::exists(folder.path() / "gltf/Models/TROOPER.glb"));
    EXPECT_TRUE(brokenFilesBelow(folder.path()).empty());
}

TEST_F(RunCommand, TakesPathsRelativeToTheConfiguration) {
    const Finished finished = runRigkiln({"run", (folder.path() / "art.yaml").string()},
                                         {.folder = fs::path("/"), .environment = {}, .program = {}});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_TRUE(fs::exists(folder.path() / "gltf/Models/TROOPER.glb"));
}

/// Starts the program in a working folder that is gone.
Finished runInGoneFolder(const TemporaryFolder& folder, const std::string& words) {
    return runRigkiln({"-c", "mkdir gone && cd gone && rmdir ../gone && exec " RIGKILN_PROGRAM " " + words},
                      {.folder = folder.path(), .environment = {}, .program = "/bin/sh"});
}

TEST_F(RunCommand, SaysThatItsWorkingFolderIsGone) {
    for (const char* words : {"run art.yaml", "plan art.yaml", "convert art -o out", "inspect a.alo",
                              "init art", "cache stats c", "diff a.alo b.glb"}) {
        const Finished finished = runInGoneFolder(folder, words);
        EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << words;
        EXPECT_EQ(finished.errors, "rigkiln: the working folder is gone; change to a folder that is there\n");
    }
}

TEST_F(RunCommand, NeedsNoWorkingFolderForAbsolutePaths) {
    EXPECT_EQ(runInGoneFolder(folder, "--version").exitCode, cli::kDone);
    EXPECT_EQ(runInGoneFolder(folder, "run --help").exitCode, cli::kDone);
    const Finished finished = runInGoneFolder(folder, "run " + (folder.path() / "art.yaml").string());
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_TRUE(fs::exists(folder.path() / "gltf/Models/TROOPER.glb"));
}

TEST_F(RunCommand, LeavesUnchangedOutputsUntouched) {
    ASSERT_EQ(rigkiln({"run", "art.yaml"}).exitCode, cli::kDone);
    const fs::path output = folder.path() / "gltf/Models/TROOPER.glb";
    const auto before = fs::last_write_time(output);
    ASSERT_EQ(rigkiln({"run", "art.yaml", "--report", "report.json"}).exitCode, cli::kDone);
    const json totals = readJson("report.json").at("totals");
    EXPECT_EQ(totals.at("unchanged"), totals.at("units"));
    EXPECT_EQ(fs::last_write_time(output), before);
}

TEST_F(RunCommand, OverridesVariables) {
    const Finished finished = rigkiln({"run", "art.yaml", "-D", "output=elsewhere"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_TRUE(fs::exists(folder.path() / "elsewhere/Models/TROOPER.glb"));
    EXPECT_FALSE(fs::exists(folder.path() / "gltf"));
}

TEST_F(RunCommand, TakesDefinitionsInFrontOfTheConfiguration) {
    for (const char* command : {"run", "plan"}) {
        const Finished finished = rigkiln({command, "-D", "output=elsewhere", "-D", "input=art", "art.yaml"});
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    }
}

TEST_F(RunCommand, RefusesToSetAVariableThatIsNotThere) {
    const Finished finished = rigkiln({"run", "art.yaml", "-D", "outptu=x"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("output"));
}

TEST_F(RunCommand, RefusesADefinitionWithoutAValue) {
    const Finished finished = rigkiln({"run", "art.yaml", "-D", "output"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("expected name=value"));
}

TEST_F(RunCommand, ShowsEveryMistakeWithItsPlaceAtOnce) {
    folder.write("bad.yaml",
                 std::string_view("rigkiln: 1\n"
                                  "jobs:\n"
                                  "  models: { uses: scna, root: art }\n"
                                  "  glb: { uses: export, from: model, path: \"out/{name}.glb\" }\n"
                                  "colour: red\n"));
    const Finished finished = rigkiln({"run", "bad.yaml"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("bad.yaml:3:19: "));
    EXPECT_THAT(finished.errors, HasSubstr("did you mean 'scan'?"));
    EXPECT_THAT(finished.errors, HasSubstr("bad.yaml:4:"));
    EXPECT_THAT(finished.errors, HasSubstr("bad.yaml:5:1: "));
}

TEST_F(RunCommand, RefusesAConfigurationThatIsNotThere) {
    const Finished finished = rigkiln({"run", "missing.yaml"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("missing.yaml"));
}

TEST_F(RunCommand, FollowsALinkToTheConfiguration) {
    fs::create_symlink("art.yaml", folder.path() / "link.yaml");
    const Finished finished = rigkiln({"run", "link.yaml"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
}

TEST_F(RunCommand, FailsOnAMissingRoot) {
    const Finished finished = rigkiln({"run", "art.yaml", "-D", "input=nowhere"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("nowhere"));
}

TEST_F(RunCommand, FailsOnIssuesThatTheConfigurationDoesNotAllow) {
    folder.write("strict.yaml", "fail_on: [texture.not-found]\n" + std::string(kConfiguration));
    const Finished finished = rigkiln({"run", "strict.yaml", "--report", "report.json"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("[policy.issue]"));
    const json report = readJson("report.json");
    for (const json& unit : report.at("units")) {
        const bool lacks = unit.at("issue_counts").contains("texture.not-found");
        EXPECT_EQ(unit.at("status"), lacks ? "failed" : "written");
        EXPECT_EQ(fs::exists(unit.at("output").get<std::string>()), !lacks);
    }
}

TEST_F(RunCommand, RefusesToFailOnAnIssueThatIsNotThere) {
    folder.write("strict.yaml", "fail_on: [texture.notfound]\n" + std::string(kConfiguration));
    const Finished finished = rigkiln({"run", "strict.yaml"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("strict.yaml:1:11: "));
    EXPECT_THAT(finished.errors, HasSubstr("did you mean 'texture.not-found'?"));
}

TEST_F(RunCommand, PlanShowsOutputsWithoutMakingThem) {
    const Finished finished = rigkiln({"plan", "art.yaml"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output,
                HasSubstr("gltf/Models/TROOPER.glb\n  model Models/TROOPER.alo (Alamo model)\n"));
    EXPECT_THAT(finished.output, HasSubstr("  clip  Models/TROOPER_IDLE_00.ala (Alamo animation)\n"));
    EXPECT_THAT(finished.output, HasSubstr("P_SMOKE.ALO (Alamo particle system (version 1))"));
    EXPECT_FALSE(fs::exists(folder.path() / "gltf"));
}

TEST_F(RunCommand, PlanAsJsonHasWhatTheRunThenDoes) {
    const Finished planned = rigkiln({"plan", "art.yaml", "--json"});
    ASSERT_EQ(planned.exitCode, cli::kDone);
    ASSERT_EQ(rigkiln({"run", "art.yaml", "--report", "report.json"}).exitCode, cli::kDone);
    std::vector<std::string> outputs;
    std::vector<std::string> digests;
    const auto plan = nlohmann::ordered_json::parse(planned.output);
    for (const auto& unit : plan.at("units")) {
        outputs.push_back(unit.at("output"));
        digests.push_back(unit.at("digest"));
        const std::string canonical = unit.at("recipe").dump();
        const Result<Recipe> recipe = recipeFromJson(canonical);
        ASSERT_TRUE(recipe) << recipe.error().text();
        EXPECT_EQ(recipeToJson(*recipe), canonical);
        EXPECT_EQ(recipeDigest(*recipe), unit.at("digest").get<std::string>());
        EXPECT_EQ(recipe->mainFile().path, unit.at("sources").at(0).at("path").get<std::string>());
    }
    std::vector<std::string> done;
    const json report = readJson("report.json");
    for (const json& unit : report.at("units"))
        done.push_back(unit.at("output"));
    EXPECT_EQ(outputs, done);
    EXPECT_EQ(report.at("options_digest"), combinedDigest(digests));
    EXPECT_EQ(report.at("units").at(0).at("recipe"), digests.front());
}

TEST_F(RunCommand, ArtOfTheDemoLacksOneTexture) {
    const fs::path art = folder.path() / "demo";
    constexpr std::uint64_t kSeed = 1;
    for (const std::vector<corpus::ArtFile>& files :
         {corpus::makeArtFiles(kSeed, 0), corpus::makeSwat3Files(kSeed, 0), corpus::makeTextures(kSeed),
          corpus::makeFurtherTextures(kSeed), corpus::makeSpriteFiles(kSeed), corpus::makeBfresArt(kSeed)})
        ASSERT_TRUE(corpus::writeFiles(files, art));
    const Finished finished =
        runRigkiln({"run", "configs/everything.yaml", "-D", "input=" + art.string(), "-D",
                    "output=" + art.string() + "-out", "--report", (folder.path() / "demo.json").string()});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const json missing = readJson("demo.json").at("missing_textures");
    ASSERT_EQ(missing.size(), 1U) << missing;
    EXPECT_EQ(missing[0].at("name"), "collar.dds");
}

TEST_F(RunCommand, ReadyConfigurationsConvertTheArt) {
    for (const char* config : {"alamo.yaml", "everything.yaml"}) {
        const std::string output = (folder.path() / config).string() + ".out";
        const Finished finished =
            runRigkiln({"run", std::string("configs/") + config, "-D",
                        "input=" + (folder.path() / "art").string(), "-D", "output=" + output});
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        EXPECT_TRUE(fs::exists(fs::path(output) / "Models/TROOPER.glb"));
    }
    EXPECT_TRUE(fs::exists(folder.path() / "everything.yaml.out/Bfres/WiiU/Worm.glb"));
    const std::string output = (folder.path() / "swat3.out").string();
    const Finished finished =
        runRigkiln({"run", "configs/swat3.yaml", "-D", "input=" + (folder.path() / "art").string(), "-D",
                    "output=" + output});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_TRUE(fs::exists(fs::path(output) / "Swat3/Set_0000/Models/SWT_HIGH.glb"));
}

TEST_F(RunCommand, StopsBeforeAnythingIsConvertedWhereTwoSourcesHaveOneOutput) {
    folder.write("art/Models/One/x.alo", artFile("Models/TROOPER.alo"));
    folder.write("art/Models/Two/X.alo", artFile("Models/TROOPER.alo"));
    folder.write("flat.yaml",
                 std::string_view("rigkiln: 1\n"
                                  "jobs:\n"
                                  "  files: { uses: scan, root: art/Models }\n"
                                  "  glb: { uses: export, from: files, path: 'gltf/{name}.glb' }\n"));
    for (const char* command : {"plan", "run"}) {
        const Finished finished = rigkiln({command, "flat.yaml"});
        EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
        EXPECT_THAT(finished.errors, HasSubstr("x.glb: output path is taken by"));
        EXPECT_THAT(finished.errors, HasSubstr("One/x.alo"));
        EXPECT_THAT(finished.errors, HasSubstr("Two/X.alo"));
        EXPECT_FALSE(fs::exists(folder.path() / "gltf"));
    }
}

/// A configuration that writes each clip of the art into a file of its own, with a state.
std::string separateClips(const std::string& path, const std::string& clips = "separate") {
    std::string text(RunCommand::kConfiguration);
    const std::string_view old = "{folder}/{name}.glb\"";
    text.replace(text.find(old), old.size(), path + "\", clips: " + clips);
    return text + "state: state\n";
}

TEST_F(RunCommand, NamesFilesOfClipsAsThePathSays) {
    folder.write("art.yaml", separateClips("{folder}/{name}/{clip}.glb"));
    ASSERT_EQ(rigkiln({"run", "art.yaml"}).exitCode, cli::kDone);
    const fs::path trooper = folder.path() / "gltf/Models/TROOPER";
    EXPECT_TRUE(fs::exists(trooper / "TROOPER.glb"));
    std::set<std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(trooper))
        files.insert(entry.path().filename().string());
    EXPECT_GT(files.size(), 2U);
    const Finished again = rigkiln({"run", "art.yaml", "--report", "report.json"});
    EXPECT_EQ(readJson("report.json").at("totals").at("written"), 0) << again.text();

    // One that is lost is made again, and explained.
    const std::string lost =
        *std::ranges::find_if(files, [](const std::string& name) { return name != "TROOPER.glb"; });
    fs::remove(trooper / lost);
    EXPECT_THAT(rigkiln({"explain", "gltf/Models/TROOPER/" + lost, "--config", "art.yaml"}).output,
                HasSubstr(": output\n"));
    EXPECT_THAT(rigkiln({"plan", "art.yaml"}).output, HasSubstr("TROOPER/TROOPER.glb\n"));
    EXPECT_EQ(rigkiln({"run", "art.yaml"}).exitCode, cli::kDone);
    EXPECT_TRUE(fs::exists(trooper / lost));
}

TEST_F(RunCommand, RefusesToNameClipsOfTwoModelsInOneFolder) {
    folder.write("art.yaml", separateClips("{folder}/{clip}.glb"));
    const Finished finished = rigkiln({"run", "art.yaml"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("clips may have the paths of those of"));
    EXPECT_FALSE(fs::exists(folder.path() / "gltf"));
}

TEST_F(RunCommand, RefusesClipsInThePathOfAFileThatHasThemAll) {
    folder.write("art.yaml", separateClips("{folder}/{name}/{clip}.glb", "embed"));
    const Finished finished = rigkiln({"run", "art.yaml"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors,
                HasSubstr("art.yaml:7:42: path has {clip}, and gltf writes all clips into one "
                          "file; clips: separate or shared gives clips files of their own"));
}

TEST_F(RunCommand, RefusesAScanThatMatchesNothingAndNamesTheNearestMiss) {
    const std::string text(RunCommand::kConfiguration);
    const std::size_t pattern = text.find("*.ala");
    folder.write("art.yaml", text.substr(0, pattern) + "*.al0" + text.substr(pattern + 5));
    for (const char* command : {"plan", "run"}) {
        const Finished finished = rigkiln({command, "art.yaml"});
        EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
        EXPECT_THAT(finished.errors, HasSubstr("/art: job 'clips': 0 of "));
        EXPECT_THAT(finished.errors, HasSubstr("the pattern says .al0"));
        EXPECT_FALSE(fs::exists(folder.path() / "gltf"));
    }
}

TEST_F(RunCommand, RefusesToConvertNothing) {
    folder.write("notes/a.txt", std::string_view("hello"));
    folder.write("notes.yaml",
                 std::string_view("rigkiln: 1\n"
                                  "jobs:\n"
                                  "  files: { uses: scan, root: notes }\n"
                                  "  none: { uses: scan, root: notes, include: '*.alo', allow_empty: true }\n"
                                  "  glb: { uses: export, from: [files, none], path: 'gltf/{name}.glb' }\n"));
    const Finished finished = rigkiln({"run", "notes.yaml"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("nothing is to convert in the files that the scans find: 1 'not a "
                                           "known format'"));
}

}  // namespace
}  // namespace rigkiln::test
