#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

/// The example projects of docs/examples, built as their users would.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

struct BuildSystem {
    const char* folder;              ///< of the example
    std::vector<std::string> setUp;  ///< command that is run once; may be empty
    std::vector<std::string> build;
    const char* outputs;      ///< folder
    bool hasLibrary = false;  ///< a step converts the whole configuration, too
};

class Examples : public testing::TestWithParam<BuildSystem> {
protected:
    Examples() {
        fs::copy(fs::path(RIGKILN_EXAMPLES_FOLDER) / GetParam().folder, project(),
                 fs::copy_options::recursive);
        for (const char* name : {"hero", "squire"})
            folder.write(std::string("project/art/models/") + name + ".alo",
                         artFile("Models/OLD_TROOPER.alo"));
        folder.write("project/art/models/ship.alo", artFile("Models/SHIP.ALO"));
        folder.write("project/art/models/ship_idle_00.ala", artFile("Models/SHIP_IDLE_00.ala"));
        folder.write("project/art/Textures/armour.dds", artFile("Textures/ARMOUR.DDS"));
        folder.write("project/art/Textures/ship.png", artFile("Textures/Ship.png"));
        // An installed tree, elsewhere than it was made for, whose program notes its command lines.
        folder.write("prefix/bin/rigkiln",
                     "#!/bin/sh\necho \"$*\" >> " + log().string() + "\nexec " RIGKILN_PROGRAM " \"$@\"\n");
        fs::permissions(folder.path() / "prefix/bin/rigkiln", fs::perms::owner_all);
        fs::create_directories(folder.path() / "prefix/share/cmake");
        fs::copy(RIGKILN_CMAKE_PACKAGE, folder.path() / "prefix/share/cmake/rigkiln");
        const auto then = fs::file_time_type::clock::now() - 1h;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path()))
            fs::last_write_time(entry.path(), then);
        if (!GetParam().setUp.empty()) run(GetParam().setUp);
    }

    [[nodiscard]] fs::path project() const { return folder.path() / "project"; }
    [[nodiscard]] fs::path log() const { return folder.path() / "log"; }
    [[nodiscard]] fs::path output(const std::string& name) const {
        return project() / GetParam().outputs / (name + ".glb");
    }

    void run(const std::vector<std::string>& command) const {
        const Finished finished = start(command);
        EXPECT_EQ(finished.exitCode, 0) << finished.text();
    }

    [[nodiscard]] Finished start(std::vector<std::string> command) const {
        const std::string program = command.front();
        command.erase(command.begin());
        const std::string prefix = (folder.path() / "prefix").string();
        const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing sets variables
        return runRigkiln(command, {.folder = project(),
                                    .environment = {{"MAKEFLAGS", ""},
                                                    {"CMAKE_PREFIX_PATH", prefix},
                                                    {"PATH", prefix + "/bin:" + path}},
                                    .program = program});
    }

    /// Builds, and returns the models that were converted; "library" for a whole configuration.
    std::vector<std::string> build() const {
        folder.write("log", "");
        run(GetParam().build);
        std::vector<std::string> steps;
        std::istringstream lines(textOf(log()));
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("run ")) steps.emplace_back("library");
            for (const char* name : {"hero", "squire", "ship"}) {
                if (line.starts_with("convert ") &&
                    line.find(std::string(name) + ".alo") != std::string::npos)
                    steps.emplace_back(name);
            }
        }
        return steps;
    }

    [[nodiscard]] std::vector<std::string> withLibrary(std::vector<std::string> steps) const {
        if (GetParam().hasLibrary) steps.emplace_back("library");
        return steps;
    }

    TemporaryFolder folder;
};

TEST_P(Examples, BuildExactlyWhatChanged) {
    EXPECT_THAT(build(), UnorderedElementsAreArray(withLibrary({"hero", "squire", "ship"})));
    EXPECT_THAT(build(), IsEmpty()) << "nothing was touched";

    const std::vector<std::byte> before = readBytes(output("hero"));
    folder.write("project/art/Textures/armour.dds", artFile("Textures/Helmet.DDS"));
    EXPECT_THAT(build(), UnorderedElementsAreArray(withLibrary({"hero", "squire"})));
    EXPECT_NE(readBytes(output("hero")), before);
    EXPECT_THAT(build(), IsEmpty());

    fs::remove(output("ship"));
    EXPECT_THAT(build(), UnorderedElementsAre("ship"));
    EXPECT_TRUE(fs::exists(output("ship")));
    EXPECT_THAT(build(), IsEmpty());
}

TEST_P(Examples, SettleWhenNoByteChanges) {
    build();
    fs::last_write_time(project() / "art/models/ship.alo", fs::file_time_type::clock::now());
    EXPECT_THAT(build(), UnorderedElementsAreArray(withLibrary({"ship"})));
    EXPECT_THAT(build(), IsEmpty());
}

TEST_P(Examples, SeeATextureThatAppears) {
    fs::remove(project() / "art/Textures/ship.png");
    build();
    EXPECT_THAT(build(), IsEmpty());
    folder.write("project/art/Textures/ship.png", artFile("Textures/Ship.png"));
    // All of them looked there.
    EXPECT_THAT(build(), UnorderedElementsAreArray(withLibrary({"hero", "squire", "ship"})));
    EXPECT_THAT(build(), IsEmpty());
}

TEST_P(Examples, GoOnAfterAFailure) {
    build();
    const std::vector<std::byte> model = readBytes(project() / "art/models/ship.alo");
    folder.write("project/art/models/ship.alo", "");
    for (int i = 0; i < 2; ++i)
        EXPECT_NE(start(GetParam().build).exitCode, 0) << "a failure is not forgotten";
    folder.write("project/art/models/ship.alo", model);
    EXPECT_THAT(build(), testing::Contains("ship"));
    EXPECT_THAT(build(), IsEmpty());
}

TEST_P(Examples, MakeALibraryThatComesBack) {
    if (!GetParam().hasLibrary) return;
    build();
    fs::remove(project() / GetParam().outputs / "library/hero.glb");
    EXPECT_THAT(build(), UnorderedElementsAre("library"));
    EXPECT_TRUE(fs::exists(project() / GetParam().outputs / "library/hero.glb"));
    EXPECT_THAT(build(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Of, Examples,
    testing::Values(
        BuildSystem{"make", {}, {"make", "-j2"}, "out"}, BuildSystem{"ninja", {}, {"ninja"}, "out"},
        BuildSystem{"meson", {"meson", "setup", "build"}, {"ninja", "-C", "build"}, "build"},
        BuildSystem{
            "cmake", {"cmake", "-G", "Ninja", "-B", "build"}, {"cmake", "--build", "build"}, "build", true},
        BuildSystem{"cmake",
                    {"cmake", "-G", "Unix Makefiles", "-B", "build"},
                    {"cmake", "--build", "build"},
                    "build",
                    true}),
    [](const testing::TestParamInfo<BuildSystem>& tested) {
        const bool isMakefiles = tested.param.setUp.size() > 2 && tested.param.setUp[2] == "Unix Makefiles";
        return std::string(tested.param.folder) + (isMakefiles ? "_makefiles" : "");
    });

}  // namespace
}  // namespace rigkiln::test
