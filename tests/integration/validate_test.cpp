#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/program.hpp"
#include "tests/support/gltf_validation/sound_document.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

using gltf_validation::test::asGlb;
using gltf_validation::test::asGltf;
using gltf_validation::test::soundDocument;
using testing::HasSubstr;
using testing::Not;

class ValidateCommand : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("sound.glb", asGlb(soundDocument()));
        auto warned = soundDocument();
        warned.json["nodes"][0]["colour"] = 1;
        folder_.write("warned.gltf", asGltf(warned));
        auto wrong = soundDocument();
        wrong.json["accessors"][0]["max"][0] = 7;
        folder_.write("wrong.gltf", asGltf(wrong));
    }

    [[nodiscard]] Finished validate(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "validate");
        return runRigkiln(arguments, {.folder = folder_.path(), .environment = {}, .program = {}});
    }

    TemporaryFolder folder_;
};

TEST_F(ValidateCommand, SaysThatAFileHasNoErrors) {
    const Finished finished = validate({"sound.glb"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_EQ(finished.output, "1 file: 0 errors, 0 warnings\n");
}

TEST_F(ValidateCommand, ListsFindingsByFile) {
    const Finished finished = validate({"wrong.gltf"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_EQ(finished.output,
              "wrong.gltf: 1 error, 0 warnings\n"
              "  error ACCESSOR_MAX_MISMATCH /accessors/0/max/0: is 7, the largest value is 1\n"
              "1 file: 1 error, 0 warnings\n");
}

TEST_F(ValidateCommand, TakesWarningsForErrorsOnRequest) {
    EXPECT_EQ(validate({"warned.gltf"}).exitCode, cli::kDone);
    EXPECT_EQ(validate({"warned.gltf", "--strict"}).exitCode, cli::kSomeFailed);
}

TEST_F(ValidateCommand, ShowsNothingBelowTheSeverity) {
    const Finished finished = validate({"warned.gltf", "--severity", "error"});
    EXPECT_EQ(finished.output, "1 file: 0 errors, 1 warning\n");
}

TEST_F(ValidateCommand, LooksForFilesInFolders) {
    folder_.write("below/B.GLB", asGlb(soundDocument()));
    folder_.write("below/notes.txt", "no glTF");
    const Finished finished = validate({"."});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.output, HasSubstr("4 files: 1 error, 1 warning\n"));
}

TEST_F(ValidateCommand, PrintsFilesInTheirOrderWhateverTheNumberOfJobs) {
    std::vector<std::string> arguments = {"--severity", "hint"};
    for (int i = 0; i < 40; ++i)
        arguments.emplace_back(i % 2 == 0 ? "wrong.gltf" : "warned.gltf");
    arguments.emplace_back("--jobs");
    arguments.emplace_back("1");
    const std::string one = validate(arguments).output;
    arguments.back() = "8";
    EXPECT_EQ(validate(arguments).output, one);
}

TEST_F(ValidateCommand, GoesOnBehindAFileThatCannotBeRead) {
    const Finished finished = validate({"missing.glb", "wrong.gltf"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed);
    EXPECT_THAT(finished.output, HasSubstr("missing.glb: cannot be read"));
    EXPECT_THAT(finished.output, HasSubstr("2 files: 1 error, 0 warnings, 1 cannot be read\n"));
}

TEST_F(ValidateCommand, RefusesAFolderWithoutFiles) {
    folder_.write("empty/notes.txt", "no glTF");
    const Finished finished = validate({"empty"});
    EXPECT_NE(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.errors, HasSubstr("there is no .glb and no .gltf"));
}

TEST_F(ValidateCommand, WritesJson) {
    const Finished finished = validate({"wrong.gltf", "sound.glb", "missing.glb", "--json"});
    const auto report = nlohmann::json::parse(finished.output);
    ASSERT_EQ(report.at("files").size(), 3U);
    EXPECT_EQ(report["files"][0]["findings"][0]["code"], "ACCESSOR_MAX_MISMATCH");
    EXPECT_EQ(report["files"][0]["findings"][0]["pointer"], "/accessors/0/max/0");
    EXPECT_EQ(report["files"][1]["errors"], 0);
    EXPECT_TRUE(report["files"][2].contains("unreadable"));
    EXPECT_EQ(report["errors"], 1);
}

TEST_F(ValidateCommand, StopsAfterTheMostFindings) {
    const Finished finished = validate({"wrong.gltf", "warned.gltf", "--max-findings", "1"});
    EXPECT_THAT(finished.output, Not(HasSubstr("more that were not looked for")));
    auto twice = soundDocument();
    twice.json["accessors"][0]["max"] = {7, 8, 9};
    folder_.write("twice.gltf", asGltf(twice));
    EXPECT_THAT(validate({"twice.gltf", "--max-findings", "1"}).output,
                HasSubstr("1 error, 0 warnings, and more that were not looked for"));
}

TEST_F(ValidateCommand, ReadsSharedTexturesInFoldersAbove) {
    auto linked = soundDocument();
    linked.json["images"][0] = {{"uri", "../textures/skin.png"}};
    linked.json["bufferViews"].erase(13);
    linked.json["accessors"][12]["bufferView"] = 13;
    folder_.write("textures/skin.png", gltf_validation::test::smallPng());
    folder_.write("models/hero.gltf", asGltf(linked));
    EXPECT_EQ(validate({"models/hero.gltf"}).output, "1 file: 0 errors, 0 warnings\n");
}

}  // namespace
}  // namespace rigkiln::test
