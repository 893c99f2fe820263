#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

/// The program as a step of builds.
namespace rigkiln::test {
namespace {

class Make : public testing::Test {
protected:
    Make() {
        for (const char* name : {"a", "b", "c"})
            folder.write(std::string("art/") + name + ".alo", artFile("Models/TROOPER.alo"));
    }

    /// Runs make with a rule that converts each model. `prefix` begins its line.
    [[nodiscard]] Finished make(const std::string& prefix) const {
        folder.write("Makefile",
                     "all: a.glb b.glb c.glb\n"
                     "%.glb: art/%.alo\n"
                     "\t" +
                         prefix + RIGKILN_PROGRAM " convert $< -o $@ --jobs 8\n");
        return runProgram({"-j2"});
    }

    [[nodiscard]] Finished runProgram(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments,
                          {.folder = folder.path(), .environment = {{"MAKEFLAGS", ""}}, .program = "make"});
    }

    TemporaryFolder folder;
};

TEST_F(Make, SharesItsJobsWithTheStepsOfABuild) {
    const Finished finished = make("+");
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_EQ(finished.errors, "") << "also make counts its tokens at the end, and says when one is missing";
    for (const char* name : {"a.glb", "b.glb", "c.glb"})
        EXPECT_TRUE(std::filesystem::exists(folder.path() / name)) << name;
}

TEST_F(Make, IsToldOfWhereItKeepsItsJobsToItself) {
    const Finished finished = make("");
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_THAT(finished.errors,
                testing::ContainsRegex("warning: MAKEFLAGS names a job server [(][0-9]+,[0-9]+[)] that is "
                                       "not open here, so 1 processor is "
                                       "used; begin the line of the makefile with [+], or unset MAKEFLAGS"));
}

}  // namespace
}  // namespace rigkiln::test
