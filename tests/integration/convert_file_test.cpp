#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/art.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Gives every test a folder with a model, two of its clips and a second model.
class ConvertFile : public testing::Test {
protected:
    ConvertFile() {
        for (const char* name :
             {"TROOPER.alo", "WALKER.ALO", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA", "P_SMOKE.ALO"})
            folder.write(name, artFile(std::string("Models/") + name));
    }

    [[nodiscard]] Finished convert(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "convert");
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    [[nodiscard]] nlohmann::json glb(const std::string& name) const {
        return jsonOfGlb(readBytes(folder.path() / name));
    }

    [[nodiscard]] bool exists(const std::string& name) const { return fs::exists(folder.path() / name); }

    TemporaryFolder folder;
};

TEST_F(ConvertFile, MakesOneFileOfAModelAndItsClips) {
    const Finished finished =
        convert({"TROOPER.alo", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA", "-o", "hero.glb"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const nlohmann::json gltf = glb("hero.glb");
    EXPECT_FALSE(gltf.at("meshes").empty());
    ASSERT_EQ(gltf.at("animations").size(), 2U);
    EXPECT_EQ(gltf.at("animations")[0].at("name"), "TROOPER_IDLE_00");
    EXPECT_EQ(gltf.at("animations")[1].at("name"), "TROOPER_MOVE_01");
}

TEST_F(ConvertFile, TakesTheInputsInAnyOrder) {
    ASSERT_EQ(convert({"TROOPER.alo", "TROOPER_IDLE_00.ala", "-o", "first.glb"}).exitCode, cli::kDone);
    ASSERT_EQ(convert({"TROOPER_IDLE_00.ala", "TROOPER.alo", "-o", "second.glb"}).exitCode, cli::kDone);
    EXPECT_EQ(glb("first.glb").at("animations").size(), 1U);
    EXPECT_EQ(readBytes(folder.path() / "first.glb"), readBytes(folder.path() / "second.glb"));
}

TEST_F(ConvertFile, MakesASkeletonOfAClipAlone) {
    const Finished finished = convert({"TROOPER_IDLE_00.ala", "-o", "idle.glb"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const nlohmann::json gltf = glb("idle.glb");
    EXPECT_FALSE(gltf.contains("meshes"));
    EXPECT_FALSE(gltf.at("nodes").empty());
    EXPECT_EQ(gltf.at("animations").size(), 1U);
}

TEST_F(ConvertFile, WritesJsonWithABufferBesideItForGltf) {
    const Finished finished = convert({"TROOPER.alo", "-o", "out/hero.gltf"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const nlohmann::json gltf = nlohmann::json::parse(textOf(folder.path() / "out/hero.gltf"));
    const std::string buffer = gltf.at("buffers")[0].at("uri");
    EXPECT_EQ(fs::file_size(folder.path() / "out" / buffer), gltf.at("buffers")[0].at("byteLength"));
}

TEST_F(ConvertFile, ReadsWhatItWroteAndWritesTheSame) {
    ASSERT_EQ(convert({"TROOPER.alo", "TROOPER_IDLE_00.ala", "-o", "out/hero.gltf"}).exitCode, cli::kDone);
    const Finished first = convert({"out/hero.gltf", "-o", "first.glb"});
    ASSERT_EQ(first.exitCode, cli::kDone) << first.text();
    ASSERT_EQ(convert({"first.glb", "-o", "second.glb"}).exitCode, cli::kDone);
    EXPECT_EQ(glb("first.glb").at("animations").size(), 1U);
    EXPECT_EQ(readBytes(folder.path() / "first.glb").size(), readBytes(folder.path() / "second.glb").size());
}

TEST_F(ConvertFile, SaysWhichFileBesideTheAssetIsMissing) {
    ASSERT_EQ(convert({"TROOPER.alo", "-o", "out/hero.gltf"}).exitCode, cli::kDone);
    const nlohmann::json gltf = nlohmann::json::parse(textOf(folder.path() / "out/hero.gltf"));
    const std::string buffer = gltf.at("buffers")[0].at("uri");
    ASSERT_TRUE(fs::remove(folder.path() / "out" / buffer));
    const Finished finished = convert({"out/hero.gltf", "-o", "hero.glb"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.output, HasSubstr("hero.gltf: buffers[0].uri: "));
    EXPECT_THAT(finished.output, HasSubstr(buffer + ": cannot be read: No such file or directory"));
}

TEST_F(ConvertFile, TakesOptionsOfTheTables) {
    ASSERT_EQ(convert({"WALKER.ALO", "-o", "small.glb", "--scale", "0.5"}).exitCode, cli::kDone);
    ASSERT_EQ(convert({"WALKER.ALO", "-o", "large.glb"}).exitCode, cli::kDone);
    const auto top = [&](const char* name) {
        double highest = 0;
        const nlohmann::json gltf = glb(name);
        for (const nlohmann::json& accessor : gltf.at("accessors")) {
            if (accessor.value("type", "") == "VEC3" && accessor.contains("max"))
                highest = std::max(highest, accessor.at("max")[1].get<double>());
        }
        return highest;
    };
    EXPECT_GT(top("large.glb"), 0);
    EXPECT_NEAR(top("small.glb"), top("large.glb") / 2, 1e-4);
}

TEST_F(ConvertFile, TakesOptionsInFrontOfTheInputs) {
    const Finished finished =
        convert({"--keep", "collision,shadow", "--textures", ".", "--jobs", "1", "--rate", "15fps",
                 "TROOPER.alo", "TROOPER_IDLE_00.ala", "-o", "hero.glb"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
}

TEST_F(ConvertFile, GivesATerminalNoOrdersFromNames) {
    const Finished finished = convertIn(folder, {"a\x1B[2J\xC2\x9B"
                                                 "1m\x7F_\xC2\xA0.alo",
                                                 "-o", "out.glb"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("a\\x1B[2J\\x9B1m\\x7F_\xC2\xA0.alo"));
}

TEST_F(ConvertFile, RefusesAnUnknownExtension) {
    const Finished finished = convert({"TROOPER.alo", "-o", "hero.fbx"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("'.fbx' is no extension of glTF 2.0 (.glb, .gltf)"));
    EXPECT_FALSE(exists("hero.fbx"));
}

TEST_F(ConvertFile, RefusesAnUnknownTarget) {
    const Finished finished = convert({"TROOPER.alo", "-o", "out/", "--to", "gltff"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("did you mean 'gltf'?"));
}

TEST_F(ConvertFile, RefusesTwoModelsForOneFile) {
    const Finished finished = convert({"TROOPER.alo", "WALKER.ALO", "-o", "both.glb"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("WALKER.ALO"));
    EXPECT_THAT(finished.errors, HasSubstr("one output file takes one model"));
    EXPECT_FALSE(exists("both.glb"));
}

TEST_F(ConvertFile, RefusesSeveralClipsWithoutAModelForOneFile) {
    const Finished finished = convert({"TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA", "-o", "clips.glb"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("2 clips without a model"));
}

TEST_F(ConvertFile, RefusesAFolderForOneFile) {
    const Finished finished = convert({".", "-o", "hero.glb"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("is a folder"));
}

TEST_F(ConvertFile, SaysThatAParticleSystemHoldsNothingToConvert) {
    const Finished finished = convert({"P_SMOKE.ALO", "-o", "smoke.glb"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors, HasSubstr("P_SMOKE.ALO"));
    EXPECT_THAT(finished.errors, HasSubstr("particle system"));
}

TEST_F(ConvertFile, SaysThatAFileIsOfNoKnownFormat) {
    folder.write("notes.txt", std::string_view("hello"));
    const Finished finished = convert({"notes.txt", "-o", "notes.glb"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors, HasSubstr("notes.txt: is of no format"));
}

TEST_F(ConvertFile, SaysWhatAnImageIsFor) {
    folder.write("skin.dds", corpus::makeTextures(1).front().bytes);
    for (const char* output : {"skin.glb", "out/"}) {
        const Finished finished = convert({"skin.dds", "-o", output});
        EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
        EXPECT_THAT(finished.errors, HasSubstr("skin.dds: is an image (DirectDraw surface), which is "
                                               "converted with the models that name it"));
    }
}

TEST_F(ConvertFile, NamesInputsThatAreOfNoUseBesideOthers) {
    folder.write("skin.dds", corpus::makeTextures(1).front().bytes);
    folder.write("notes.txt", std::string_view("hello"));
    const Finished finished = convert({"TROOPER.alo", "skin.dds", "notes.txt", "-o", "out/"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("skin.dds: is an image"));
    EXPECT_THAT(finished.errors, HasSubstr("notes.txt: is of no format this program reads"));
    EXPECT_TRUE(exists("out/TROOPER.glb"));
}

TEST_F(ConvertFile, TellsOfClipsBesideAModel) {
    for (const char* output : {"hero.glb", "out/"}) {
        const Finished finished = convert({"TROOPER.alo", "-o", output});
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        EXPECT_EQ(finished.errors,
                  "rigkiln: TROOPER.alo: 2 clips of this model lie beside it: --with-clips takes them\n");
    }
    EXPECT_EQ(convert({"WALKER.ALO", "-o", "walker.glb"}).errors, "");
}

TEST_F(ConvertFile, TakesClipsBesideAModelOnRequest) {
    const Finished finished = convert({"TROOPER.alo", "--with-clips", "-o", "hero.glb"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_EQ(finished.errors, "");
    ASSERT_EQ(
        convert({"TROOPER.alo", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA", "-o", "named.glb"}).exitCode,
        cli::kDone);
    EXPECT_EQ(readBytes(folder.path() / "hero.glb"), readBytes(folder.path() / "named.glb"));
    ASSERT_EQ(convert({"TROOPER.alo", "WALKER.ALO", "--with-clips", "-o", "out/"}).exitCode, cli::kDone);
    EXPECT_EQ(glb("out/TROOPER.glb").at("animations").size(), 2U);
}

TEST_F(ConvertFile, LeavesClipsToTheModelWithTheLongerName) {
    folder.write("TROOPER_IDLE.alo", artFile("Models/TROOPER.alo"));
    ASSERT_EQ(convert({"TROOPER.alo", "--with-clips", "-o", "hero.glb"}).exitCode, cli::kDone);
    ASSERT_EQ(glb("hero.glb").at("animations").size(), 1U);
    EXPECT_EQ(glb("hero.glb").at("animations")[0].at("name"), "TROOPER_MOVE_01");
}

TEST_F(ConvertFile, SaysThatThereAreNoClipsToTake) {
    const Finished finished = convert({"WALKER.ALO", "--with-clips", "-o", "hero.glb"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("--with-clips does nothing here"));
}

TEST_F(ConvertFile, FailsOnAMissingInput) {
    for (const char* output : {"out.glb", "out/"}) {
        const Finished finished = convert({"missing.alo", "-o", output});
        EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
        EXPECT_THAT(finished.errors, HasSubstr("missing.alo"));
    }
}

TEST_F(ConvertFile, FailsOnNamesThatNoFileCanHave) {
    const std::string tooLong(5000, 'x');
    for (const std::string& output : {std::string("out.glb"), std::string("out/"), tooLong}) {
        const Finished finished = convert({tooLong + ".alo", "-o", output});
        EXPECT_THAT(finished.exitCode, testing::AnyOf(cli::kBadUsage, cli::kEnvironmentFailed))
            << finished.text();
    }
}

TEST_F(ConvertFile, FailsWhenAFileStandsWhereTheFolderOfTheOutputWouldBe) {
    const Finished finished = convert({"TROOPER.alo", "-o", "WALKER.ALO/hero.glb"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("stopped: WALKER.ALO: "));
}

TEST_F(ConvertFile, ReplacesAnEarlierOutput) {
    folder.write("hero.glb", std::string_view("old"));
    ASSERT_EQ(convert({"TROOPER.alo", "-o", "hero.glb"}).exitCode, cli::kDone);
    EXPECT_FALSE(glb("hero.glb").empty());
}

TEST_F(ConvertFile, NeverOverwritesItsOwnInput) {
    folder.write("model.glb", artFile("Models/TROOPER.alo"));
    const Finished finished = convert({"model.glb", "-o", "model.glb"});
    EXPECT_NE(finished.exitCode, cli::kDone);
    EXPECT_EQ(readBytes(folder.path() / "model.glb"), artFile("Models/TROOPER.alo"));
}

TEST_F(ConvertFile, FollowsALinkThatAPersonNames) {
    fs::create_symlink("TROOPER.alo", folder.path() / "link.alo");
    const Finished finished = convert({"link.alo", "-o", "link.glb"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_EQ(glb("link.glb").at("scenes")[0].at("name"), "link");
}

TEST_F(ConvertFile, ReturnsTheSameBytesWithinOneFormat) {
    for (const char* name : {"TROOPER.alo", "WALKER.ALO", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA"}) {
        const std::string copy = "copies/copy" + fs::path(name).extension().string();
        const Finished finished = convert({name, "-o", copy});
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
        EXPECT_EQ(readBytes(folder.path() / copy), readBytes(folder.path() / name)) << name;
    }
}

TEST_F(ConvertFile, MakesNoClipOfAModel) {
    const Finished finished = convert({"TROOPER.alo", "-o", "hero.ala"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors, HasSubstr("TROOPER.alo: is no Alamo animation"));
    EXPECT_FALSE(exists("hero.ala"));
}

TEST_F(ConvertFile, CopiesNoDamagedFileWithinOneFormat) {
    const std::vector<std::byte> whole = artFile("Models/TROOPER.alo");
    folder.write("cut.alo", std::span(whole).first(whole.size() / 2));
    const Finished finished = convert({"cut.alo", "-o", "copy.alo"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors, testing::ContainsRegex("cut\\.alo: .* at 0x[0-9A-F]+: "));
    EXPECT_FALSE(exists("copy.alo"));
}

TEST_F(ConvertFile, TakesOneFileWithinOneFormat) {
    EXPECT_EQ(convert({"TROOPER.alo", "WALKER.ALO", "-o", "both.alo"}).exitCode, cli::kBadUsage);
    EXPECT_EQ(convert({".", "-o", "all.alo"}).exitCode, cli::kBadUsage);
    EXPECT_EQ(convert({"TROOPER.alo", "-o", "copies/", "--to", "alo"}).exitCode, cli::kBadUsage);
}

TEST_F(ConvertFile, ReportGoesToADeviceWithoutReplacingIt) {
    const Finished finished = convert({"TROOPER.alo", "-o", "hero.glb", "--report", "/dev/null"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(ConvertFile, GoesOnWhenNobodyReadsItsOutput) {
    // `true` closes the pipe before the program writes.
    const Finished finished = Program({"-c", std::string("set -o pipefail; '") + RIGKILN_PROGRAM +
                                                 "' convert TROOPER.alo -o hero.glb | true"},
                                      {.folder = folder.path(), .environment = {}, .program = "bash"})
                                  .wait();
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_TRUE(exists("hero.glb"));
}

}  // namespace
}  // namespace rigkiln::test
