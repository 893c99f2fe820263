#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

/// docs/examples/library, built against an installed tree that was moved.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

class LibraryExample : public testing::Test {
protected:
    LibraryExample() {
        for (const char* component : {"library", "development"})
            run("cmake",
                {"--install", RIGKILN_BUILD_FOLDER, "--component", component, "--prefix", path("installed")});
        fs::rename(path("installed"), path("prefix"));
        fs::copy(fs::path(RIGKILN_EXAMPLES_FOLDER) / "library", path("project"));
    }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder.path() / name).string(); }

    Finished start(const std::string& program, const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(),
                                      .environment = {{"CMAKE_PREFIX_PATH", path("prefix")}},
                                      .program = program});
    }

    void run(const std::string& program, const std::vector<std::string>& arguments) const {
        const Finished finished = start(program, arguments);
        ASSERT_EQ(finished.exitCode, 0) << finished.text();
    }

    TemporaryFolder folder;
};

TEST_F(LibraryExample, ConvertsWhatTheProgramConverts) {
    run("cmake", {"-G", "Ninja", "-S", "project", "-B", "build", "-DCMAKE_CXX_COMPILER=" RIGKILN_COMPILER});
    run("cmake", {"--build", "build"});
    folder.write("ship.alo", artFile("Models/SHIP.ALO"));
    folder.write("ship_idle_00.ala", artFile("Models/SHIP_IDLE_00.ala"));
    folder.write("ship.png", artFile("Textures/Ship.png"));
    run("build/embed", {"out.glb", "ship.alo", "ship_idle_00.ala"});
    run(RIGKILN_PROGRAM,
        {"convert", "ship.alo", "ship_idle_00.ala", "-o", "expected.glb", "--max-error", "0.5mm"});
    EXPECT_EQ(readBytes(path("out.glb")), readBytes(path("expected.glb")));

    folder.write("cut.alo", std::vector<std::byte>(artFile("Models/SHIP.ALO").size() / 2));
    const Finished failed = start("build/embed", {"cut.glb", "cut.alo"});
    EXPECT_EQ(failed.exitCode, 1);
    EXPECT_THAT(failed.errors, HasSubstr("cut.alo"));
    EXPECT_FALSE(fs::exists(path("cut.glb")));
}

TEST_F(LibraryExample, ShowsItsFunctionsAndNoneOfTheLibrariesInside) {
    const Finished names = start("nm", {"-D", "-C", "--defined-only", "prefix/" RIGKILN_LIBRARY_FILE});
    EXPECT_EQ(names.exitCode, 0) << names.text();
    std::vector<std::string> functions;
    std::istringstream lines(names.output);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t name = line.find(" T ");
        if (name == std::string::npos) continue;
        functions.push_back(line.substr(name + 3, line.find_first_of("([", name) - name - 3));
    }
    EXPECT_THAT(functions, UnorderedElementsAre("rigkiln::convert", "rigkiln::convertVersion",
                                                "rigkiln::ConvertResult::find", "rigkiln::ConvertIssue::text",
                                                "rigkiln::ConvertError::text"))
        << names.output;
}

TEST_F(LibraryExample, FindsTheProgramOnlyWhereItIsInstalled) {
    folder.write("project/CMakeLists.txt",
                 "cmake_minimum_required(VERSION 3.20)\nproject(embed LANGUAGES CXX)\n"
                 "find_package(rigkiln REQUIRED COMPONENTS ${parts})\n"
                 "message(STATUS \"library ${rigkiln_library_FOUND} program ${rigkiln_program_FOUND}\")\n");
    int number = 0;
    const auto configure = [&](const std::string& parts) {
        return start("cmake", {"-G", "Ninja", "-S", "project", "-B", "build" + std::to_string(number++),
                               "-Dparts=" + parts, "-DCMAKE_CXX_COMPILER=" RIGKILN_COMPILER});
    };
    EXPECT_NE(configure("program").exitCode, 0);
    fs::create_directories(path("prefix/bin"));
    fs::copy(RIGKILN_PROGRAM, path("prefix/bin/rigkiln"));
    fs::create_directories(path("prefix/share/cmake"));
    fs::copy(RIGKILN_CMAKE_PACKAGE, path("prefix/share/cmake/rigkiln"));
    const Finished both = configure("library;program");
    EXPECT_THAT(both.output, HasSubstr("library TRUE program TRUE")) << both.text();

    fs::remove_all(path("prefix/lib"));
    EXPECT_THAT(configure("program").output, HasSubstr("program TRUE"));
    const Finished none = configure("library");
    EXPECT_NE(none.exitCode, 0);
    EXPECT_THAT(none.errors, HasSubstr("librigkiln-dev has library"));
}

}  // namespace
}  // namespace rigkiln::test
