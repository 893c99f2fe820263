#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

/// `rigkiln ninja`: a job graph as steps of Ninja.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;

class NinjaFile : public testing::Test {
protected:
    NinjaFile() {
        writeArt(folder.path() / "art");
        configure("", "glb");
        const auto then = fs::file_time_type::clock::now() - 1h;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path()))
            fs::last_write_time(entry.path(), then);
    }

    /// Writes a configuration with steps of many kinds. `more` are lines of the top level.
    void configure(const std::string& more, const std::string& container,
                   const std::string& last = "uses: resample, max_error: 0.5mm") const {
        folder.write(
            "art.yaml",
            "rigkiln: 1\n"
            "vars: { output: out }\n" +
                more +
                "textures: [art/Textures]\n"
                "jobs:\n"
                "  files: { uses: scan, root: art, include: [\"**/*.al?\", \"**/*.gs?\", \"**/*.bfres\"] }\n"
                "  read:  { uses: decode, from: files, scale: 0.5, keep: [hidden] }\n"
                "  rigs:  { uses: bind, models: read, clips: read }\n"
                "  last:  { from: rigs, " +
                last +
                " }\n"
                "  out:   { uses: export, from: last, to: gltf, container: " +
                container + ", path: \"${output}/{folder}/{name} x." + container + "\" }\n");
    }

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments, const char* program = "") const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = program});
    }

    [[nodiscard]] std::string ninja() const {
        const Finished finished = run({}, "ninja");
        EXPECT_EQ(finished.exitCode, 0) << finished.text();
        return finished.output;
    }

    TemporaryFolder folder;
};

TEST_F(NinjaFile, MakesTheBytesOfARun) {
    ASSERT_EQ(run({"ninja", "art.yaml", "-o", "build.ninja"}).exitCode, 0);
    static_cast<void>(ninja());
    ASSERT_EQ(run({"run", "art.yaml", "-D", "output=expected"}).exitCode, 0);
    const Tree expected = treeBelow(folder.path() / "expected");
    EXPECT_GT(expected.size(), 10U);
    EXPECT_THAT(differences(expected, treeBelow(folder.path() / "out")), testing::IsEmpty());
}

TEST_F(NinjaFile, RunsExactlyTheStepsOfWhatChanged) {
    ASSERT_EQ(run({"ninja", "art.yaml", "-o", "build.ninja", "--jobs", "2"}).exitCode, 0);
    static_cast<void>(ninja());
    EXPECT_THAT(ninja(), HasSubstr("no work to do"));
    folder.write("art/Textures/Ship.png", readBytes(folder.path() / "art/Textures/steel_glow.png"));
    EXPECT_THAT(ninja(),
                testing::AllOf(HasSubstr("SHIP x.glb"), testing::Not(HasSubstr("OLD_TROOPER x.glb"))));
    fs::remove(folder.path() / "out/Models/SHIP x.glb");
    EXPECT_THAT(ninja(), HasSubstr("[1/1] convert 'out/Models/SHIP x.glb'"));
    EXPECT_THAT(ninja(), HasSubstr("no work to do"));
}

TEST_F(NinjaFile, IsMadeAgainWhenAModelAppears) {
    ASSERT_EQ(run({"ninja", "art.yaml", "-o", "build.ninja"}).exitCode, 0);
    static_cast<void>(ninja());
    folder.write("art/Models/NEW.alo", readBytes(folder.path() / "art/Models/SHIP.ALO"));
    EXPECT_THAT(ninja(), testing::AllOf(HasSubstr("plan build.ninja"), HasSubstr("NEW x.glb")));
    EXPECT_TRUE(fs::exists(folder.path() / "out/Models/NEW x.glb"));
    EXPECT_THAT(ninja(), HasSubstr("no work to do"));
}

TEST_F(NinjaFile, SaysWhichOutputsNeedOneStepForAll) {
    const auto problem = [&] { return run({"ninja", "art.yaml", "-o", "build.ninja"}); };
    configure("", "gltf");
    EXPECT_EQ(problem().exitCode, 2);
    EXPECT_THAT(
        problem().errors,
        HasSubstr(
            "links textures that outputs of other folders share, so no step of its own can make it; let "
            "one step run the whole configuration (`rigkiln run --depfile --stamp`)"));
    configure("", "glb", "uses: merge, by: folder");
    EXPECT_THAT(problem().errors, HasSubstr("is of a job `merge`, so no step of its own can make it"));
    configure("fail_on: [texture.not-found]\n", "glb");
    EXPECT_THAT(problem().errors, HasSubstr("art.yaml: has `fail_on` with single issues"));
    EXPECT_FALSE(fs::exists(folder.path() / "build.ninja"));
}

}  // namespace
}  // namespace rigkiln::test
