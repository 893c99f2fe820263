#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

/// Dependencies written for builds, and how make and Ninja use them.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Depfile : public testing::Test {
protected:
    Depfile() {
        folder.write("art/a.alo", artFile("Models/OLD_TROOPER.alo"));
        folder.write("art/a_move_00.ala", artFile("Models/TROOPER_MOVE_00.ala"));
        folder.write("Textures/armour.dds", artFile("Textures/ARMOUR.DDS"));
        folder.write("config/art.yaml",
                     "rigkiln: 1\n"
                     "state: ../out/.rigkiln\n"
                     "jobs:\n"
                     "  files: { uses: scan, root: ../art, include: [\"**/*.al?\"] }\n"
                     "  rigs: { uses: bind, models: files, clips: files }\n"
                     "  glb: { uses: export, from: rigs, to: gltf, path: \"../out/{name}.glb\" }\n");
        rest();
    }

    /// Makes everything an hour old, so that a change shows whatever the resolution of times.
    void rest() const {
        const auto then = fs::file_time_type::clock::now() - 1h;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path()))
            fs::last_write_time(entry.path(), then);
    }

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    [[nodiscard]] Finished other(const char* program, const std::vector<std::string>& arguments = {}) const {
        return runRigkiln(arguments,
                          {.folder = folder.path(), .environment = {{"MAKEFLAGS", ""}}, .program = program});
    }

    [[nodiscard]] nlohmann::json jsonAt(const std::string& name) const {
        return nlohmann::json::parse(textOf(folder.path() / name));
    }

    [[nodiscard]] fs::file_time_type timeOf(const std::string& name) const {
        return fs::last_write_time(folder.path() / name);
    }

    TemporaryFolder folder;
};

TEST_F(Depfile, NamesWhatWasReadAndFoldersThatWereSearched) {
    ASSERT_EQ(
        run({"convert", "art/a.alo", "-o", "out/a.glb", "--depfile", "a.json", "--depfile-format", "json"})
            .exitCode,
        0);
    const nlohmann::json depfile = jsonAt("a.json");
    EXPECT_EQ(depfile.at("complete"), true);
    EXPECT_THAT(depfile.at("targets"), ElementsAre("out/a.glb"));
    EXPECT_THAT(depfile.at("files"), Contains("art/a.alo"));
    EXPECT_THAT(depfile.at("files"), Contains("Textures/armour.dds"));
    EXPECT_THAT(depfile.at("files"), Not(Contains("art/a_move_00.ala")));
    EXPECT_THAT(depfile.at("folders"), Contains("art"));
    EXPECT_THAT(depfile.at("folders"), Contains("Textures"));
}

TEST_F(Depfile, OfARunIsWholeWhenNothingHadToBeDone) {
    const std::vector<std::string> arguments = {"run",     "config/art.yaml", "--depfile",  "run.d",
                                                "--stamp", "run.ok",          "--progress", "none"};
    ASSERT_EQ(run(arguments).exitCode, 0);
    const std::string first = textOf(folder.path() / "run.d");
    EXPECT_THAT(first, testing::StartsWith("run.ok: \\\n"));
    for (const char* path : {"config/art.yaml", "art/a.alo", "art/a_move_00.ala", "Textures/armour.dds"})
        EXPECT_THAT(first, HasSubstr(std::string("  ") + path + " \\\n")) << path;
    EXPECT_THAT(first, Not(HasSubstr(".rigkiln")));
    fs::remove(folder.path() / "run.d");
    const Finished again = run(arguments);
    EXPECT_THAT(again.output, HasSubstr("1 output was not converted again"));
    EXPECT_EQ(textOf(folder.path() / "run.d"), first);
}

TEST_F(Depfile, OfOptimizeNamesTheInput) {
    ASSERT_EQ(run({"convert", "art/a.alo", "art/a_move_00.ala", "-o", "big.gltf"}).exitCode, 0);
    ASSERT_EQ(run({"optimize", "big.gltf", "-o", "small.glb", "--max-error", "1mm", "--depfile", "o.json",
                   "--depfile-format", "json", "--stamp", "o.ok"})
                  .exitCode,
              0);
    EXPECT_THAT(jsonAt("o.json").at("targets"), ElementsAre("o.ok"));
    EXPECT_THAT(jsonAt("o.json").at("files"), Contains("big.gltf"));
    EXPECT_GT(jsonAt("o.json").at("files").size(), 1U) << "the buffer of the .gltf";
}

