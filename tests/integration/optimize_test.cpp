#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// Gives every test `full.glb`, a model with two clips and all keys of the source.
class Optimize : public testing::Test {
protected:
    Optimize() {
        for (const char* name : {"TROOPER.alo", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA"})
            folder.write(name, artFile(std::string("Models/") + name));
        EXPECT_EQ(convert("full.glb").exitCode, cli::kDone);
    }

    [[nodiscard]] Finished rigkiln(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    [[nodiscard]] Finished convert(const std::string& output,
                                   const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments = {
            "convert", "TROOPER.alo", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA", "-o", output};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return rigkiln(arguments);
    }

    [[nodiscard]] Finished optimize(const std::string& input, const std::string& output,
                                    const std::string& bound = "5mm",
                                    const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments = {"optimize", input, "-o", output, "--max-error", bound};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return rigkiln(arguments);
    }

    [[nodiscard]] std::vector<std::byte> bytes(const std::string& name) const {
        return readBytes(folder.path() / name);
    }

    TemporaryFolder folder;
};

TEST_F(Optimize, MakesASmallerFileWithinTheBound) {
    const Finished finished = optimize("full.glb", "small.glb", "5mm", {"--report", "report.json"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("the keys of 2 clips were reduced"));
    EXPECT_LT(bytes("small.glb").size(), bytes("full.glb").size());
    EXPECT_EQ(rigkiln({"diff", "full.glb", "small.glb", "--max-error", "5mm"}).exitCode, 0);
    const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
    const nlohmann::json& unit = report.at("units").at(0);
    EXPECT_EQ(unit.at("status"), "written");
    EXPECT_EQ(unit.at("bytes_out"), bytes("small.glb").size());
    ASSERT_THAT(unit.at("reduced_clips"), SizeIs(2));
    EXPECT_LE(unit.at("reduced_clips").at(0).at("max_error"), 0.005);
}

TEST_F(Optimize, LeavesWhatWasReducedToTheSameBoundAsItIs) {
    ASSERT_EQ(optimize("full.glb", "once.glb").exitCode, cli::kDone);
    ASSERT_EQ(optimize("once.glb", "twice.glb").exitCode, cli::kDone);
    EXPECT_EQ(bytes("once.glb"), bytes("twice.glb"));
    ASSERT_EQ(optimize("once.glb", "stricter.glb", "1mm").exitCode, cli::kDone);
    EXPECT_EQ(bytes("once.glb"), bytes("stricter.glb"));
}

TEST_F(Optimize, SaysThatAFileKeepsItsKeysWhereItWouldNotBecomeSmaller) {
    // Its clips would save a few bytes, and their accessors take more.
    for (const char* name : {"SERPENT.alo", "SERPENT_IDLE_00.ala", "SERPENT_IDLE_01.ala"})
        folder.write(name, artFile(std::string("Models/") + name));
    ASSERT_EQ(rigkiln({"convert", "SERPENT.alo", "--with-clips", "-o", "serpent.glb"}).exitCode, cli::kDone);
    const Finished finished = optimize("serpent.glb", "small.glb", "5mm");
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    ASSERT_EQ(bytes("small.glb"), bytes("serpent.glb"));
    EXPECT_THAT(finished.output, HasSubstr("\n2 clips keep all their keys\n"));
    EXPECT_THAT(finished.output, HasSubstr("reduce.all-keys-kept"));
    EXPECT_THAT(finished.output, Not(HasSubstr("reduced:")));
}

TEST_F(Optimize, LeavesWhatAConversionReducedAsItIs) {
    ASSERT_EQ(convert("reduced.glb", {"--max-error", "5mm"}).exitCode, cli::kDone);
    ASSERT_EQ(optimize("reduced.glb", "again.glb").exitCode, cli::kDone);
    EXPECT_EQ(bytes("reduced.glb"), bytes("again.glb"));
}

/// The error is measured against the first file, not against the file between.
TEST_F(Optimize, KeepsALaterLargerBoundToTheFirstSource) {
    ASSERT_EQ(optimize("full.glb", "once.glb", "5mm").exitCode, cli::kDone);
    ASSERT_EQ(optimize("once.glb", "twice.glb", "4cm").exitCode, cli::kDone);
    EXPECT_LT(bytes("twice.glb").size(), bytes("once.glb").size());
    EXPECT_EQ(rigkiln({"diff", "full.glb", "twice.glb", "--max-error", "4cm"}).exitCode, 0);
}

TEST_F(Optimize, GivesTheSameBytesForAnyNumberOfJobs) {
    ASSERT_EQ(optimize("full.glb", "one.glb", "5mm", {"--jobs", "1"}).exitCode, cli::kDone);
    ASSERT_EQ(optimize("full.glb", "four.glb", "5mm", {"--jobs", "4"}).exitCode, cli::kDone);
    EXPECT_EQ(bytes("one.glb"), bytes("four.glb"));
}

TEST_F(Optimize, NeverOverwritesItsInput) {
    const std::vector<std::byte> before = bytes("full.glb");
    const Finished finished = optimize("full.glb", "./full.glb");
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("inputs are never overwritten"));
    EXPECT_EQ(bytes("full.glb"), before);
}

TEST_F(Optimize, WantsABoundAndAFileName) {
    const Finished withoutBound = rigkiln({"optimize", "full.glb", "-o", "small.glb"});
    EXPECT_EQ(withoutBound.exitCode, cli::kBadUsage);
    EXPECT_THAT(withoutBound.errors, HasSubstr("--max-error: is missing"));
    const Finished other = optimize("full.glb", "small.obj");
    EXPECT_EQ(other.exitCode, cli::kBadUsage);
    EXPECT_THAT(other.errors, HasSubstr("expected .glb or .gltf"));
}

TEST_F(Optimize, NamesAFileThatIsNoGltf) {
    const Finished finished = optimize("TROOPER.alo", "small.glb");
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors, HasSubstr("TROOPER.alo"));
    EXPECT_FALSE(fs::exists(folder.path() / "small.glb"));
}

TEST_F(Optimize, GoesToAnotherContainerAndFolderAndBack) {
    ASSERT_EQ(optimize("full.glb", "there/small.gltf").exitCode, cli::kDone);
    ASSERT_EQ(optimize("there/small.gltf", "back.glb").exitCode, cli::kDone);
    ASSERT_EQ(optimize("full.glb", "small.glb").exitCode, cli::kDone);
    EXPECT_EQ(bytes("back.glb"), bytes("small.glb"));
}

TEST_F(Optimize, KilledAtAnyMomentLeavesNoTornFile) {
    constexpr int kKills = kHasSanitizer ? 2 : 15;
    constexpr std::uint64_t kSeed = 20'260'201;
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(optimize("full.glb", "clean.glb").exitCode, cli::kDone);
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
    corpus::Random random(kSeed);
    for (int kill = 0; kill < kKills; ++kill) {
        fs::remove(folder.path() / "killed.glb");
        Program program({"optimize", "full.glb", "-o", "killed.glb", "--max-error", "5mm"},
                        {.folder = folder.path(), .environment = {}, .program = {}});
        std::this_thread::sleep_for(whole * random.unit());
        program.signal(SIGKILL);
        (void)program.wait();
        if (!fs::exists(folder.path() / "killed.glb")) continue;
        EXPECT_EQ(bytes("killed.glb"), bytes("clean.glb")) << "kill " << kill << " of seed " << kSeed;
    }
    ASSERT_EQ(optimize("full.glb", "killed.glb").exitCode, cli::kDone);
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
}

}  // namespace
}  // namespace rigkiln::test
