#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ConvertFolder, MakesATreeOfModelsWithTheirClips) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art", {.sets = 2, .damaged = false});
    const Finished finished = convertIn(folder, {"art", "-o", "gltf"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const fs::path models = folder.path() / "gltf/Models";
    EXPECT_GT(jsonOfGlb(readBytes(models / "TROOPER.glb")).at("animations").size(), 10U);
    EXPECT_TRUE(fs::exists(models / "Set_0001/TROOPER.glb"));
    EXPECT_TRUE(brokenFilesBelow(folder.path()).empty());
    EXPECT_TRUE(temporaryFilesBelow(folder.path()).empty());
}

TEST(ConvertFolder, NeverWritesOverASourceByASymbolicLink) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    ASSERT_EQ(convertIn(folder, {"art", "-o", "gltf"}).exitCode, cli::kDone);
    fs::create_directory_symlink("gltf", folder.path() / "link");
    fs::create_directory_symlink(".", folder.path() / "above");
    const Tree before = treeBelow(folder.path());
    for (const auto& [input, output] : {std::pair("gltf", "link"),
                                        {"link", "gltf"},
                                        {"gltf", "above/gltf"},
                                        {"gltf/Models/TROOPER.glb", "link/Models"}}) {
        const Finished finished = convertIn(folder, {input, "-o", output});
        EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << input << " " << output << "\n" << finished.text();
        EXPECT_THAT(finished.text(), HasSubstr("[output.is-source]"));
    }
    EXPECT_THAT(differences(treeBelow(folder.path()), before), ElementsAre());
}

TEST(ConvertFolder, NeverWritesAFileOfAClipOverASource) {
    for (const std::string output : {"art", "link"}) {
        const TemporaryFolder folder;
        writeArt(folder.path() / "art");
        if (output == "link") fs::create_directory_symlink("art", folder.path() / output);
        const fs::path models = folder.path() / "art/Models";
        const fs::path source = models / "TROOPER@TROOPER_MOVE_00.glb";
        ASSERT_EQ(convertIn(folder, {"art/Models/SERPENT.alo", "-o", "serpent.glb"}).exitCode, cli::kDone);
        fs::rename(folder.path() / "serpent.glb", source);
        const auto before = readBytes(source);
        const Finished finished = convertIn(folder, {"art", "-o", output, "--clips", "separate"});
        EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
        EXPECT_THAT(finished.text(), HasSubstr("TROOPER.glb: " + output +
                                               "/Models/TROOPER@TROOPER_MOVE_00.glb: output path "));
        EXPECT_EQ(readBytes(source), before);
        EXPECT_FALSE(fs::exists(models / "TROOPER.glb"));
        EXPECT_FALSE(fs::exists(models / "TROOPER@TROOPER_ATTACK_00.glb"));
    }
}

TEST(ConvertFolder, GivesClipsOfNoModelAFileOfTheirOwn) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    ASSERT_EQ(convertIn(folder, {"art", "-o", "gltf"}).exitCode, cli::kDone);
    for (const char* name : {"GHOST_IDLE_00.glb", "TROOPER_DIE_CLONE_DIE_00.glb"}) {
        const nlohmann::json gltf = jsonOfGlb(readBytes(folder.path() / "gltf/Models" / name));
        EXPECT_FALSE(gltf.contains("meshes")) << name;
        EXPECT_EQ(gltf.at("animations").size(), 1U) << name;
    }
}

TEST(ConvertFolder, FindsTexturesInTheSiblingFolder) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    ASSERT_EQ(convertIn(folder, {"art", "-o", "gltf"}).exitCode, cli::kDone);
    // ARMOUR.DDS and armour_bump.png.
    const nlohmann::json trooper = jsonOfGlb(readBytes(folder.path() / "gltf/Models/TROOPER.glb"));
    ASSERT_TRUE(trooper.contains("images"));
    for (const nlohmann::json& image : trooper.at("images"))
        EXPECT_EQ(image.at("mimeType"), "image/png");
    std::vector<std::string> names;
    for (const nlohmann::json& image : trooper.at("images"))
        names.push_back(image.at("name"));
    EXPECT_THAT(names, testing::Contains("Armour.dds"));
}