TEST_F(Depfile, OfAConversionWithinAFormatNamesTheInput) {
    ASSERT_EQ(run({"convert", "art/a.alo", "-o", "b.alo", "--depfile", "b.d", "--stamp", "b.ok"}).exitCode,
              0);
    EXPECT_EQ(textOf(folder.path() / "b.d"), "b.ok: \\\n  art/a.alo\n\nart/a.alo:\n");
    EXPECT_TRUE(fs::exists(folder.path() / "b.ok"));
}

TEST_F(Depfile, OfAFailureHasTheTargetsMadeAgain) {
    folder.write("art/b.alo", "");
    const std::vector<std::string> arguments = {"convert",   "art",   "-o",      "out",
                                                "--depfile", "out.d", "--stamp", "ok"};
    ASSERT_EQ(run(arguments).exitCode, 1);
    EXPECT_FALSE(fs::exists(folder.path() / "ok"));
    EXPECT_THAT(textOf(folder.path() / "out.d"), HasSubstr("out.d.failed"));
    fs::remove(folder.path() / "art/b.alo");
    ASSERT_EQ(run(arguments).exitCode, 0);
    EXPECT_TRUE(fs::exists(folder.path() / "ok"));
    EXPECT_THAT(textOf(folder.path() / "out.d"), Not(HasSubstr("failed")));
}

TEST_F(Depfile, StaysAsItIsWhenNothingCouldBegin) {
    folder.write("run.d", "of before");
    folder.write("config/art.yaml", "rigkiln: 2\n");
    EXPECT_EQ(run({"run", "config/art.yaml", "--depfile", "run.d", "--stamp", "run.ok"}).exitCode, 2);
    EXPECT_EQ(textOf(folder.path() / "run.d"), "of before");
    EXPECT_FALSE(fs::exists(folder.path() / "run.ok"));
}

TEST_F(Depfile, ThatCannotBeWrittenFailsTheCommand) {
    folder.write("taken/x", "");
    const Finished failed =
        run({"convert", "art/a.alo", "-o", "a.glb", "--depfile", "taken", "--stamp", "a.ok"});
    EXPECT_EQ(failed.exitCode, 3);
    EXPECT_THAT(failed.errors, HasSubstr("taken: is a folder, expected a file"));
    EXPECT_FALSE(fs::exists(folder.path() / "a.ok"));
    EXPECT_EQ(run({"convert", "art/a.alo", "-o", "a.glb", "--stamp", "taken"}).exitCode, 3);
}

TEST_F(Depfile, RefusesOneFileForTwoThings) {
    EXPECT_THAT(run({"convert", "art/a.alo", "-o", "a.glb", "--depfile", "x", "--stamp", "x"}).errors,
                HasSubstr("--stamp x: --depfile is written there already; name another file"));
    EXPECT_THAT(run({"convert", "art/a.alo", "-o", "a.glb", "--depfile", "a.glb"}).errors,
                HasSubstr("--output a.glb: --depfile is written there already; name another file"));
    EXPECT_THAT(run({"convert", "art/a.alo", "-o", "a.glb", "--depfile", "-"}).errors,
                HasSubstr("--depfile -: is standard output, expected a file"));
    EXPECT_THAT(run({"run", "config/art.yaml", "--only-failed", "x", "--stamp", "y"}).errors,
                HasSubstr("--only-failed: makes a part of the outputs, and --stamp tells of all of them"));
}

TEST_F(Depfile, UnchangedOutputsKeepTheirTimeUnlessTheyAreToBeTouched) {
    const std::vector<std::string> convert = {"convert", "art/a.alo", "-o", "a.glb"};
    std::vector<std::string> touching = {"convert", "art/a.alo", "-o", "a.glb", "--touch-unchanged"};
    ASSERT_EQ(run(convert).exitCode, 0);
    rest();
    const auto before = timeOf("a.glb");
    ASSERT_EQ(run(convert).exitCode, 0);
    EXPECT_EQ(timeOf("a.glb"), before);
    ASSERT_EQ(run(touching).exitCode, 0);
    EXPECT_GT(timeOf("a.glb"), before + 30min);
}

TEST_F(Depfile, OutputsOfARunAreTouchedAndRemembered) {
    const std::vector<std::string> arguments = {"run", "config/art.yaml", "--touch-unchanged"};
    ASSERT_EQ(run(arguments).exitCode, 0);
    rest();
    const auto before = timeOf("out/a.glb");
    for (int i = 0; i < 2; ++i) {
        EXPECT_THAT(run(arguments).output, HasSubstr("1 output was not converted again"));
        EXPECT_GT(timeOf("out/a.glb"), before + 30min);
    }
}