TEST(ConvertFolder, TakesFilesAndFoldersTogether) {
    const TemporaryFolder folder;
    folder.write("a/TROOPER.alo", artFile("Models/TROOPER.alo"));
    folder.write("b/SHIP.ALO", artFile("Models/SHIP.ALO"));
    folder.write("b/WALKER.ALO", artFile("Models/WALKER.ALO"));
    const Finished finished = convertIn(folder, {"a", "b/SHIP.ALO", "-o", "out/"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(filesBelow(folder.path() / "out"), ElementsAre("SHIP.glb", "TROOPER.glb"));
}

TEST(ConvertFolder, LeavesWhatWasWrittenBesideASourceAlone) {
    const TemporaryFolder folder;
    folder.write("art/TROOPER.alo", artFile("Models/TROOPER.alo"));
    folder.write("art/TROOPER_IDLE_00.ala", artFile("Models/TROOPER_IDLE_00.ala"));
    ASSERT_EQ(convertIn(folder, {"art", "-o", "before"}).exitCode, cli::kDone);
    ASSERT_EQ(convertIn(folder, {"art/TROOPER.alo", "-o", "art/TROOPER.glb"}).exitCode, cli::kDone);
    const Finished finished = convertIn(folder, {"art", "-o", "after"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(differences(treeBelow(folder.path() / "after"), treeBelow(folder.path() / "before")),
                ElementsAre());
}

TEST(ConvertFolder, RefusesToWriteTwoSourcesToOnePath) {
    const TemporaryFolder folder;
    folder.write("a/TROOPER.alo", artFile("Models/TROOPER.alo"));
    folder.write("b/TROOPER.alo", artFile("Models/TROOPER.alo"));
    const Finished finished = convertIn(folder, {"a", "b", "-o", "out/"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("output path is taken by"));
    EXPECT_THAT(filesBelow(folder.path() / "out"), ElementsAre("TROOPER.glb"));
}

TEST(ConvertFolder, NamesWhatHoldsNothingToConvertAndSucceeds) {
    const TemporaryFolder folder;
    for (const char* name : {"P_SMOKE.ALO", "P_SPARKS.ALO"})
        folder.write(std::string("art/") + name, artFile(std::string("Models/") + name));
    const Finished finished = convertIn(folder, {"art", "-o", "gltf", "--report", "report.json"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("2 files with nothing to convert left out (Alamo particle system "
                                           "(version 1): 1, Alamo particle system (version 2): 1)\n"));
    const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
    std::vector<std::string> descriptions;
    for (const nlohmann::json& file : report.at("ignored"))
        descriptions.push_back(file.at("description"));
    EXPECT_THAT(descriptions,
                ElementsAre("Alamo particle system (version 1)", "Alamo particle system (version 2)"));
}

TEST(ConvertFolder, FailsWhereNothingIsKnown) {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "empty");
    const Finished empty = convertIn(folder, {"empty", "-o", "gltf"});
    EXPECT_EQ(empty.exitCode, cli::kSomeFailed) << empty.text();
    EXPECT_THAT(empty.errors, HasSubstr("empty: has no file"));
    folder.write("art/ARMOUR.DDS", artFile("Textures/ARMOUR.DDS"));
    folder.write("art/notes.txt", "hello");
    const Finished textures = convertIn(folder, {"art", "-o", "gltf"});
    EXPECT_EQ(textures.exitCode, cli::kSomeFailed) << textures.text();
    EXPECT_THAT(textures.errors,
                HasSubstr("art: has no model and no clip, but 2 other files, as 'ARMOUR.DDS' "
                          "(DirectDraw surface image)"));
}

TEST(ConvertFolder, TellsTexturesFromFilesOfNoFormat) {
    const TemporaryFolder folder;
    folder.write("art/WALKER.ALO", artFile("Models/WALKER.ALO"));
    folder.write("art/ARMOUR.DDS", artFile("Textures/ARMOUR.DDS"));
    folder.write("art/notes.txt", "hello");
    const Finished finished = convertIn(folder, {"art", "-o", "gltf"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output,
                HasSubstr("1 file with nothing to convert left out (DirectDraw surface image: 1)\n"
                          "1 file of no format that this program reads left out, for instance "));
}

TEST(ConvertFolder, ConvertsEverythingBesideDamagedFiles) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "good");
    writeArt(folder.path() / "art", {.sets = 1, .damaged = true});
    ASSERT_EQ(convertIn(folder, {"good", "-o", "expected"}).exitCode, cli::kDone);
    const Finished finished = convertIn(folder, {"art", "-o", "gltf"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    Tree converted = treeBelow(folder.path() / "gltf");
    std::erase_if(converted, [](const auto& file) { return file.first.starts_with("Damaged/"); });
    EXPECT_THAT(differences(converted, treeBelow(folder.path() / "expected")), ElementsAre());
}

TEST(ConvertFolder, SaysOfADamagedFileWhereAndWhatAndTheLimit) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art", {.sets = 0, .damaged = true});
    const Finished finished = convertIn(folder, {"art", "-o", "gltf", "--report", "report.json"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
    std::string problems;
    for (const nlohmann::json& unit : report.at("units")) {
        const nlohmann::json& error = unit.at("error");
        problems +=
            error.at("where").get<std::string>() + ": " + error.at("problem").get<std::string>() + "\n";
    }
    EXPECT_THAT(problems,
                ContainsRegex("art/Damaged/HUGE_BONE_COUNT\\.ALO: [^ ]+ at 0x[0-9A-F]+: .*4294967295.*"));
    EXPECT_THAT(problems, ContainsRegex("CUT_SHORT\\.ALA: [^\n]+ at 0x[0-9A-F]+: [^\n]*[0-9]"));
    EXPECT_THAT(problems, ContainsRegex("WEB_PAGE\\.ALO: is named like 'Alamo model'"));
    EXPECT_THAT(finished.text(), testing::Not(HasSubstr("internal")));
}

TEST(ConvertFolder, WritesNothingForDamagedFiles) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art", {.sets = 0, .damaged = true});
    ASSERT_EQ(convertIn(folder, {"art", "-o", "gltf"}).exitCode, cli::kSomeFailed);
    const auto bad =
        fs::exists(folder.path() / "gltf") ? filesBelow(folder.path() / "gltf") : std::vector<std::string>{};
    EXPECT_THAT(bad, ElementsAre());
}

TEST(ConvertFolder, StopsAtTheFirstFailureWhenAsked) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art", {.sets = 1, .damaged = true});
    const Finished finished =
        convertIn(folder, {"art", "-o", "gltf", "--fail-fast", "--jobs", "1", "--report", "report.json"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
    EXPECT_GT(report.at("totals").at("cancelled"), 0);
}

TEST(ConvertFolder, FailsOnAMissingFolder) {
    const TemporaryFolder folder;
    const Finished finished = convertIn(folder, {"nowhere", "-o", "gltf"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("nowhere"));
}

TEST(ConvertFolder, FailsOnAnUnreadableFolderAndConvertsTheRest) {
    if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
    const TemporaryFolder folder;
    folder.write("art/TROOPER.alo", artFile("Models/TROOPER.alo"));
    folder.write("art/locked/WALKER.ALO", artFile("Models/WALKER.ALO"));
    fs::permissions(folder.path() / "art/locked", fs::perms::none);
    const Finished finished = convertIn(folder, {"art", "-o", "gltf"});
    fs::permissions(folder.path() / "art/locked", fs::perms::owner_all);
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed);
    EXPECT_THAT(filesBelow(folder.path() / "gltf"), ElementsAre("TROOPER.glb"));
}

TEST(ConvertFolder, FailsWhenTheOutputFolderWouldBeAFile) {
    const TemporaryFolder folder;
    folder.write("art/TROOPER.alo", artFile("Models/TROOPER.alo"));
    folder.write("taken", std::string_view("a file"));
    for (const char* output : {"taken/", "taken/below"}) {
        const Finished finished = convertIn(folder, {"art", "-o", output});
        EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
        EXPECT_EQ(textOf(folder.path() / "taken"), "a file");
    }
}

TEST(ConvertFolder, FailsWhenTheOutputFolderCannotBeWritten) {
    if (geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
    const TemporaryFolder folder;
    folder.write("art/TROOPER.alo", artFile("Models/TROOPER.alo"));
    fs::create_directory(folder.path() / "out");
    fs::permissions(folder.path() / "out", fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_EQ(convertIn(folder, {"art", "-o", "out"}).exitCode, cli::kEnvironmentFailed);
    fs::permissions(folder.path() / "out", fs::perms::owner_all);
}

TEST(ConvertFolder, RefusesPlaceholdersInTheOutputFolder) {
    const TemporaryFolder folder;
    folder.write("art/TROOPER.alo", artFile("Models/TROOPER.alo"));
    const Finished finished = convertIn(folder, {"art", "-o", "out{name}/"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("placeholders"));
}

/// Valid file names that programs often mishandle.
const std::vector<std::string> kOddNames = {
    "a b",      "it's",   "say \"hi\"", "..hidden",  "...",         "a..b",
    "-o",       "$HOME",  "${input}",   "{name}",    "{folder}",    "a*b?c[d]e",
    "a,b",      "!bang",  "#hash",      "tab\there", "a:b",         "line\nbreak",
    "\xC4rger", "%2e%2e", "a]b}c",      "~",         "caf\xC3\xA9", std::string(200, 'n')};

TEST(ConvertFolder, KeepsOddNamesBelowTheOutputFolder) {
    const TemporaryFolder folder;
    const std::vector<std::byte> model = artFile("Models/ROOT_ONLY.alo");
    for (const std::string& name : kOddNames)
        folder.write(fmt::format("art/{}/{}.alo", name, name), model);
    const Finished finished = convertIn(folder, {"art", "-o", "gltf"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    for (const std::string& name : kOddNames) {
        EXPECT_TRUE(fs::exists(folder.path() / "gltf" / name / (name + ".glb"))) << name;
        fs::remove(folder.path() / "gltf" / name / (name + ".glb"));
        fs::remove_all(folder.path() / "art" / name);
    }
    EXPECT_THAT(filesBelow(folder.path()), ElementsAre());
}

TEST(ConvertFolder, TakesOddNamesAsArguments) {
    const TemporaryFolder folder;
    const std::vector<std::byte> model = artFile("Models/ROOT_ONLY.alo");
    std::vector<std::string> arguments = {"-o", "gltf"};
    for (const std::string& name : kOddNames) {
        folder.write(name + ".alo", model);
        arguments.push_back("./" + name + ".alo");
    }
    // Would match if one of the names were taken as a pattern.
    folder.write("aXXbYcde.alo", model);
    const Finished finished = convertIn(folder, arguments);
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_EQ(filesBelow(folder.path() / "gltf").size(), kOddNames.size());
}

TEST(ConvertFolder, RefusesNamesThatMightLeaveTheOutputFolder) {
    const TemporaryFolder folder;
    const std::vector<std::byte> model = artFile("Models/ROOT_ONLY.alo");
    folder.write("art/..\\..\\up.alo", model);
    folder.write("art/fine.alo", model);
    // The file system allows this name with .alo and .glb, but not with the longer suffix of a temporary
    // file.
    folder.write("art/" + std::string(251, 'n') + ".alo", model);
    const Finished finished = convertIn(folder, {"art", "-o", "gltf"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("up.glb: output path has a '\\' in a name"));
    EXPECT_THAT(filesBelow(folder.path() / "gltf"), ElementsAre("fine.glb", std::string(251, 'n') + ".glb"));
}

TEST(ConvertFolder, LeavesLinksOutOfTheInputFolderAlone) {
    const TemporaryFolder folder;
    folder.write("elsewhere/SECRET.alo", artFile("Models/ROOT_ONLY.alo"));
    folder.write("art/TROOPER.alo", artFile("Models/TROOPER.alo"));
    fs::create_symlink(folder.path() / "elsewhere/SECRET.alo", folder.path() / "art/link.alo");
    fs::create_symlink(folder.path() / "elsewhere", folder.path() / "art/folder");
    ASSERT_EQ(convertIn(folder, {"art", "-o", "gltf"}).exitCode, cli::kDone);
    EXPECT_THAT(filesBelow(folder.path() / "gltf"), ElementsAre("TROOPER.glb"));
}

TEST(ConvertFolder, WritesThroughNoLinkBelowTheOutputFolder) {
    const TemporaryFolder folder;
    folder.write("art/sub/TROOPER.alo", artFile("Models/TROOPER.alo"));
    fs::create_directories(folder.path() / "elsewhere");
    fs::create_directories(folder.path() / "gltf");
    fs::create_symlink(folder.path() / "elsewhere", folder.path() / "gltf/sub");
    const Finished finished = convertIn(folder, {"art", "-o", "gltf"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(filesBelow(folder.path() / "elsewhere"), ElementsAre());
}

}  // namespace
}  // namespace rigkiln::test