TEST_F(Depfile, LetsMakeAndNinjaReadEveryName) {
    // Textures are looked for by name, so awkward names are those of folders.
    const std::vector<std::string> names = {"with space", "hash#",       "dollar$x",
                                            "co:lon",     "back\\slash", "h\xC3\xA9ros",
                                            "per%cent",   "~tilde",      "plus+,=@!(){}"};
    std::string options;
    for (const std::string& name : names) {
        folder.write(name + "/a" + std::to_string(options.size()) + ".alo",
                     artFile("Models/OLD_TROOPER.alo"));
        folder.write(name + "/armour.dds", artFile("Textures/ARMOUR.DDS"));
        folder.write(name + "/armour_bump.png", artFile("Textures/armour_bump.png"));
        options += " './" + name + "'";
    }
    rest();
    folder.write("convert.sh", RIGKILN_PROGRAM " convert" + options +
                                   " -o out --jobs 1 --depfile stamp.d --stamp stamp && echo ran >> ran\n");
    const std::string command = "sh convert.sh";
    folder.write("Makefile", "stamp:\n\t" + command + "\n-include stamp.d\n");
    folder.write("build.ninja",
                 "rule r\n  command = " + command + "\n  depfile = stamp.d\n  deps = gcc\nbuild stamp: r\n");
    for (const char* program : {"make", "ninja"}) {
        fs::remove(folder.path() / "stamp");
        folder.write("ran", "");
        const Finished first = other(program);
        ASSERT_EQ(first.exitCode, 0) << first.text();
        EXPECT_EQ(other(program).exitCode, 0);
        EXPECT_EQ(textOf(folder.path() / "ran"), "ran\n") << program << " runs it once";
        std::string expected = "ran\n";
        for (const std::string& name : names) {
            // The clock of file systems ticks every few milliseconds.
            fs::last_write_time(folder.path() / name / "armour.dds", fs::file_time_type::clock::now() + 1ms);
            fs::last_write_time(folder.path() / "stamp", fs::file_time_type::clock::now() - 1s);
            const Finished again = other(program);
            EXPECT_EQ(again.exitCode, 0) << again.text();
            expected += "ran\n";
            EXPECT_EQ(textOf(folder.path() / "ran"), expected) << program << ", " << name;
            rest();
            fs::last_write_time(folder.path() / "stamp", fs::file_time_type::clock::now() - 1min);
        }
    }
}

TEST_F(Depfile, RunsAStepEveryTimeWhoseNamesItCannotHold) {
    folder.write("semi;colon/a.alo", artFile("Models/OLD_TROOPER.alo"));
    const Finished finished = run({"convert", "semi;colon/a.alo", "-o", "a.glb", "--depfile", "a.d"});
    EXPECT_EQ(finished.exitCode, 0);
    EXPECT_THAT(finished.errors,
                HasSubstr("semi;colon/a.alo': has a name that no depfile can hold, so this step "
                          "runs every time; rename it, or use --depfile-format json"));
    EXPECT_THAT(textOf(folder.path() / "a.d"), HasSubstr("a.d.beyond"));
}

TEST_F(Depfile, LetsMakeSettleBesideTheSources) {
    folder.write("log/ran", "");
    folder.write(
        "art/Makefile",
        "a.glb: a.alo\n\t" RIGKILN_PROGRAM
        " convert a.alo -o a.glb --jobs 1 --touch-unchanged --depfile ../log/a.d && echo ran >> ../log/ran\n"
        "-include ../log/a.d\n");
    rest();
    const auto make = [&] { return other("make", {"-C", "art"}); };
    ASSERT_EQ(make().exitCode, 0);
    EXPECT_THAT(make().output, HasSubstr("'a.glb' is up to date"));
    folder.write("art/new.tga", "a new file beside the model may be a texture that it misses");
    fs::last_write_time(folder.path() / "art", fs::file_time_type::clock::now() + 10ms);
    EXPECT_EQ(make().exitCode, 0);
    EXPECT_EQ(textOf(folder.path() / "log/ran"), "ran\nran\n");
    fs::last_write_time(folder.path() / "art", fs::file_time_type::clock::now() - 1min);
    EXPECT_THAT(make().output, HasSubstr("'a.glb' is up to date"));
}

}  // namespace
}  // namespace rigkiln::test
